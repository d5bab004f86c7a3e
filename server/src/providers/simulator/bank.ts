import { checkDigits, ribKey } from "../../kit/bank-account.ts";
import type { CurrencyCode } from "../../kit/currency.ts";

/**
 * Account numbers and references of the simulated bank. The check digits are real, so that a payer's bank application
 * or our own validation would accept them.
 */

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
 * The simulated bank's account in a country. A country without IBAN (Guinea, DR Congo) or unknown to us gets the
 * account of the currency's home country, and France's if that is unknown too.
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
