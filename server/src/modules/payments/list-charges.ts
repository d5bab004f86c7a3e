import type { Static } from "typebox";
import { selectList } from "../../db/columns.ts";
import type { Queryable } from "../../db/database.ts";
import { readListRows } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { chargeFilter } from "./charge-filter.ts";
import { type ChargeListQuery, chargeList } from "./list-queries.ts";
import type { NamedContext } from "./named-charges.ts";
import { chargeFields, readFields } from "./rows.ts";
import type { ViewedCharge } from "./view.ts";

interface Context extends NamedContext {
  readonly db: Queryable;
}

/** One page of the merchant's charges. Refuses invalid filters with VALIDATION_ERROR. */
export async function listCharges(
  context: Context,
  query: Static<typeof ChargeListQuery>,
): Promise<{ readonly charges: readonly ViewedCharge[]; readonly meta: PageMeta }> {
  const { db, merchantNo } = context;
  const request = {
    source: chargeList,
    merchantNo,
    filter: chargeFilter(context, query),
    names: {
      parse: (text: string) => parsePublicId("charge", text),
      format: (id: string) => publicId("charge", id as Id<"charge">),
    },
    page: parsePage(query),
  };
  const { rows, meta } = await readListRows<ListedRow>(db, request, listedColumns);
  return { charges: rows.map(readListed), meta };
}

/** Charges as lists show them, in the order of `keys`; one that does not exist is left out. */
export async function readListedCharges(
  db: Queryable,
  keys: readonly { readonly merchantNo: MerchantNo; readonly id: string }[],
): Promise<readonly ViewedCharge[]> {
  const rows = await db.query<ListedRow>({
    text: `select ${listedColumns} from unnest($1::int[], $2::uuid[]) with ordinality as key (merchant_no, id, place)
      join charges t on t.merchant_no = key.merchant_no and t.id = key.id order by key.place`,
    values: [keys.map(({ merchantNo }) => merchantNo), keys.map(({ id }) => id)],
  });
  return rows.map(readListed);
}

type ListedRow = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Sealed columns are never shown: a list does not read them. */
const sealed: ReadonlySet<string> = new Set(["payer", "payerPhoneMac", "requestFingerprint"]);
const listedFields = chargeFields.filter((field) => !sealed.has(field));
const listedColumns = selectList("t", listedFields);
const readListed = (row: ListedRow): ViewedCharge => readFields<ViewedCharge>(row, listedFields);
