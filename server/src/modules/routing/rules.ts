import type { CurrencyCode } from "../../kit/currency.ts";
import type { Money } from "../../kit/money.ts";
import { type PaymentMethod, paymentMethods } from "../../kit/payment-terms.ts";
import { isPayoutWithinLimits, isWithinLimits } from "./account-limits.ts";
import { type Offer, offers, offersOf } from "./offers.ts";
import { offerThrough, servesOperator } from "./serving.ts";
import type { AmountBound, Outage, RoutableAccount, RoutingRule, RoutingSnapshot } from "./snapshot.ts";

/** Why a way to pay is not offered. */
export const removalReasons = [
  "NOT_IN_SESSION",
  "NO_WALLET",
  "CURRENCY",
  "COUNTRY",
  "OPERATOR",
  "NO_RULE",
  "RULE_DISABLED",
  "SUB_TENANT_DISABLED",
  "NO_ACCOUNT",
  "ACCOUNT_DISABLED",
  "ACCOUNT_LIMIT",
  "ACCOUNT_SUSPENDED",
  "AMOUNT_BELOW_MIN",
  "AMOUNT_ABOVE_MAX",
  "AMOUNT_STEP",
  "OUTAGE",
] as const;
export type RemovalReason = (typeof removalReasons)[number];

/** The reason that removed a way to pay, and the row behind it. Irrelevant fields are null. */
export interface Removal {
  readonly reason: RemovalReason;
  readonly ruleId: string | null;
  readonly subTenantId: string | null;
  readonly accountId: string | null;
  readonly bound: AmountBound | null;
  readonly outage: Outage | null;
}

/** The account that takes a payment. */
export interface Route {
  readonly providerAccountId: string;
  readonly provider: string;
  readonly subTenantId: string;
  readonly ruleId: string;
}

/** A payment as routing sees it. Null country or operator: not known yet, so every value matches. */
export interface RouteQuestion {
  readonly method: PaymentMethod;
  readonly amount: Money;
  readonly country: string | null;
  readonly operator: string | null;
  /** Whether money is to be sent, not taken: not every provider can. */
  readonly isPayout?: boolean;
}

/** The input that decides the methods of a session. */
export interface SessionQuestion {
  readonly snapshot: RoutingSnapshot;
  readonly amount: Money;
  /** Currencies in which the merchant has a wallet. */
  readonly walletCurrencies: readonly CurrencyCode[];
  /** The merchant's own choice for the session; null: every method. */
  readonly sessionMethods: readonly PaymentMethod[] | null;
  readonly nowMs: number;
}

export type Assessment =
  | { readonly route: Route; readonly degraded: boolean; readonly bound: AmountBound | null }
  | { readonly removal: Removal; readonly bound: AmountBound | null };

/** The methods by which the session can be paid, in the order of `paymentMethods`. Empty: nothing is routable. */
export function routableMethods(question: SessionQuestion): readonly PaymentMethod[] {
  const { snapshot, amount, walletCurrencies, sessionMethods, nowMs } = question;
  if (!walletCurrencies.includes(amount.currency)) return [];
  return paymentMethods.filter(
    (method) =>
      (sessionMethods === null || sessionMethods.includes(method)) &&
      offersOf(method, amount.currency).some(
        (offer) => "route" in assessRoute(snapshot, questionOf(offer, amount), nowMs),
      ),
  );
}

/** Whether an account could take the payment once outages, suspensions and the day's limits are over. */
export function isCarried(question: SessionQuestion): boolean {
  return routableMethods({ ...question, snapshot: withoutPassingObstacles(question.snapshot) }).length > 0;
}

/** The snapshot as it would be once outages, suspensions and the day are over. Pure. */
export function withoutPassingObstacles(snapshot: RoutingSnapshot): RoutingSnapshot {
  const accounts = snapshot.accounts.map((account) => ({
    ...account,
    suspended: false,
    limits: account.limits.map((limit) => ({ ...limit, takenToday: 0n })),
  }));
  return { ...snapshot, accounts, outages: [] };
}

export type OfferAssessment = { readonly offer: Offer } & (
  | { readonly offered: true; readonly degraded: boolean; readonly route: Route }
  | { readonly offered: false; readonly removal: Removal }
) & { readonly bound: AmountBound | null };

/** Every way to pay, in order: offered by the session, or the exact reason why not. */
export function assessOffers(question: SessionQuestion): readonly OfferAssessment[] {
  return offers.map((offer) => assessOffer(offer, question));
}

/** Why nothing is offered, each reason once; reasons that do not come from the session itself are first. */
export function removalReasonsOf(question: SessionQuestion): readonly RemovalReason[] {
  const reasons = assessOffers(question).flatMap((found) => (found.offered ? [] : [found.removal.reason]));
  const own = (reason: RemovalReason) => Number(reason === "NOT_IN_SESSION");
  return [...new Set(reasons)].sort((left, right) => own(left) - own(right));
}

function assessOffer(offer: Offer, question: SessionQuestion): OfferAssessment {
  const { snapshot, amount, walletCurrencies, sessionMethods, nowMs } = question;
  const refuse = (reason: RemovalReason): OfferAssessment => ({
    offer,
    offered: false,
    removal: removal(reason),
    bound: null,
  });
  if (sessionMethods !== null && !sessionMethods.includes(offer.method)) return refuse("NOT_IN_SESSION");
  if (!walletCurrencies.includes(amount.currency)) return refuse("NO_WALLET");
  if (offer.currencies !== null && !offer.currencies.includes(amount.currency)) return refuse("CURRENCY");
  const assessed = assessRoute(snapshot, questionOf(offer, amount), nowMs);
  if (!("route" in assessed)) {
    return { offer, offered: false, removal: assessed.removal, bound: assessed.bound };
  }
  const { route, degraded, bound } = assessed;
  const account = snapshot.accounts.find(({ id }) => id === route.providerAccountId);
  return { offer: offerThrough(offer, account?.serves ?? null), offered: true, degraded, route, bound };
}

function questionOf(offer: Offer, amount: Money): RouteQuestion {
  return { method: offer.method, amount, country: offer.countryCode, operator: offer.operator };
}

/**
 * The route of a payment, or what blocks it. Enabled rules that match are tried by priority; the first whose sub-tenant
 * can carry the payment takes it, so a later rule is a fallback. Bounds and outages belong to the method and operator,
 * not to the account, and are checked last: when there is no account at all, that is the reason reported.
 */
export function assessRoute(snapshot: RoutingSnapshot, question: RouteQuestion, nowMs: number): Assessment {
  const bound = boundFor(snapshot, question);
  const found = findRoute(snapshot, question);
  if ("reason" in found) return { removal: found, bound };
  const outside = bound === null ? null : outsideBound(bound, question.amount.minor);
  if (outside !== null) return { removal: removal(outside, { bound }), bound };
  const outage = outageFor(snapshot, question, nowMs);
  if (outage?.status === "CLOSED") return { removal: removal("OUTAGE", { outage }), bound };
  return { route: found, degraded: outage !== null, bound };
}

function findRoute(snapshot: RoutingSnapshot, question: RouteQuestion): Route | Removal {
  let first: Removal | null = null;
  let disabled: Removal | null = null;
  for (const rule of snapshot.rules) {
    if (!ruleMatches(rule, question)) continue;
    if (!rule.enabled) {
      disabled ??= removal("RULE_DISABLED", { ruleId: rule.id });
      continue;
    }
    const tried = tryRule(snapshot, rule, question);
    if (!("reason" in tried)) return tried;
    // The reason to report is that of the first matching rule.
    first ??= tried;
  }
  return first ?? disabled ?? removal("NO_RULE");
}

export function ruleMatches(
  rule: RoutingRule,
  { method, amount, country, operator }: RouteQuestion,
): boolean {
  return (
    rule.method === method &&
    (rule.currency === null || rule.currency === amount.currency) &&
    (rule.country === null || country === null || rule.country === country) &&
    (rule.operator === null || operator === null || rule.operator === operator)
  );
}

export function tryRule(
  snapshot: RoutingSnapshot,
  rule: RoutingRule,
  question: RouteQuestion,
): Route | Removal {
  const at = { ruleId: rule.id, subTenantId: rule.subTenantId };
  const { minor } = question.amount;
  if (rule.amountMin !== null && minor < rule.amountMin) return removal("AMOUNT_BELOW_MIN", at);
  if (rule.amountMax !== null && minor > rule.amountMax) return removal("AMOUNT_ABOVE_MAX", at);
  if (!snapshot.activeSubTenantIds.has(rule.subTenantId)) return removal("SUB_TENANT_DISABLED", at);
  // Of several accounts that cannot carry it, the one that came closest is reported.
  let closest: { stage: number; accountId: string } | null = null;
  for (const account of snapshot.accounts) {
    if (account.subTenantId !== rule.subTenantId || !carries(account, question)) continue;
    const stage = accountStage(account, question);
    if (stage === accountStages.length) {
      return {
        providerAccountId: account.id,
        provider: account.provider,
        subTenantId: rule.subTenantId,
        ruleId: rule.id,
      };
    }
    if (closest === null || stage > closest.stage) closest = { stage, accountId: account.id };
  }
  if (closest === null) return removal("NO_ACCOUNT", at);
  return removal(accountStages[closest.stage] ?? "NO_ACCOUNT", { ...at, accountId: closest.accountId });
}

/** Whether the account is for payments of this kind at all. */
export function carries(account: RoutableAccount, { method, isPayout = false }: RouteQuestion): boolean {
  return account.methods.includes(method) && (!isPayout || account.paysOut);
}

/** The last one is temporary: it is the reason only where nothing else is in the way. */
export const accountStages = [
  "ACCOUNT_DISABLED",
  "CURRENCY",
  "COUNTRY",
  "OPERATOR",
  "ACCOUNT_LIMIT",
  "ACCOUNT_SUSPENDED",
] as const;
export type AccountStage = (typeof accountStages)[number];

/** How many of the `accountStages` the account passes: all of them when it can carry the payment. */
export function accountStage(account: RoutableAccount, question: RouteQuestion): number {
  const { amount, country, operator, isPayout = false } = question;
  if (account.status !== "ENABLED") return 0;
  if (!allows(account.currencies, amount.currency)) return 1;
  if (!allows(account.countries, country)) return 2;
  if (!allows(account.operators, operator) || !servesOperator(account.serves, question)) return 3;
  const isWithin = isPayout ? isPayoutWithinLimits : isWithinLimits;
  if (!isWithin(account.limits, amount)) return 4;
  if (account.suspended) return 5;
  return accountStages.length;
}

function allows(list: readonly string[], value: string | null): boolean {
  return list.length === 0 || value === null || list.includes(value);
}

/**
 * The bound in force: the most specific match, where an operator counts more than a country. For a way to pay without a
 * country or operator only general bounds apply.
 */
export function boundFor(snapshot: RoutingSnapshot, question: RouteQuestion): AmountBound | null {
  let best: AmountBound | null = null;
  let bestWeight = -1;
  for (const bound of snapshot.bounds) {
    if (bound.method !== question.method || bound.currency !== question.amount.currency) continue;
    if (bound.operator !== null && bound.operator !== question.operator) continue;
    if (bound.country !== null && bound.country !== question.country) continue;
    const weight = (bound.operator === null ? 0 : 2) + (bound.country === null ? 0 : 1);
    if (weight > bestWeight) {
      best = bound;
      bestWeight = weight;
    }
  }
  return best;
}

/** What is wrong with `amount`, in minor units, or null when it is within the bound. */
function outsideBound(
  bound: AmountBound,
  amount: bigint,
): "AMOUNT_BELOW_MIN" | "AMOUNT_ABOVE_MAX" | "AMOUNT_STEP" | null {
  if (amount < bound.min) return "AMOUNT_BELOW_MIN";
  if (amount > bound.max) return "AMOUNT_ABOVE_MAX";
  return amount % bound.step === 0n ? null : "AMOUNT_STEP";
}

/** The most severe outage at `nowMs`: CLOSED before DEGRADED; null when there is none. */
export function outageFor(snapshot: RoutingSnapshot, question: RouteQuestion, nowMs: number): Outage | null {
  let found: Outage | null = null;
  for (const outage of snapshot.outages) {
    if (outage.method !== question.method) continue;
    if (outage.operator !== null && outage.operator !== question.operator) continue;
    if (outage.country !== null && outage.country !== question.country) continue;
    if (nowMs < outage.startsAtMs || (outage.endsAtMs !== null && nowMs >= outage.endsAtMs)) continue;
    if (outage.status === "CLOSED") return outage;
    found = outage;
  }
  return found;
}

function removal(reason: RemovalReason, at: Partial<Omit<Removal, "reason">> = {}): Removal {
  return { reason, ruleId: null, subTenantId: null, accountId: null, bound: null, outage: null, ...at };
}
