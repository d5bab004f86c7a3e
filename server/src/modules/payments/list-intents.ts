import type { Static } from "typebox";
import type { Queryable } from "../../db/database.ts";
import type { Condition, ListFilter } from "../../db/list.ts";
import { inOrder, parseCreated, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import {
  equals,
  filterId,
  filterSessionId,
  type IntentListQuery,
  intentList,
  nothing,
} from "./list-queries.ts";
import { type IntentWithCharges, readIntents } from "./read-payments.ts";
import { chargesOfShortReference } from "./short-reference-ids.ts";

interface Context {
  readonly db: Queryable;
  readonly keyring: Keyring;
  readonly merchantNo: MerchantNo;
  readonly nowMs: number;
}

/**
 * One page of the merchant's payment intents, each with its charges, in the order of their ids, which are made with
 * their sessions.
 */
export async function listIntents(
  context: Context,
  query: Static<typeof IntentListQuery>,
): Promise<{ readonly intents: readonly IntentWithCharges[]; readonly meta: PageMeta }> {
  const { db, merchantNo } = context;
  const { ids, meta } = await readListPage(db, {
    source: intentList,
    merchantNo,
    filter: intentFilter(context, query),
    names: {
      parse: (text) => parsePublicId("paymentIntent", text),
      format: (id) => publicId("paymentIntent", id as Id<"paymentIntent">),
    },
    page: parsePage(query),
  });
  const intents = await readIntents(db, merchantNo, ids);
  return { intents: inOrder(ids, intents, ({ intent }) => intent.id), meta };
}

function intentFilter(context: Context, query: Static<typeof IntentListQuery>): ListFilter {
  const { keyring, merchantNo } = context;
  const conditions: Condition[] = [];
  if (query.reference !== undefined) conditions.push(equals("reference", query.reference));
  if (query.sessionId !== undefined) {
    const id = filterSessionId(keyring, merchantNo, query.sessionId);
    conditions.push(id === null ? nothing : ofSession(merchantNo, id));
  }
  if (query.paymentLinkId !== undefined) {
    const id = filterId("paymentLinkId", "paymentLink", query.paymentLinkId);
    conditions.push(ofLink(merchantNo, id));
  }
  if (query.q !== undefined) conditions.push(named(context, query.q));
  const compared = query.currency === undefined ? [] : [equals("currency", query.currency, "bpchar")];
  return { statuses: parseStatuses(query.status), ...parseCreated(query), conditions, compared };
}

function ofSession(merchantNo: MerchantNo, id: Id<"checkoutSession">): Condition {
  return (bind) => `t.id = any(array(
    select s.payment_intent_id from checkout_sessions s
    where s.merchant_no = ${bind(merchantNo)} and s.id = ${bind(id)}::uuid
  ))`;
}

/** Charges are indexed by their link, and every intent has one. */
function ofLink(merchantNo: MerchantNo, id: Id<"paymentLink">): Condition {
  return (bind) => `t.id in (
    select c.payment_intent_id from charges c
    where c.merchant_no = ${bind(merchantNo)} and c.payment_link_id = ${bind(id)}::uuid
  )`;
}

function ofCharge(merchantNo: MerchantNo, id: Id<"charge">): Condition {
  return (bind) => `t.id = any(array(
    select c.payment_intent_id from charges c where c.merchant_no = ${bind(merchantNo)} and c.id = ${bind(id)}::uuid
  ))`;
}

function named(context: Context, text: string): Condition {
  const { keyring, merchantNo } = context;
  const intentId = parsePublicId("paymentIntent", text);
  if (intentId !== null) return equals("id", intentId, "uuid");
  const chargeId = parsePublicId("charge", text);
  if (chargeId !== null) return ofCharge(merchantNo, chargeId);
  const session = parseSessionId(keyring, text);
  if (session !== null)
    return session.merchantNo === merchantNo ? ofSession(merchantNo, session.id) : nothing;
  const charges = chargesOfShortReference(context, text);
  if (charges === null) return equals("reference", text);
  return (bind) => {
    const merchant = bind(merchantNo);
    return `t.id = any(array(
      select y.id from payment_intents y where y.merchant_no = ${merchant} and y.reference = ${bind(text)}::text
      union
      select y.payment_intent_id from charges y
      where y.merchant_no = ${merchant} and y.id = any(array(${charges(bind)}))
    ))`;
  };
}
