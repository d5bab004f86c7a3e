import {
  guessOperator as guessByPrefix,
  operatorCountries,
  operatorCountry,
  operatorCountryOf,
} from "../../server/src/kit/operators.ts";

/** The format of a country's numbers: to help the payer, never to refuse. Only the service checks a number. */
export interface PhoneHint {
  /** Calling code without `+`. */
  readonly dial: string;
  /** Digits of the national number, as groups: 2 3 2 2 is `77 123 45 67`. */
  readonly groups: readonly number[];
  readonly example: string;
  /** The prefix added to numbers of an older, shorter form: people and address books still use those. */
  readonly oldPrefix: string | null;
  /** People write a leading zero that is no part of the number: `081…` for `+24381…`. */
  readonly dropsZero: boolean;
}

const withoutZero: readonly string[] = ["CD", "GA"];

/** Old numbers: their form, and their new prefix. */
const former: Readonly<Record<string, { readonly pattern: RegExp; readonly prefix: string }>> = {
  // 30 November 2024.
  BJ: { pattern: /^[24-9][0-9]{7}$/, prefix: "01" },
};

const written: Readonly<Record<string, readonly [groups: string, example: string]>> = {
  CI: ["2 2 2 2 2", "07 07 12 34 56"],
  SN: ["2 3 2 2", "77 123 45 67"],
  ML: ["2 2 2 2", "70 12 34 56"],
  BF: ["2 2 2 2", "70 12 34 56"],
  BJ: ["2 2 2 2 2", "01 97 12 34 56"],
  TG: ["2 2 2 2", "90 12 34 56"],
  NE: ["2 2 2 2", "90 12 34 56"],
  CM: ["1 2 2 2 2", "6 77 12 34 56"],
  GA: ["2 2 2 2", "74 12 34 56"],
  CG: ["2 3 2 2", "06 612 34 56"],
  CD: ["2 3 2 2", "81 123 45 67"],
  GN: ["3 2 2 2", "621 12 34 56"],
  GW: ["3 3 3", "955 012 345"],
};

/** Null where no mobile money is taken. */
export function phoneHint(countryCode: string | null): PhoneHint | null {
  const country = countryCode === null ? null : operatorCountry(countryCode);
  const form = countryCode !== null && Object.hasOwn(written, countryCode) ? written[countryCode] : undefined;
  if (country === null || form === undefined) return null;
  const [groups, example] = form;
  const oldPrefix = former[country.countryCode]?.prefix ?? null;
  return {
    dial: country.callingCode,
    groups: groups.split(" ").map(Number),
    example,
    oldPrefix,
    dropsZero: withoutZero.includes(country.countryCode),
  };
}

/** A number of a country where mobile money is taken as people there write it: `+225 27 21 21 21 21`. Another unchanged. */
export function writtenPhone(e164: string): string {
  const country = operatorCountryOf(e164);
  const hint = phoneHint(country?.countryCode ?? null);
  if (hint === null) return e164;
  let rest = e164.slice(1 + hint.dial.length);
  const parts = [`+${hint.dial}`];
  for (const size of hint.groups) {
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...parts, rest].filter((part) => part !== "").join("\u00a0");
}

function presentForm(national: string, countryCode: string | null): string {
  const old = countryCode === null ? undefined : former[countryCode];
  return old?.pattern.test(national) === true ? `${old.prefix}${national}` : national;
}

/** First digits that suggest an operator; empty when none do. */
export function prefixesOf(countryCode: string | null, operator: string | null): readonly string[] {
  const country = countryCode === null ? null : operatorCountry(countryCode);
  return country?.operators.find((one) => one.code === operator)?.prefixes ?? [];
}

/** The digits of what was typed, with `+` in front for an international number; `00` counts as `+`. */
export function tidyPhone(typed: string): string {
  const digits = typed.replace(/[^0-9+]/g, "");
  const international = digits.startsWith("+") || digits.startsWith("00");
  const bare = digits.replaceAll("+", "");
  return international ? `+${bare.replace(/^00/, "")}` : bare;
}

/** The country of a number typed with its calling code; null without one, and for a country where no mobile money is taken. */
export function countryOfTyped(typed: string): string | null {
  const tidy = tidyPhone(typed);
  if (!tidy.startsWith("+")) return null;
  const found = operatorCountries.find(({ callingCode }) => tidy.startsWith(`+${callingCode}`));
  return found?.countryCode ?? null;
}

/** The operator suggested by the first digits of a whole number, or null. A hint only. */
export function guessOperator(typed: string, countryCode: string | null): string | null {
  const hint = phoneHint(countryCode);
  if (hint === null) return null;
  const tidy = tidyPhone(typed);
  const dial = `+${hint.dial}`;
  const national = tidy.startsWith(dial) ? tidy.slice(dial.length) : tidy;
  const guess = guessByPrefix(
    national.startsWith("+") ? national : `${dial}${presentForm(national, countryCode)}`,
  );
  return guess?.countryCode === countryCode ? guess.code : null;
}
