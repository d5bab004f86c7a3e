import type { Mode } from "../../../kit/payment-terms.ts";
import type { AccountRow } from "./account-store.ts";
import type { RuleRow } from "./rule-store.ts";

/**
 * Which changes of routing take two operators: in live mode, whatever may lead money elsewhere. What only takes a way
 * out of use is done by one at once: nobody has to wake a colleague to stop it. Pure.
 */
export const takesTwo = (mode: Mode): boolean => mode === "LIVE";

type AccountTerms = Pick<
  AccountRow,
  "name" | "status" | "methods" | "currencies" | "countries" | "operators"
>;

/** Disabling an account and nothing else is for one; `changed` are the names of settings that get another value. */
export function accountTakesTwo(
  mode: Mode,
  before: AccountTerms,
  after: AccountTerms,
  changed: readonly string[],
): boolean {
  const onlyDisables = after.status === "DISABLED" && isSame({ ...before, status: "DISABLED" }, after);
  return takesTwo(mode) && !(onlyDisables && changed.length === 0);
}

/** Disabling a rule and nothing else is for one. Deleting it is not: that cannot be taken back. */
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

/** Both are made with their fields in one order. */
const isSame = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right);
