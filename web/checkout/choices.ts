import { operatorCodes, operatorCountry } from "../../server/src/kit/operators.ts";
import type { MethodOption } from "../../server/src/kit/payer-pages.ts";
import type { PaymentMethod } from "../../server/src/kit/payment-terms.ts";
import { habitOf } from "./operator-marks.ts";

/** One large choice on the page. Mobile money groups its operators, QR its schemes; every other option is separate. */
export interface Choice {
  /** The form's value for `method`: `MOBILE_MONEY`, `CARD`. */
  readonly value: string;
  readonly method: PaymentMethod;
  readonly options: readonly [MethodOption, ...MethodOption[]];
  readonly closed: boolean;
}

export interface Choices {
  readonly countries: readonly string[];
  /** The country whose operators are shown; null when no option has one. */
  readonly country: string | null;
  readonly choices: readonly Choice[];
}

/** The most used methods of the region come first; the method used last comes before all. */
const order: readonly PaymentMethod[] = ["MOBILE_MONEY", "CARD", "QR", "WALLET", "BANK_TRANSFER"];

/**
 * Arranges the offered options. `country` is what the payer asked for or used before; if it has no offer, that of `home`,
 * the merchant's country, is chosen, else another one. Only options of other countries are removed, which the payer reaches
 * by changing the country.
 */
export function arrangeChoices(
  options: readonly MethodOption[],
  asked: { readonly country: string | null; readonly home: string; readonly method: string | null },
): Choices {
  const countries = countriesOf(options);
  const has = (wanted: string | null) => countries.find((code) => code === wanted);
  const country = has(asked.country) ?? has(asked.home) ?? countries[0] ?? null;
  const choices = order
    .flatMap((method) =>
      choicesOf(
        method,
        options.filter((option) => option.method === method),
        country,
      ),
    )
    .sort((left, right) => Number(right.value === asked.method) - Number(left.value === asked.method));
  return { countries, country, choices };
}

/** Only mobile money needs a country: its operators and numbers depend on it. */
function countriesOf(options: readonly MethodOption[]): readonly string[] {
  const ofMobile = options.filter((option) => option.method === "MOBILE_MONEY");
  return [...new Set(ofMobile.flatMap((option) => option.countryCode ?? []))];
}

function choicesOf(
  method: PaymentMethod,
  options: readonly MethodOption[],
  country: string | null,
): readonly Choice[] {
  const here = options.filter((option) => option.countryCode === null || option.countryCode === country);
  if (method === "MOBILE_MONEY")
    return here.length === 0 ? [] : [choice(method, method, here.toSorted(byHabit))];
  const offered =
    here.length > 0 ? here : options.filter((option) => option.countryCode === options[0]?.countryCode);
  if (method === "QR") {
    const known = offered.filter((option) => isScanned(option, country));
    return offered.length === 0 ? [] : [choice(method, method, known.length === 0 ? offered : known)];
  }
  return offered.map((option) =>
    choice(option.operator === null ? method : `${method}.${option.operator}`, method, [option]),
  );
}

/** An operator's own code is read by its application alone: not where the operator is not at home. */
function isScanned({ operator }: MethodOption, country: string | null): boolean {
  const isOperator = operatorCodes.some((code) => code === operator);
  if (!isOperator || country === null) return true;
  return operatorCountry(country)?.operators.some(({ code }) => code === operator) ?? true;
}

/** The operator that most payers of the country expect comes first. */
function byHabit(left: MethodOption, right: MethodOption): number {
  return habitOf(left.countryCode, left.operator) - habitOf(right.countryCode, right.operator);
}

function choice(value: string, method: PaymentMethod, options: readonly MethodOption[]): Choice {
  const [first, ...others] = options;
  if (first === undefined) throw new Error("a choice without an option");
  return {
    value,
    method,
    options: [first, ...others],
    closed: options.every((option) => option.status === "CLOSED"),
  };
}
