import type { FailureCode } from "../../kit/payment-terms.ts";
import type { RoutableLimit } from "./account-limits.ts";
import { findOffer, type Offer } from "./offers.ts";
import {
  assessRoute,
  type RemovalReason,
  type Route,
  type RouteQuestion,
  withoutPassingObstacles,
} from "./rules.ts";
import { offerThrough } from "./serving.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

/** A payment that cannot be routed: the stable failure code, and the reason for operators. */
export interface RouteRefusal {
  readonly refused: Extract<
    FailureCode,
    "AMOUNT_OUT_OF_BOUNDS" | "INVALID_AMOUNT" | "INVALID_CURRENCY" | "PROVIDER_UNAVAILABLE"
  >;
  readonly reason: RemovalReason;
}

/**
 * The route of a payer's payment. `country` and `operator` are the payer's own (for a QR code the operator is the
 * scheme). Refuses with the failure code that the payer's page shows. Request validation refuses an operator that does
 * not exist in that country; here it is PROVIDER_UNAVAILABLE.
 */
export function chooseRoute(
  snapshot: RoutingSnapshot,
  question: RouteQuestion,
  nowMs: number,
): Route | RouteRefusal {
  const offer = findOffer(question.method, question.operator, question.country);
  if (offer === null) return refusal("OPERATOR");
  if (offer.currencies !== null && !offer.currencies.includes(question.amount.currency)) {
    return refusal("CURRENCY");
  }
  const assessed = assessRoute(snapshot, question, nowMs);
  return "route" in assessed ? assessed.route : refusal(assessed.removal.reason);
}

/** Whether the question finds a route once outages, suspensions and the day's limits are over. Pure. */
export function findsRouteLater(snapshot: RoutingSnapshot, question: RouteQuestion, nowMs: number): boolean {
  return !("refused" in chooseRoute(withoutPassingObstacles(snapshot), question, nowMs));
}

/** The snapshot for another choice, after an account had no room left today. Pure. */
export function withFullDay(snapshot: RoutingSnapshot, accountId: string, currency: string): RoutingSnapshot {
  const fill = (limit: RoutableLimit): RoutableLimit =>
    limit.currency === currency && limit.perDay !== null ? { ...limit, takenToday: limit.perDay } : limit;
  const accounts = snapshot.accounts.map((account) =>
    account.id === accountId ? { ...account, limits: account.limits.map(fill) } : account,
  );
  return { ...snapshot, accounts };
}

/** The payer's way to pay, as the account of its route asks the payer to approve. Null: there is no such way. Pure. */
export function offerOf(
  snapshot: RoutingSnapshot,
  { method, operator, country }: RouteQuestion,
  route: Route | null,
): Offer | null {
  const offer = findOffer(method, operator, country);
  const account = snapshot.accounts.find(({ id }) => id === route?.providerAccountId);
  return offer === null ? null : offerThrough(offer, account?.serves ?? null);
}

/** Whether the question is asked about the offer and nothing wider or narrower, as `routableMethods` asks it. Pure. */
export function isOffer({ method, operator, country }: RouteQuestion, offer: Offer | null): boolean {
  return offer?.method === method && offer.operator === operator && offer.countryCode === country;
}

/** Whether the account of a route knows the number as one of its provider's test system. Pure. */
export function isTestPhone(snapshot: RoutingSnapshot, route: Route | null, phone: string): boolean {
  return snapshot.accounts.some(
    ({ id, testPhones }) => id === route?.providerAccountId && testPhones.includes(phone),
  );
}

function refusal(reason: RemovalReason): RouteRefusal {
  return { refused: failureCodeOf(reason), reason };
}

export function failureCodeOf(reason: RemovalReason): RouteRefusal["refused"] {
  switch (reason) {
    case "AMOUNT_BELOW_MIN":
    case "AMOUNT_ABOVE_MAX":
      return "AMOUNT_OUT_OF_BOUNDS";
    case "AMOUNT_STEP":
      return "INVALID_AMOUNT";
    case "CURRENCY":
    case "NO_WALLET":
      return "INVALID_CURRENCY";
    default:
      return "PROVIDER_UNAVAILABLE";
  }
}
