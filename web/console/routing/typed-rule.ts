import type { Rule } from "../../ui/api/views.ts";
import { asTyped, typedAmount } from "../../ui/format/typed-amount.ts";

/** What a person types into the form of a rule; an empty condition stands for any. */
export interface TypedRule {
  readonly method: Rule["method"];
  readonly subTenantId: string;
  readonly country: string;
  readonly operator: string;
  readonly currency: string;
  readonly amountMin: string;
  readonly amountMax: string;
}

/** A rule as the API takes it. Amounts are in minor units. */
export type RuleTerms = Pick<
  Rule,
  "method" | "subTenantId" | "country" | "operator" | "currency" | "amountMin" | "amountMax"
>;

/** A rule as the form shows it; null: a new one of this sub-tenant. Pure. */
export function typedOf(rule: Rule | null, subTenantId: string): TypedRule {
  const any = { country: "", operator: "", currency: "", amountMin: "", amountMax: "" };
  if (rule === null) return { method: "MOBILE_MONEY", subTenantId, ...any };
  const currency = rule.currency ?? "";
  return {
    method: rule.method,
    subTenantId: rule.subTenantId,
    country: rule.country ?? "",
    operator: rule.operator ?? "",
    currency,
    amountMin: asTyped(rule.amountMin, currency),
    amountMax: asTyped(rule.amountMax, currency),
  };
}

/** Minor units of a typed amount; null: any. Undefined when it is no amount. */
function amountOf(typed: TypedRule, name: "amountMin" | "amountMax"): string | null | undefined {
  const { currency, [name]: text } = typed;
  return text === "" || currency === "" ? null : typedAmount(text, currency)?.toString();
}

/** Whether what was typed as this amount is none. Pure. */
export const isAmountWrong = (typed: TypedRule, name: "amountMin" | "amountMax"): boolean =>
  amountOf(typed, name) === undefined;

/** What was typed as a rule; null when an amount is none. Amounts need a currency, and go without one. Pure. */
export function termsOf(typed: TypedRule): RuleTerms | null {
  const { method, subTenantId, currency } = typed;
  const [amountMin, amountMax] = [amountOf(typed, "amountMin"), amountOf(typed, "amountMax")];
  if (amountMin === undefined || amountMax === undefined) return null;
  const orNull = (text: string) => (text === "" ? null : text);
  return {
    method,
    subTenantId,
    country: orNull(typed.country),
    operator: orNull(typed.operator),
    currency: orNull(currency),
    amountMin,
    amountMax,
  };
}

/** Payments of the last days that are routed again. */
const REPLAYED = 200;
/** Where the rule names no currency or amount; minor units. */
const SAMPLE = { currency: "XOF", amount: "5000" } as const;

/** A payment that the rule is for, as a dry run is asked about it. Pure. */
export function questionOf({ method, country, operator, currency, amountMin, amountMax }: RuleTerms) {
  return {
    method,
    country,
    operator,
    currency: currency ?? SAMPLE.currency,
    amount: amountMin ?? amountMax ?? SAMPLE.amount,
    replay: REPLAYED,
  };
}
