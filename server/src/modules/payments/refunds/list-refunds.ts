import type { Queryable } from "../../../db/database.ts";
import { type Condition, type ListSource, REQUEST_DRIFT } from "../../../db/list.ts";
import { inOrder, parseCreated, parseStatuses, readListPage } from "../../../http/list-page.ts";
import { parsePage } from "../../../http/pagination.ts";
import type { PageMeta } from "../../../http/route.ts";
import { type Id, parsePublicId, publicId } from "../../../kit/ids.ts";
import { equals, filterId } from "../list-queries.ts";
import { chargesNamed, type NamedContext } from "../named-charges.ts";
import type { RefundListQuery } from "./schemas.ts";
import { readRefunds } from "./store.ts";
import type { Refund } from "./types.ts";

/** There are a few refunds per thousand payments, so they have no counters. */
const refundList: ListSource = { table: "refunds", counters: null, drift: REQUEST_DRIFT };

/** Refunds of the merchant, by page or by cursor. Refuses with VALIDATION_ERROR. */
export async function listRefunds(
  db: Queryable,
  context: NamedContext,
  query: RefundListQuery,
): Promise<{ readonly refunds: readonly Refund[]; readonly meta: PageMeta }> {
  const { merchantNo } = context;
  const { ids, meta } = await readListPage(db, {
    source: refundList,
    merchantNo,
    filter: {
      statuses: parseStatuses(query.status),
      ...parseCreated(query),
      conditions: conditionsOf(context, query),
      compared: query.currency === undefined ? [] : [equals("currency", query.currency, "bpchar")],
    },
    names: {
      parse: (text) => parsePublicId("refund", text),
      format: (id) => publicId("refund", id as Id<"refund">),
    },
    page: parsePage(query),
  });
  const refunds = await readRefunds(db, merchantNo, ids);
  return { refunds: inOrder(ids, refunds, ({ id }) => id), meta };
}

function conditionsOf(context: NamedContext, query: RefundListQuery): readonly Condition[] {
  const { merchantNo } = context;
  const conditions: Condition[] = [];
  if (query.chargeId !== undefined) {
    conditions.push(equals("charge_id", filterId("chargeId", "charge", query.chargeId), "uuid"));
  }
  if (query.paymentIntentId !== undefined) {
    const id = filterId("paymentIntentId", "paymentIntent", query.paymentIntentId);
    // An intent stores the ids of its charges, and refunds are found by their charges.
    conditions.push(
      (bind) => `t.charge_id = any(array(
        select unnest(i.charge_ids) from payment_intents i
        where i.merchant_no = ${bind(merchantNo)} and i.id = ${bind(id)}::uuid
      ))`,
    );
  }
  if (query.q !== undefined) conditions.push(named(context, query.q));
  return conditions;
}

/** A refund is found by its own names and by those of its charge. */
function named(context: NamedContext, text: string): Condition {
  const id = parsePublicId("refund", text);
  if (id !== null) return equals("id", id, "uuid");
  const charges = chargesNamed(context, text);
  return (bind) => {
    const merchant = bind(context.merchantNo);
    return `t.id = any(array(
      select y.id from refunds y where y.merchant_no = ${merchant} and y.provider_transaction_id = ${bind(text)}::text
      union
      select y.id from refunds y where y.merchant_no = ${merchant} and y.charge_id = any(array(${charges(bind)}))
    ))`;
  };
}
