import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import type { ProviderAccount, Rule, SubTenant } from "../../ui/api/views.ts";
import type { UiTexts } from "../../ui/i18n/index.ts";
import type { Texts } from "../i18n/texts.ts";

/** Names of entities and accounts by their ids, for what only tells ids. */
export interface Names {
  readonly subTenants: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

export function namesOf(subTenants: readonly SubTenant[], accounts: readonly ProviderAccount[]): Names {
  return {
    subTenants: new Map(subTenants.map(({ id, name }) => [id, name])),
    accounts: new Map(accounts.map(({ id, name }) => [id, name])),
  };
}

type Amount = (minor: string, currency: string) => string;

/** The payments that a rule is for, in words: `Mobile money · CI · ORANGE · jusqu’à 500 000 F CFA`. Pure. */
export function conditionsOf(rule: Rule, texts: Texts["routing"], ui: UiTexts, amount: Amount): string {
  const { currency, amountMin, amountMax } = rule;
  const inCurrency = (minor: string) => (currency === null ? minor : amount(minor, currency));
  return [
    ui.methods[rule.method],
    rule.country,
    rule.operator,
    currency,
    amountMin === null ? null : texts.from(inCurrency(amountMin)),
    amountMax === null ? null : texts.upTo(inCurrency(amountMax)),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** `order` with one rule moved by one place; the same at its ends. Pure. */
export function moved(order: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return order;
  const next = order.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}

/** The rules in a new order, as a dry run takes them. Pure. */
export function proposedRules(rules: readonly Rule[], order: readonly string[]) {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return order.flatMap((id) => {
    const rule = byId.get(id);
    if (rule === undefined) return [];
    const { method, subTenantId, currency, country, operator, amountMin, amountMax, enabled } = rule;
    return [{ method, subTenantId, currency, country, operator, amountMin, amountMax, enabled }];
  });
}

/** The steps to a first live payment, and which of them are done. Pure. */
export function liveSteps(
  mode: Mode,
  accounts: readonly ProviderAccount[],
  rules: readonly Rule[],
): readonly (readonly [step: "ACCOUNT" | "ENABLED" | "RULE", isDone: boolean])[] {
  if (mode !== "LIVE") return [];
  const steps = [
    ["ACCOUNT", accounts.length > 0],
    ["ENABLED", accounts.some(({ status }) => status === "ENABLED")],
    ["RULE", rules.some(({ enabled, accountCount }) => enabled && accountCount > 0)],
  ] as const;
  return steps.every(([, isDone]) => isDone) ? [] : steps;
}
