import type { Condition } from "../../db/list.ts";
import { type Id, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { searchedPhone } from "../../kit/phone.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import { phoneMac } from "./payer.ts";
import { chargesOfShortReference } from "./short-reference-ids.ts";

export interface NamedContext {
  readonly keyring: Keyring;
  readonly merchantNo: MerchantNo;
  /** The country for phones in national form. */
  readonly countryCode: string;
  /** Short references lead back from now. */
  readonly nowMs: number;
}

/**
 * A query of the ids of the charges that `text` names: what a person has at hand is an id of ours, their own reference,
 * the transaction id in the payer's message, the short reference on the payer's page, or the payer's phone. Every part is one probe of an index; with an `or` in
 * one condition the planner might read along the key.
 */
export function chargesNamed(context: NamedContext, text: string): Condition {
  const { keyring, merchantNo, countryCode } = context;
  const chargeId = parsePublicId("charge", text);
  if (chargeId !== null) return chargeOf(merchantNo, chargeId);
  const intentId = parsePublicId("paymentIntent", text);
  if (intentId !== null) return chargesOfIntent(merchantNo, intentId);
  const session = parseSessionId(keyring, text);
  if (session !== null) {
    return session.merchantNo === merchantNo ? chargesOfSession(merchantNo, session.id) : noId;
  }
  const phone = searchedPhone(text, countryCode);
  const byShortReference = chargesOfShortReference(context, text);
  return (bind) => {
    const merchant = bind(merchantNo);
    const value = bind(text);
    const charges = `select x.id from charges x where x.merchant_no = ${merchant}`;
    const probes = [
      `${charges} and x.provider_transaction_id = ${value}::text`,
      `${charges} and x.reference = ${value}::text`,
    ];
    if (phone !== null)
      probes.push(`${charges} and x.payer_phone_mac = ${bind(phoneMac(keyring, phone))}::bytea`);
    if (byShortReference !== null) probes.push(byShortReference(bind));
    return probes.join(" union ");
  };
}

const noId: Condition = () => "select null::uuid where false";

function chargeOf(merchantNo: MerchantNo, id: Id<"charge">): Condition {
  return (bind) =>
    `select x.id from charges x where x.merchant_no = ${bind(merchantNo)} and x.id = ${bind(id)}::uuid`;
}

/** A query of ids: an intent stores those of its charges, so `charges` needs no index for this. */
export function chargesOfIntent(merchantNo: MerchantNo, id: Id<"paymentIntent">): Condition {
  return (bind) =>
    `select unnest(i.charge_ids) from payment_intents i
     where i.merchant_no = ${bind(merchantNo)} and i.id = ${bind(id)}::uuid`;
}

/** A query of ids. */
export function chargesOfSession(merchantNo: MerchantNo, id: Id<"checkoutSession">): Condition {
  return (bind) =>
    `select unnest(i.charge_ids) from checkout_sessions s
     join payment_intents i on i.merchant_no = s.merchant_no and i.id = s.payment_intent_id
     where s.merchant_no = ${bind(merchantNo)} and s.id = ${bind(id)}::uuid`;
}
