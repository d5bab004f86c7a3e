import type { Static } from "typebox";
import type { Condition, ListFilter } from "../../db/list.ts";
import { invalidFilter, parseCreated, parseStatuses } from "../../http/list-page.ts";
import { searchedPhone } from "../../kit/phone.ts";
import {
  type ChargeListQuery,
  type chargeFieldsQuery,
  equals,
  filterId,
  filterSessionId,
  nothing,
} from "./list-queries.ts";
import { chargesNamed, chargesOfIntent, chargesOfSession, type NamedContext } from "./named-charges.ts";
import { phoneMac } from "./payer.ts";

type Query = Static<typeof ChargeListQuery>;
type FieldsQuery = Pick<Query, keyof typeof chargeFieldsQuery>;

/** Conditions on the fields of a charge, without its status. Refuses amounts in the wrong order with VALIDATION_ERROR. */
export function chargeFieldConditions(query: Omit<FieldsQuery, "status">): readonly Condition[] {
  return [...indexedConditions(query), ...comparedConditions(query)];
}

/** Those with an index of the charges that they are about. */
function indexedConditions({ reference, ...query }: Omit<FieldsQuery, "status">): readonly Condition[] {
  return [
    ...conditionsOf(outcomesOf(query), true),
    ...(reference === undefined ? [] : [equals("reference", reference)]),
  ];
}

/** Those without one: an index would cost every payment more than it spares whoever reads the list. */
function comparedConditions(query: Omit<FieldsQuery, "status">): readonly Condition[] {
  const { paymentMethod, operator, currency } = query;
  return [
    ...conditionsOf(outcomesOf(query), false),
    ...ofAmount(query),
    ...(paymentMethod === undefined ? [] : [equals("payment_method", paymentMethod)]),
    ...(operator === undefined ? [] : [ofOperator(operator)]),
    ...(currency === undefined ? [] : [equals("currency", currency, "bpchar")]),
  ];
}

/** What a list of charges is narrowed by. Refuses invalid filters with VALIDATION_ERROR. */
export function chargeFilter(context: NamedContext, query: Query): ListFilter {
  const conditions: Condition[] = [...indexedConditions(query)];
  if (query.paymentLinkId !== undefined) {
    conditions.push(
      equals("payment_link_id", filterId("paymentLinkId", "paymentLink", query.paymentLinkId), "uuid"),
    );
  }
  if (query.paymentIntentId !== undefined) {
    const id = filterId("paymentIntentId", "paymentIntent", query.paymentIntentId);
    conditions.push(oneOfIds(chargesOfIntent(context.merchantNo, id)));
  }
  if (query.sessionId !== undefined) {
    const id = filterSessionId(context.keyring, context.merchantNo, query.sessionId);
    conditions.push(id === null ? nothing : oneOfIds(chargesOfSession(context.merchantNo, id)));
  }
  if (query.phone !== undefined) conditions.push(ofPhone(context, query.phone));
  if (query.q !== undefined) conditions.push(oneOfIds(chargesNamed(context, query.q)));
  return {
    statuses: parseStatuses(query.status),
    ...parseCreated(query),
    conditions,
    compared: comparedConditions(query),
  };
}

const oneOfIds =
  (ids: Condition): Condition =>
  (bind) =>
    `t.id = any(array(${ids(bind)}))`;

interface Outcome {
  readonly condition: Condition;
  /** Of the charges that it is about, which are few. */
  readonly hasIndex: boolean;
}

function outcomesOf({ failureCode, late, duplicate, refundStatus }: FieldsQuery): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  const codes = parseStatuses(failureCode);
  if (codes !== null) outcomes.push({ condition: ofCodes(codes), hasIndex: true });
  if (late !== undefined) outcomes.push(flag("late", late));
  if (duplicate !== undefined) outcomes.push(flag("duplicate", duplicate));
  const refunds = parseStatuses(refundStatus);
  if (refunds !== null)
    outcomes.push({ condition: () => refundCondition(refunds), hasIndex: !refunds.includes("NONE") });
  return outcomes;
}

const flag = (column: string, text: "true" | "false"): Outcome =>
  text === "true"
    ? { condition: () => `t.${column}`, hasIndex: true }
    : { condition: () => `not t.${column}`, hasIndex: false };

const conditionsOf = (outcomes: readonly Outcome[], hasIndex: boolean): readonly Condition[] =>
  outcomes.filter((outcome) => outcome.hasIndex === hasIndex).map(({ condition }) => condition);

/** One code is compared by itself: its part of the index is in the order of the list. */
function ofCodes(codes: readonly string[]): Condition {
  return codes.length === 1
    ? equals("failure_code", codes[0])
    : (bind) => `t.failure_code = any(${bind(codes)}::text[])`;
}

const taken = "coalesce(t.amount_confirmed, t.amount)";
const refundConditions: Readonly<Record<string, string>> = {
  NONE: "t.amount_refunded = 0",
  PARTIAL: `(t.amount_refunded > 0 and t.amount_refunded < ${taken})`,
  FULL: `(t.amount_refunded > 0 and t.amount_refunded >= ${taken})`,
};
const refundCondition = (statuses: readonly string[]): string =>
  `(${statuses.map((status) => refundConditions[status]).join(" or ")})`;

function ofAmount({ amountMin, amountMax }: FieldsQuery): readonly Condition[] {
  if (amountMin !== undefined && amountMax !== undefined && BigInt(amountMax) < BigInt(amountMin)) {
    throw invalidFilter("amountMax", "order", "must not be less than amountMin");
  }
  return [
    ...(amountMin === undefined ? [] : [amountBeyond(">=", amountMin)]),
    ...(amountMax === undefined ? [] : [amountBeyond("<=", amountMax)]),
  ];
}

const amountBeyond =
  (comparison: ">=" | "<=", amount: string): Condition =>
  (bind) =>
    `t.amount ${comparison} ${bind(BigInt(amount))}::bigint`;

function ofOperator(operator: string): Condition {
  return (bind) => `t.method_details::jsonb ->> 'operator' = ${bind(operator)}::text`;
}

/** Charges that were paid from a phone. `countryCode`: of numbers in national form; null: they are refused. */
export function ofPhone(
  { keyring, countryCode }: Pick<NamedContext, "keyring"> & { readonly countryCode: string | null },
  text: string,
): Condition {
  const phone = searchedPhone(text, countryCode);
  if (phone === null) {
    throw invalidFilter("phone", "phone", "must be a phone number, for example +2250707070707");
  }
  return equals("payer_phone_mac", phoneMac(keyring, phone), "bytea");
}
