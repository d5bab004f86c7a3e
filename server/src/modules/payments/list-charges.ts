import type { Static } from "typebox";
import { selectList } from "../../db/columns.ts";
import type { Queryable } from "../../db/database.ts";
import type { Condition, ListFilter } from "../../db/list.ts";
import { invalidFilter, parseCreated, parseStatuses, readListRows } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { normalizePhone } from "../../kit/phone.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import {
  type ChargeListQuery,
  chargeList,
  equals,
  filterId,
  filterSessionId,
  nothing,
} from "./list-queries.ts";
import { phoneMac } from "./payer.ts";
import { chargeFields, readFields } from "./rows.ts";
import type { ViewedCharge } from "./view.ts";

interface Context {
  readonly db: Queryable;
  readonly keyring: Keyring;
  readonly merchantNo: MerchantNo;
  /** The country for phones in national form. */
  readonly countryCode: string;
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

type ListedRow = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Sealed columns are never shown: a list does not read them. */
const sealed: ReadonlySet<string> = new Set(["payer", "payerPhoneMac", "requestFingerprint"]);
const listedFields = chargeFields.filter((field) => !sealed.has(field));
const listedColumns = selectList("t", listedFields);
const readListed = (row: ListedRow): ViewedCharge => readFields<ViewedCharge>(row, listedFields);

function chargeFilter(context: Context, query: Static<typeof ChargeListQuery>): ListFilter {
  const conditions: Condition[] = [];
  if (query.paymentMethod !== undefined) conditions.push(equals("payment_method", query.paymentMethod));
  if (query.currency !== undefined) conditions.push(equals("currency", query.currency, "bpchar"));
  if (query.reference !== undefined) conditions.push(equals("reference", query.reference));
  if (query.paymentLinkId !== undefined) {
    conditions.push(
      equals("payment_link_id", filterId("paymentLinkId", "paymentLink", query.paymentLinkId), "uuid"),
    );
  }
  if (query.paymentIntentId !== undefined) {
    const id = filterId("paymentIntentId", "paymentIntent", query.paymentIntentId);
    conditions.push(ofIntent(context.merchantNo, id));
  }
  if (query.sessionId !== undefined) {
    const id = filterSessionId(context.keyring, context.merchantNo, query.sessionId);
    conditions.push(id === null ? nothing : ofSession(context.merchantNo, id));
  }
  if (query.phone !== undefined) conditions.push(ofPhone(context, query.phone));
  if (query.q !== undefined) conditions.push(named(context, query.q));
  return { statuses: parseStatuses(query.status), ...parseCreated(query), conditions };
}

// An intent stores the ids of its charges, so `charges` needs no index for this.
function ofIntent(merchantNo: MerchantNo, id: Id<"paymentIntent">): Condition {
  return (bind) => `t.id = any(array(
    select unnest(i.charge_ids) from payment_intents i where i.merchant_no = ${bind(merchantNo)} and i.id = ${bind(id)}::uuid
  ))`;
}

function ofSession(merchantNo: MerchantNo, id: Id<"checkoutSession">): Condition {
  return (bind) => `t.id = any(array(
    select unnest(i.charge_ids) from checkout_sessions s
    join payment_intents i on i.merchant_no = s.merchant_no and i.id = s.payment_intent_id
    where s.merchant_no = ${bind(merchantNo)} and s.id = ${bind(id)}::uuid
  ))`;
}

function ofPhone({ keyring, countryCode }: Context, text: string): Condition {
  // In a query string an unescaped plus is a space: +225… arrives as " 225…".
  const written = /^ [0-9]/.test(text) ? `+${text.slice(1)}` : text;
  const international = normalizePhone(written, null);
  const phone = "e164" in international ? international : normalizePhone(written, countryCode);
  if (!("e164" in phone)) {
    throw invalidFilter("phone", "phone", "must be a phone number, for example +2250707070707");
  }
  return equals("payer_phone_mac", phoneMac(keyring, phone.e164), "bytea");
}

/** What a person has at hand: an id of ours, their own reference, or the transaction id in the payer's message. */
function named({ keyring, merchantNo }: Context, text: string): Condition {
  const chargeId = parsePublicId("charge", text);
  if (chargeId !== null) return equals("id", chargeId, "uuid");
  const intentId = parsePublicId("paymentIntent", text);
  if (intentId !== null) return ofIntent(merchantNo, intentId);
  const session = parseSessionId(keyring, text);
  if (session !== null)
    return session.merchantNo === merchantNo ? ofSession(merchantNo, session.id) : nothing;
  // Two index probes; with an `or` in one condition the planner might read along the key.
  return (bind) => {
    const merchant = bind(merchantNo);
    const value = bind(text);
    return `t.id = any(array(
      select x.id from charges x where x.merchant_no = ${merchant} and x.provider_transaction_id = ${value}::text
      union
      select x.id from charges x where x.merchant_no = ${merchant} and x.reference = ${value}::text
    ))`;
  };
}
