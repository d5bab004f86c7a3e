import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { AccountLimit } from "../account-limits.ts";
import type { BalanceTolerance } from "../balance-tolerances.ts";
import type { AccountRow } from "./account-store.ts";
import type { Settings } from "./account-view.ts";

export interface NewAccount {
  readonly mode: Mode;
  readonly subTenantId: string;
  readonly provider: string;
  readonly name: string;
  readonly status?: "ENABLED" | "DISABLED";
  readonly methods: readonly PaymentMethod[];
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
  readonly operators?: readonly string[];
  /** Whether the service may take it out of routing by itself; true when absent. */
  readonly automaticSuspension?: boolean;
  /** What it may take in live and sandbox; nothing is limited when absent. */
  readonly limits?: readonly LimitInput[];
  /** Gaps between its balance and its book that are no matter; none when absent. */
  readonly balanceTolerances?: readonly BalanceTolerance[];
  readonly settings: Settings;
}

/** A limit as operators write it: minor units as text, absent or null for none. */
export interface LimitInput {
  readonly currency: string;
  readonly perPayment?: string | null;
  readonly perDay?: string | null;
  readonly countsPayouts?: boolean;
}

export type AccountChange = Partial<Omit<NewAccount, "mode" | "subTenantId" | "provider" | "settings">> & {
  /** The given settings are replaced, the others stay. */
  readonly settings?: Settings;
  readonly version?: number;
};

/** A new account that is not stored yet; its `settings` are sealed. */
export function newAccount(
  id: AccountRow["id"],
  input: NewAccount,
  subTenantId: AccountRow["subTenantId"],
  settings: Buffer,
  nowMs: number,
): AccountRow {
  const { mode, provider, name, status = "ENABLED", methods } = input;
  const { currencies = [], countries = [], operators = [], automaticSuspension = true } = input;
  const stamps = { version: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
  const terms = { mode, provider, name, status, methods, currencies, countries, operators };
  const limits = limitsOf(input.limits ?? []);
  const balanceTolerances = tolerancesOf(input.balanceTolerances ?? []);
  const tested = { suspendedAtMs: null, testPassedAtMs: null };
  return {
    id,
    subTenantId,
    ...terms,
    automaticSuspension,
    limits,
    balanceTolerances,
    ...tested,
    settings,
    ...stamps,
  };
}

/** By currency; a currency without any limit is left out. */
function limitsOf(input: readonly LimitInput[]): readonly AccountLimit[] {
  return input
    .map(({ currency, perPayment = null, perDay = null, countsPayouts = false }) => ({
      currency,
      perPayment,
      perDay,
      countsPayouts,
    }))
    .filter(({ perPayment, perDay }) => perPayment !== null || perDay !== null)
    .sort((left, right) => (left.currency < right.currency ? -1 : 1));
}

/** By currency; a currency without a tolerance is left out. */
function tolerancesOf(input: readonly BalanceTolerance[]): readonly BalanceTolerance[] {
  return input
    .map(({ currency, amount }) => ({ currency, amount }))
    .filter(({ amount }) => amount !== "0")
    .sort((left, right) => (left.currency < right.currency ? -1 : 1));
}

/** `before` with the fields of `change`, except the settings: absent fields stay. */
export function mergeAccount(before: AccountRow, change: AccountChange): AccountRow {
  const { name = before.name, status = before.status, methods = before.methods } = change;
  const {
    currencies = before.currencies,
    countries = before.countries,
    operators = before.operators,
    automaticSuspension = before.automaticSuspension,
  } = change;
  const limits = change.limits === undefined ? before.limits : limitsOf(change.limits);
  const balanceTolerances =
    change.balanceTolerances === undefined
      ? before.balanceTolerances
      : tolerancesOf(change.balanceTolerances);
  const suspendedAtMs = automaticSuspension ? before.suspendedAtMs : null;
  const terms = { name, status, methods, currencies, countries, operators, automaticSuspension };
  return { ...before, ...terms, limits, balanceTolerances, suspendedAtMs };
}
