import type { Mode } from "../../../kit/payment-terms.ts";
import { raisesLimits } from "../account-limits.ts";
import { raisesTolerances } from "../balance-tolerances.ts";
import type { AccountRow } from "./account-store.ts";
import type { RuleRow } from "./rule-store.ts";

/**
 * Which changes of routing take two operators: in live mode, every change that may send money elsewhere. One operator
 * can do what only takes a way out of use, so that an incident can be stopped without a second person. Pure.
 */
export const takesTwo = (mode: Mode): boolean => mode === "LIVE";

type AccountTerms = Pick<
  AccountRow,
  | "name"
  | "status"
  | "methods"
  | "currencies"
  | "countries"
  | "operators"
  | "automaticSuspension"
  | "limits"
  | "balanceTolerances"
>;

/**
 * Only disabling an account and lowering what it may take, or by how much its balance may differ, are for one operator;
 * `changed` are the names of settings whose value changes.
 */
export function accountTakesTwo(
  mode: Mode,
  before: AccountTerms,
  after: AccountTerms,
  changed: readonly string[],
): boolean {
  const status = after.status === "DISABLED" ? "DISABLED" : before.status;
  const { limits, balanceTolerances } = after;
  const onlyRestricts =
    isSame({ ...before, status, limits, balanceTolerances }, after) &&
    !raisesLimits(before.limits, limits) &&
    !raisesTolerances(before.balanceTolerances, balanceTolerances);
  return takesTwo(mode) && !(onlyRestricts && changed.length === 0);
}

/** Only disabling a rule is for one operator. Deleting is not, because it cannot be undone. */
export function ruleTakesTwo<Terms extends Pick<RuleRow, "enabled">>(
  mode: Mode,
  before: Terms,
  after: Terms,
): boolean {
  return takesTwo(mode) && !(!after.enabled && isSame({ ...before, enabled: false }, after));
}

/** A sub-tenant has no mode: making it ACTIVE puts its live accounts back to use. */
export function subTenantTakesTwo(
  before: "ACTIVE" | "DISABLED",
  after: "ACTIVE" | "DISABLED",
  hasLiveAccount: boolean,
): boolean {
  return hasLiveAccount && before === "DISABLED" && after === "ACTIVE";
}

/** Both have their fields in the same order. */
const isSame = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right);
