/**
 * Bank account numbers of West and Central Africa and of Europe. An IBAN carries check digits of its own; in the franc zones
 * the national number (RIB) inside carries a key beside them.
 */

/** Letters as the two numbers ISO 7064 gives them (A is 10), then the whole modulo 97, digit by digit. */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Two digits that make `body` followed by `head` and them 1 modulo 97: IBAN and creditor references share the rule. */
export function checkDigits(body: string, head: string): string {
  return String(98 - mod97(`${body}${head}00`)).padStart(2, "0");
}

/** Whether the check digits of an IBAN are right; says nothing about the account number inside. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && mod97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

/** A to I and J to R are 1 to 9, S to Z are 2 to 9: the letter values of the RIB key. */
function ribDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => {
    const index = letter.charCodeAt(0) - 65;
    return String(index < 18 ? (index % 9) + 1 : (index % 9) + 2);
  });
}

/** The two-digit key that ends a bank, branch and account number (RIB). */
export function ribKey(bank: string, branch: string, account: string): string {
  const digits = `${ribDigits(bank)}${ribDigits(branch)}${ribDigits(account)}00`;
  return String(97 - Number(BigInt(digits) % 97n)).padStart(2, "0");
}

// Two letters and three digits name a bank; older codes are one letter and four digits.
const uemoaPattern = /^(?:[A-Z]{2}\d{3}|[A-Z]\d{4})\d{19}$/;
const cemacPattern = /^\d{23}$/;
const uemoa: ReadonlySet<string> = new Set(["CI", "SN", "ML", "BF", "BJ", "TG", "NE"]);
const cemac: ReadonlySet<string> = new Set(["CM", "GA", "CG", "TD", "CF", "GQ"]);

/** Lengths of the IBANs of other countries that we know; elsewhere only the check digits are checked. */
const lengths: Readonly<Record<string, number>> = {
  GW: 25,
  FR: 27,
  DE: 22,
  BE: 16,
  ES: 24,
  IT: 27,
  NL: 18,
  PT: 25,
  AT: 20,
  LU: 20,
  IE: 22,
  FI: 18,
  GR: 27,
  MC: 27,
  CH: 21,
  GB: 22,
};

/** `KEY_MISMATCH`: the IBAN's own check digits are right, but the account number inside contradicts its RIB key. */
export type RibFinding = "KEY_MISMATCH";

export interface BankAccountCheck {
  /** Without spaces, upper case. */
  readonly iban: string;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
  /** Such an account cannot exist. */
  readonly error: RibFinding | null;
  /** Worth a second look: some CEMAC banks compute the key differently. */
  readonly warning: RibFinding | null;
}

/** Longer text is not an IBAN, even with spaces. */
export const IBAN_TEXT_MAX = 50;

/**
 * Reads an IBAN as people write it, with or without spaces, and checks what can be checked offline. Null when it is not
 * an IBAN (wrong length, form or check digits), usually a typing error.
 */
export function checkBankAccount(text: string): BankAccountCheck | null {
  const iban = text.replaceAll(/[\s\u00a0\u202f-]/g, "").toUpperCase();
  if (text.length > IBAN_TEXT_MAX || !isIban(iban)) return null;
  const countryCode = iban.slice(0, 2);
  const bban = iban.slice(4);
  const zone = uemoa.has(countryCode) ? uemoaPattern : cemac.has(countryCode) ? cemacPattern : null;
  if (zone === null) {
    const length = lengths[countryCode];
    return length === undefined || iban.length === length
      ? { iban, countryCode, error: null, warning: null }
      : null;
  }
  if (!zone.test(bban)) return null;
  const holds = ribKey(bban.slice(0, 5), bban.slice(5, 10), bban.slice(10, -2)) === bban.slice(-2);
  const finding = holds ? null : "KEY_MISMATCH";
  return zone === uemoaPattern
    ? { iban, countryCode, error: finding, warning: null }
    : { iban, countryCode, error: null, warning: finding };
}

/**
 * Reads an account number of the franc zones or an IBAN, and returns it without spaces: the IBAN wherever it is one or
 * follows from the number, else a CEMAC number (RIB, 23 digits) as it is. Null when its check digits or its key are
 * wrong. A UEMOA number begins with its country's letters, so its IBAN can be computed; a CEMAC number does not name its
 * country.
 */
export function readAccountNumber(text: string): string | null {
  const account = checkBankAccount(text);
  if (account !== null) return account.error === null ? account.iban : null;
  const rib = text.replaceAll(/[\s\u00a0\u202f-]/g, "").toUpperCase();
  if (text.length > IBAN_TEXT_MAX || !(uemoaPattern.test(rib) || cemacPattern.test(rib))) return null;
  if (ribKey(rib.slice(0, 5), rib.slice(5, 10), rib.slice(10, -2)) !== rib.slice(-2)) return null;
  const countryCode = rib.slice(0, 2);
  return uemoa.has(countryCode) ? `${countryCode}${checkDigits(rib, countryCode)}${rib}` : rib;
}

/** The part of an IBAN that may be shown: country, check digits and the last four characters. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} **** ${iban.slice(-4)}`;
}
