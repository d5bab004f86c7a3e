import type { CurrencyCode } from "../../kit/currency.ts";

/**
 * Account numbers and references of the simulated bank. The check digits are real, so that a payer's bank application or
 * our own validation would take them.
 */

/** Letters as the two numbers ISO 7064 gives them (A is 10), then the whole modulo 97, digit by digit. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Two digits that make `body` followed by `head` and them 1 modulo 97: IBAN and creditor references share the rule. */
function checkDigits(body: string, head: string): string {
  return String(98 - mod97(`${body}${head}00`)).padStart(2, "0");
}

/** ISO 11649: `RF`, two check digits and up to 21 characters A-Z 0-9. */
export function creditorReference(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) throw new Error("a creditor reference has 1 to 21 characters A-Z 0-9");
  return `RF${checkDigits(body, "RF")}${body}`;
}

/** Whether the check of an ISO 11649 reference holds. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

/** Whether the check of an IBAN holds; says nothing of the account number inside. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && mod97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

/** A to I and J to R are 1 to 9, S to Z are 2 to 9: how the French-speaking countries' account key counts letters. */
function ribDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => {
    const index = letter.charCodeAt(0) - 65;
    return String(index < 18 ? (index % 9) + 1 : (index % 9) + 2);
  });
}

/** The two-digit key that closes a bank, branch and account number (RIB). */
export function ribKey(bank: string, branch: string, account: string): string {
  const digits = `${ribDigits(bank)}${ribDigits(branch)}${ribDigits(account)}00`;
  return String(97 - Number(BigInt(digits) % 97n)).padStart(2, "0");
}

export interface BankAccount {
  readonly bankName: string;
  readonly accountHolder: string;
  readonly iban: string;
  readonly bic: string;
}

// UEMOA accounts have 12 digits and a bank code that begins with the country's two letters; CEMAC and France have 11.
const uemoa = new Set(["CI", "SN", "ML", "BF", "BJ", "TG", "NE"]);
const eleven = new Set(["CM", "GA", "CG", "TD", "CF", "GQ", "FR"]);
const homeOf: Partial<Record<CurrencyCode, string>> = { XOF: "CI", XAF: "CM", EUR: "FR" };

/**
 * The simulated bank's account in a country. A country without IBAN (Guinea, DR Congo) or unknown to us gets the account
 * of the currency's home, and France's where that is unknown too.
 */
export function bankAccountOf(country: string | null, currency: CurrencyCode): BankAccount {
  const wanted = country ?? "";
  const home = uemoa.has(wanted) || eleven.has(wanted) ? wanted : (homeOf[currency] ?? "FR");
  const [bank, account] = uemoa.has(home) ? [`${home}999`, "000123456789"] : ["99999", "00012345678"];
  const bban = `${bank}00100${account}${ribKey(bank, "00100", account)}`;
  return {
    bankName: "Banque Simulée",
    accountHolder: "CAURIS SIMULATEUR",
    iban: `${home}${checkDigits(bban, home)}${bban}`,
    bic: `SIMU${home}2X`,
  };
}
