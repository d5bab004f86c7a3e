import { Type } from "typebox";
import { type Condition, type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import { createdQuery, invalidFilter, NameQuery, ReferenceQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { AmountText, CurrencyText, OneOf, TrueOrFalse } from "../../http/schemas.ts";
import { type Id, type IdKind, type MerchantNo, parsePublicId, prefixes } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { failureCodes, paymentMethods } from "../../kit/payment-terms.ts";
import { operatorCodes, PHONE_TEXT_MAX } from "../../kit/phone.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import { chargeStatuses, intentStatuses } from "./states.ts";

export const chargeList: ListSource = {
  table: "charges",
  counters: { prefix: "charges", statuses: chargeStatuses },
  drift: REQUEST_DRIFT,
};

/** An intent's id is made with its session, and so is its creation time; its row is written with the first attempt. */
export const intentList: ListSource = {
  table: "payment_intents",
  counters: { prefix: "intents", statuses: intentStatuses },
  drift: REQUEST_DRIFT,
};

const IdText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 120, description }));

const commonQuery = {
  ...pageQuery,
  ...createdQuery,
  currency: Type.Optional(CurrencyText),
  reference: ReferenceQuery,
  sessionId: IdText("Only those of this checkout session, `cs_…`."),
  paymentLinkId: IdText("Only those that came by this payment link, `plink_…`."),
};

/** What lists of charges are narrowed by, of one merchant and of all: each is in the charge's own row, unsealed. */
export const chargeFieldsQuery = {
  status: Type.Optional(StatusList(chargeStatuses)),
  paymentMethod: Type.Optional(OneOf(paymentMethods)),
  currency: Type.Optional(CurrencyText),
  reference: ReferenceQuery,
  operator: Type.Optional(
    OneOf(operatorCodes, { description: "Only those by this mobile-money operator, in any country." }),
  ),
  failureCode: Type.Optional(StatusList(failureCodes, "Only those that failed for one of these reasons.")),
  late: Type.Optional(TrueOrFalse("`true`: only those confirmed after their session had ended.")),
  duplicate: Type.Optional(TrueOrFalse("`true`: only those whose payment another attempt had paid.")),
  refundStatus: Type.Optional(
    StatusList(["NONE", "PARTIAL", "FULL"], "Only those of which this much was given back."),
  ),
  amountMin: Type.Optional({ ...AmountText, description: "At least this amount, in minor units." }),
  amountMax: Type.Optional({ ...AmountText, description: "At most this amount, in minor units." }),
};

export const ChargeListQuery = Type.Object(
  {
    ...commonQuery,
    ...chargeFieldsQuery,
    paymentIntentId: IdText("Only those of this payment intent, `pi_…`."),
    phone: Type.Optional(
      Type.String({
        minLength: 4,
        maxLength: PHONE_TEXT_MAX,
        description: "Only those paid from this phone: international form, or national form of your country.",
      }),
    ),
    q: NameQuery(
      "the provider's transaction id, your reference, the payer's short reference or phone, or the id of a charge, payment intent or session",
    ),
  },
  { additionalProperties: false },
);

export const IntentListQuery = Type.Object(
  {
    ...commonQuery,
    status: Type.Optional(StatusList(intentStatuses)),
    q: NameQuery(
      "your reference, the payer's short reference, or the id of a payment intent, charge or session",
    ),
  },
  { additionalProperties: false },
);

/** A column with one value. `column` is ours, `value` the caller's. */
export function equals(column: string, value: unknown, type = "text"): Condition {
  return (bind) => `t.${column} = ${bind(value)}::${type}`;
}

/** The stored id in a filter: refuses text that is not an id of this kind. */
export function filterId<Kind extends IdKind>(path: string, kind: Kind, text: string): Id<Kind> {
  const id = parsePublicId(kind, text);
  if (id === null) throw invalidFilter(path, "id", `must be an id in the form ${prefixes[kind]}_…`);
  return id;
}

/** The session in a filter, null when it is another merchant's: such a filter finds nothing. Refuses an invalid id. */
export function filterSessionId(
  keyring: Keyring,
  merchantNo: MerchantNo,
  text: string,
): Id<"checkoutSession"> | null {
  const key = parseSessionId(keyring, text);
  if (key === null) throw invalidFilter("sessionId", "id", "must be the id of a checkout session, cs_…");
  return key.merchantNo === merchantNo ? key.id : null;
}

/** Matches nothing. */
export const nothing: Condition = () => "false";
