import type { Database } from "../../db/database.ts";
import { type Condition, type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import { inOrder, parseCreated, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { slugOfAddress } from "../../kit/cell.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { checkOneStatus } from "./change-link.ts";
import type { LinkListQuery } from "./schemas.ts";
import { hasStatus, readLinksById } from "./store.ts";
import type { PaymentLink } from "./types.ts";

/** Merchants have hundreds of links but millions of payments, so links have no counters. */
const linkList: ListSource = { table: "payment_links", counters: null, drift: REQUEST_DRIFT };

/** Links of the merchant, by page or by cursor. Refuses with VALIDATION_ERROR. */
export async function readLinkList(
  db: Database,
  merchantNo: MerchantNo,
  query: LinkListQuery,
  nowMs: number,
): Promise<{ readonly links: readonly PaymentLink[]; readonly meta: PageMeta }> {
  checkOneStatus(query);
  const { ids, meta } = await readListPage(db, {
    source: linkList,
    merchantNo,
    // The status is a condition of its own, so that the list agrees with each link's own status.
    filter: { statuses: null, ...parseCreated(query), conditions: conditionsOf(merchantNo, query, nowMs) },
    names: {
      parse: (text) => parsePublicId("paymentLink", text),
      format: (id) => publicId("paymentLink", id as Id<"paymentLink">),
    },
    page: parsePage(query),
  });
  const links = await readLinksById(db, merchantNo, ids);
  return { links: inOrder(ids, links, ({ id }) => id), meta };
}

function conditionsOf(
  merchantNo: MerchantNo,
  { linkStatus, status, currency, reference, q }: LinkListQuery,
  nowMs: number,
): readonly Condition[] {
  const statuses = parseStatuses(linkStatus ?? status);
  return [
    ...(statuses === null ? [] : [hasStatus(statuses, nowMs)]),
    ...(currency === undefined ? [] : [(bind: Bind) => `t.currency = ${bind(currency)}::bpchar`]),
    ...(reference === undefined ? [] : [(bind: Bind) => `t.reference = ${bind(reference)}::text`]),
    ...(q === undefined ? [] : [named(merchantNo, q)]),
  ];
}

/** By id, slug, address or reference. */
function named(merchantNo: MerchantNo, text: string): Condition {
  const id = parsePublicId("paymentLink", text);
  if (id !== null) return (bind) => `t.id = ${bind(id)}::uuid`;
  const slug = slugOfAddress(text);
  return (bind) => {
    const merchant = bind(merchantNo);
    return `t.id = any(array(
      select s.link_id from link_slugs s where s.merchant_no = ${merchant} and s.slug = ${bind(slug)}::text
      union
      select l.id from payment_links l where l.merchant_no = ${merchant} and l.reference = ${bind(text)}::text
    ))`;
  };
}

type Bind = Parameters<Condition>[0];
