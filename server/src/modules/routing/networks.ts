import type { CurrencyCode } from "../../kit/currency.ts";
import { money } from "../../kit/money.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import { type Offer, offers } from "./offers.ts";
import { type Assessment, assessRoute, boundFor, type RouteQuestion } from "./rules.ts";
import type { AmountBound, Outage, RoutingSnapshot } from "./snapshot.ts";

/** How a way to pay works now. CLOSED: it is one of the merchant's, but takes nothing until something is over. */
export const serviceStates = ["OPERATIONAL", "DEGRADED", "CLOSED"] as const;
export type ServiceState = (typeof serviceStates)[number];

/**
 * What closes a way to pay: an outage that an operator has opened, a provider that does not answer, or an account that has
 * taken all that it may take today.
 */
export const closingReasons = ["OUTAGE", "NO_ANSWER", "LIMIT_REACHED"] as const;

export interface Service {
  readonly state: ServiceState;
  /** Null unless CLOSED. */
  readonly closedBy: (typeof closingReasons)[number] | null;
}

/** A way to pay in a currency of the merchant, as the merchant's people see it. */
export interface Network {
  readonly offer: Offer;
  readonly currency: CurrencyCode;
  readonly bound: AmountBound | null;
  /** Null: no account takes money this way. */
  readonly collects: Service | null;
  /** Null: no account sends money this way. */
  readonly paysOut: Service | null;
  /** Open and announced ones, the earliest first. */
  readonly outages: readonly Outage[];
}

export interface NetworksQuestion {
  readonly snapshot: RoutingSnapshot;
  readonly currencies: readonly CurrencyCode[];
  /** The methods by which money can be sent. */
  readonly payoutMethods: readonly PaymentMethod[];
  readonly nowMs: number;
}

/**
 * The ways to pay that accounts of the platform carry in these currencies, whatever the amount: those that no rule or
 * account serves are left out. Pure.
 */
export function networksOf({
  snapshot,
  currencies,
  payoutMethods,
  nowMs,
}: NetworksQuestion): readonly Network[] {
  return currencies.flatMap((currency) =>
    offers.flatMap((offer) => {
      if (offer.currencies !== null && !offer.currencies.includes(currency)) return [];
      const collects = serviceOf(snapshot, offer, currency, false, nowMs);
      const sends = payoutMethods.includes(offer.method);
      const paysOut = sends ? serviceOf(snapshot, offer, currency, true, nowMs) : null;
      if (collects === null && paysOut === null) return [];
      const bound = boundFor(snapshot, questionOf(offer, currency, 1n, false));
      const outages = snapshot.outages
        .filter((outage) => concerns(outage, offer) && (outage.endsAtMs === null || outage.endsAtMs > nowMs))
        .toSorted((left, right) => left.startsAtMs - right.startsAtMs);
      return [{ offer, currency, bound, collects, paysOut, outages }];
    }),
  );
}

/** The best that any amount gets: a rule or a bound for some amounts alone does not close the others. */
function serviceOf(
  snapshot: RoutingSnapshot,
  offer: Offer,
  currency: CurrencyCode,
  isPayout: boolean,
  nowMs: number,
): Service | null {
  const found = amountsToTry(snapshot, offer, currency).map((amount) =>
    stateOf(assessRoute(snapshot, questionOf(offer, currency, amount, isPayout), nowMs)),
  );
  for (const state of serviceStates) {
    const service = found.find((one) => one?.state === state);
    if (service != null) return service;
  }
  return null;
}

function stateOf(assessed: Assessment): Service | null {
  if ("route" in assessed) return { state: assessed.degraded ? "DEGRADED" : "OPERATIONAL", closedBy: null };
  switch (assessed.removal.reason) {
    case "OUTAGE":
      return { state: "CLOSED", closedBy: "OUTAGE" };
    case "ACCOUNT_SUSPENDED":
      return { state: "CLOSED", closedBy: "NO_ANSWER" };
    case "ACCOUNT_LIMIT":
      return { state: "CLOSED", closedBy: "LIMIT_REACHED" };
    default:
      return null;
  }
}

/** The smallest amount that the bound allows, and the smallest of each rule for larger ones. */
function amountsToTry(snapshot: RoutingSnapshot, offer: Offer, currency: CurrencyCode): readonly bigint[] {
  const bound = boundFor(snapshot, questionOf(offer, currency, 1n, false));
  const step = bound?.step ?? 1n;
  const least = bound?.min ?? 1n;
  const ruled = snapshot.rules
    .filter(({ method, amountMin }) => method === offer.method && amountMin !== null)
    .map(({ amountMin }) => amountMin ?? least);
  const tried = [least, ...ruled].map((amount) => (amount < least ? least : amount));
  return [...new Set(tried.map((amount) => ((amount + step - 1n) / step) * step))];
}

const questionOf = (
  offer: Offer,
  currency: CurrencyCode,
  amount: bigint,
  isPayout: boolean,
): RouteQuestion => ({
  method: offer.method,
  amount: money(amount, currency),
  country: offer.countryCode,
  operator: offer.operator,
  isPayout,
});

function concerns({ method, operator, country }: Outage, offer: Offer): boolean {
  return (
    method === offer.method &&
    (operator === null || operator === offer.operator) &&
    (country === null || country === offer.countryCode)
  );
}
