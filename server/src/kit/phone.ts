import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { guessOperator, operatorCountryOf } from "./operators.ts";

export * from "./operators.ts";

/** Longer text is not a phone number, even with spaces. */
export const PHONE_TEXT_MAX = 32;

export interface Phone {
  /** `+2250707070707`. */
  readonly e164: string;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
}

/**
 * Why a text is not accepted as a phone number. `COUNTRY_REQUIRED`: it is in national form and no country was given.
 * `COUNTRY_UNKNOWN`: the given country does not exist. `COUNTRY_MISMATCH`: it is a number of another country.
 */
export type PhoneProblem = "NOT_A_PHONE_NUMBER" | "COUNTRY_REQUIRED" | "COUNTRY_UNKNOWN" | "COUNTRY_MISMATCH";

const BENIN = "BJ";
// Benin put 01 before every 8-digit number on 30 November 2024; people and address books still use the old form.
const oldBeninNumber = /^(?:\+229)?([24-9][0-9]{7})$/;

/**
 * Reads a phone number, in international form, or in national form when `countryCode` (ISO 3166 alpha-2) is given.
 * Spaces, dots, dashes and brackets are allowed. Numbers that the numbering plan does not know yet are accepted when an
 * operator's prefix and length match: countries open ranges faster than libraries learn them.
 */
export function normalizePhone(
  text: string,
  countryCode: string | null,
): Phone | { readonly problem: PhoneProblem } {
  if (text.length > PHONE_TEXT_MAX) return { problem: "NOT_A_PHONE_NUMBER" };
  if (countryCode !== null && !isSupportedCountry(countryCode)) return { problem: "COUNTRY_UNKNOWN" };
  const compact = text.replaceAll(/[\s().\-\u00a0\u202f]/g, "");
  if (!/^(?:\+|00)?[0-9]{4,18}$/.test(compact)) return { problem: "NOT_A_PHONE_NUMBER" };
  const international = compact.startsWith("+") || compact.startsWith("00");
  if (!international && countryCode === null) return { problem: "COUNTRY_REQUIRED" };

  const readable = rewriteOldBenin(compact.replace(/^00/, "+"), countryCode);
  // A number with an operator's prefix and length is accepted, even when the plan does not know it yet. Its reading is
  // certain: the plans of these countries have no trunk prefix that parsing would remove.
  const served = guessOperator(readable);
  if (served !== null) return ofCountry(readable, served.countryCode, countryCode);
  const parsed = parsePhoneNumberFromString(readable, {
    ...(countryCode === null ? {} : { defaultCountry: countryCode }),
    extract: false,
  });
  if (parsed === undefined) return { problem: "NOT_A_PHONE_NUMBER" };
  const e164: string = parsed.number;
  const country = parsed.isValid() ? parsed.country : guessOperator(e164)?.countryCode;
  return country === undefined ? { problem: "NOT_A_PHONE_NUMBER" } : ofCountry(e164, country, countryCode);
}

/**
 * The number, in E.164 form, that a person typed to find something: in any form of `normalizePhone`, also with a space
 * for the plus or without it. Null when the text is no number. `countryCode` is that of numbers in national form.
 */
export function searchedPhone(text: string, countryCode: string | null): string | null {
  // In a query string an unescaped plus is a space: +225… arrives as " 225…".
  const written = /^ [0-9]/.test(text) ? `+${text.slice(1)}` : text;
  const readings = [
    () => normalizePhone(written, null),
    () => normalizePhone(written, countryCode),
    () => normalizePhone(`+${written}`, null),
  ];
  for (const read of readings) {
    const phone = read();
    if ("e164" in phone) return phone.e164;
  }
  return null;
}

function ofCountry(
  e164: string,
  countryCode: string,
  wanted: string | null,
): Phone | { readonly problem: PhoneProblem } {
  if (wanted !== null && countryCode !== wanted) return { problem: "COUNTRY_MISMATCH" };
  return { e164, countryCode };
}

function rewriteOldBenin(compact: string, countryCode: string | null): string {
  if (countryCode !== BENIN && !compact.startsWith("+229")) return compact;
  const old = oldBeninNumber.exec(compact);
  return old?.[1] === undefined ? compact : `+22901${old[1]}`;
}

/**
 * The part of a number that may be shown: calling code, first two and last two digits, as in `+225 07 ** ** ** 89`.
 * Text that is not a number keeps its last two characters only.
 */
export function maskPhone(e164: string): string {
  const callingCode = callingCodeOf(e164);
  if (callingCode === null) return `** ${e164.slice(-2)}`;
  const national = nationalDigits(e164, callingCode);
  const hidden = national.length - 4;
  // Pairs from the right, so that an odd digit is in the first group: +221 77 *** ** 67.
  const middle = `${hidden % 2 === 0 ? "" : " ***"}${" **".repeat(hidden % 2 === 0 ? hidden / 2 : (hidden - 3) / 2)}`;
  return `+${callingCode} ${national.slice(0, 2)}${middle} ${national.slice(-2)}`;
}

/** Null for text that is not a number, or is too short to hide anything. */
function callingCodeOf(e164: string): string | null {
  // No calling code begins with another, so a complete number of the table's countries needs no parsing.
  const known = operatorCountryOf(e164);
  if (known !== null && /^\+[0-9]+$/.test(e164)) return known.callingCode;
  const parsed = parsePhoneNumberFromString(e164, { extract: false });
  return parsed === undefined || parsed.nationalNumber.length < 6 ? null : parsed.countryCallingCode;
}

function nationalDigits(e164: string, callingCode: string): string {
  return e164.slice(callingCode.length + 1);
}
