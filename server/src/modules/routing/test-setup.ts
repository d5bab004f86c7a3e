import type { CurrencyCode } from "../../kit/currency.ts";
import type { TenantId } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import type { SessionQuestion } from "./rules.ts";
import type { AmountBound, Outage, RoutableAccount, RoutingRule, RoutingSnapshot } from "./snapshot.ts";

export const NOW_MS = Date.UTC(2026, 10, 21, 10);

export function account(over: Partial<RoutableAccount> = {}): RoutableAccount {
  return {
    id: "account-a",
    subTenantId: "sub-a",
    provider: "simulator",
    name: "A",
    status: "ENABLED",
    suspended: false,
    methods: paymentMethods,
    currencies: [],
    countries: [],
    operators: [],
    paysOut: true,
    serves: null,
    testPhones: [],
    limits: [],
    ...over,
  };
}

export function rule(over: Partial<RoutingRule> = {}): RoutingRule {
  return {
    id: "rule-a",
    priority: 100,
    method: "MOBILE_MONEY",
    currency: null,
    country: null,
    operator: null,
    amountMin: null,
    amountMax: null,
    subTenantId: "sub-a",
    enabled: true,
    ...over,
  };
}

export function bound(over: Partial<AmountBound> = {}): AmountBound {
  return {
    id: "bound-a",
    method: "MOBILE_MONEY",
    operator: null,
    country: null,
    currency: "XOF",
    min: 100n,
    max: 2_000_000n,
    step: 1n,
    ...over,
  };
}

export function outage(over: Partial<Outage> = {}): Outage {
  return {
    id: "outage-a",
    method: "MOBILE_MONEY",
    operator: null,
    country: null,
    status: "CLOSED",
    reason: "Maintenance",
    startsAtMs: NOW_MS - 1_000,
    endsAtMs: null,
    ...over,
  };
}

/** One sub-tenant with one account that accepts anything, and a rule for each method. */
export function snapshot(over: Partial<RoutingSnapshot> = {}): RoutingSnapshot {
  return {
    tenantId: "tenant" as TenantId,
    mode: "SANDBOX",
    activeSubTenantIds: new Set(["sub-a"]),
    accounts: [account()],
    rules: paymentMethods.map((method, index) =>
      rule({ id: `rule-${method}`, method, priority: 100 + index }),
    ),
    bounds: [],
    outages: [],
    fees: [],
    ...over,
  };
}

export function question(
  over: Partial<RoutingSnapshot> = {},
  session: Partial<Omit<SessionQuestion, "snapshot" | "amount">> & {
    readonly amount?: bigint;
    readonly currency?: CurrencyCode;
  } = {},
): SessionQuestion {
  const { amount = 5_000n, currency = "XOF", ...rest } = session;
  return {
    snapshot: snapshot(over),
    amount: money(amount, currency),
    walletCurrencies: ["XOF", "EUR"],
    sessionMethods: null,
    nowMs: NOW_MS,
    ...rest,
  };
}
