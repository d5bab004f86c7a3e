import type { CurrencyCode } from "../../kit/currency.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../kit/payment-terms.ts";
import type { ServedOperator } from "../../providers/provider.ts";
import type { RoutableLimit } from "./account-limits.ts";

/** An account of a sub-tenant, with what it and its provider both serve. An empty list of currencies, countries or operators means any. */
export interface RoutableAccount {
  readonly id: string;
  readonly subTenantId: string;
  readonly provider: string;
  readonly name: string;
  readonly status: "ENABLED" | "DISABLED";
  /** Taken out of routing by the service, because its provider fails. */
  readonly suspended: boolean;
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly operators: readonly string[];
  /** Whether its provider can send payouts. */
  readonly paysOut: boolean;
  /** The operators and schemes that it serves, where its settings say so; null: every one that `operators` allows. */
  readonly serves: readonly ServedOperator[] | null;
  /** Numbers of its provider's test system, taken although they belong to no operator of the payer's country. */
  readonly testPhones: readonly string[];
  /** What it may take; a currency that is not named is not limited. */
  readonly limits: readonly RoutableLimit[];
}

/** Null matches anything. Amounts are minor units, both ends included. */
export interface RoutingRule {
  readonly id: string;
  /** Lower comes first. */
  readonly priority: number;
  readonly method: PaymentMethod;
  readonly currency: string | null;
  readonly country: string | null;
  readonly operator: string | null;
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  readonly subTenantId: string;
  readonly enabled: boolean;
}

/** Minor units. The amount is a multiple of `step`. Null operator or country matches any. */
export interface AmountBound {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly currency: CurrencyCode;
  readonly min: bigint;
  readonly max: bigint;
  readonly step: bigint;
}

/** From `startsAtMs`, included, to `endsAtMs`, excluded; null: until it is closed. */
export interface Outage {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly status: "DEGRADED" | "CLOSED";
  readonly reason: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
}

/** One version of the price of a method in a currency. A change is a new version: nothing is overwritten. */
export interface FeeSchedule {
  readonly id: string;
  readonly version: number;
  /** Payments that begin at this instant or later are charged by it, until the next version takes effect. */
  readonly effectiveFromMs: number;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
  /** Minor units, like `minimum` and `maximum`. */
  readonly fixed: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint | null;
  readonly settlementDelaySeconds: number;
}

/** Everything that decides where a payment of one tenant and mode goes, read at one moment. */
export interface RoutingSnapshot {
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** Of ACTIVE sub-tenants. */
  readonly activeSubTenantIds: ReadonlySet<string>;
  readonly accounts: readonly RoutableAccount[];
  /** By priority, then id: the same order on every instance. */
  readonly rules: readonly RoutingRule[];
  readonly bounds: readonly AmountBound[];
  readonly outages: readonly Outage[];
  /** Every version: a long-running payment is charged by the one in force when it began. */
  readonly fees: readonly FeeSchedule[];
}
