import type { Queryable } from "../../../db/database.ts";
import type { MerchantNo } from "../../../kit/ids.ts";
import type { CallbackNames } from "../../provider-callbacks/index.ts";
import type { HandleTable } from "./handle.ts";
import { parseProviderReference } from "./reference.ts";

/** Ids of an operation in a provider's own form. Anything else cannot be one, and never reaches the database. */
const ownIdForm = /^[0-9A-Za-z-]{1,36}$/;

/** The row of this account that a callback names; null: the account has none such. */
export async function findNamed<Row = unknown>(
  db: Queryable,
  table: HandleTable,
  accountId: string,
  names: CallbackNames,
): Promise<(Row & { readonly merchantNo: MerchantNo; readonly id: string }) | null> {
  type Found = Row & { readonly merchantNo: MerchantNo; readonly id: string };
  const select = `select merchant_no as "merchantNo", id${alsoRead[table]} from ${table}`;
  const byOwnId = async (): Promise<Found | null> => {
    const [row] = await db.query<Found>({
      name: `${table}.by_own_id`,
      text: `${select} where provider_account_id = $1 and provider_reference = $2`,
      values: [accountId, names.value],
    });
    return row ?? null;
  };
  if (names.by === "own_id") return ownIdForm.test(names.value) ? byOwnId() : null;
  const key = parseProviderReference(names.value);
  if (key === null) return null;
  const [row] = await db.query<Found>({
    name: `${table}.by_reference`,
    text: `${select} where merchant_no = $1 and id = $2 and provider_account_id = $3`,
    values: [key.merchantNo, key.id, accountId],
  });
  // The number is the one in the cell that sent it (`merchant-move/copy.ts`).
  return row ?? byOwnId();
}

const alsoRead: Readonly<Record<HandleTable, string>> = {
  charges: `, session_id as "sessionId", payment_intent_id as "paymentIntentId", status,
    provider_handle as "providerHandle"`,
  refunds: `, payment_intent_id as "paymentIntentId"`,
  payouts: "",
};
