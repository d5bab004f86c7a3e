import { type CurrencyCode, currencyCodes } from "../../kit/currency.ts";
import { type Money, money } from "../../kit/money.ts";

/**
 * Stripe's amounts are whole numbers of a currency's smallest unit, which is ISO 4217's but for the currencies below.
 * Source: https://docs.stripe.com/currencies
 */

/** Two decimals at Stripe, always zero; ISO 4217 has none. */
const hundredfold: readonly CurrencyCode[] = ["UGX"];
/** None at Stripe; ISO 4217 has two. */
const withoutDecimals: readonly CurrencyCode[] = ["MGA"];
/** Three decimals, the last of which must be zero, because cards have only two. */
const lastDigitZero: readonly CurrencyCode[] = ["BHD", "JOD", "KWD", "OMR", "TND"];

/** Not on Stripe's list of currencies that a card can be charged in. */
const notServed: readonly CurrencyCode[] = ["GHS", "MRU"];
export const stripeCurrencies: readonly CurrencyCode[] = currencyCodes.filter(
  (code) => !notServed.includes(code),
);

const LAST_DIGIT = 10n;
const PER_HUNDRED = 100n;

/** The amount as Stripe writes it; null when Stripe has no such amount. */
export function toStripeAmount({ minor, currency }: Money): number | null {
  if (lastDigitZero.includes(currency) && minor % LAST_DIGIT !== 0n) return null;
  if (hundredfold.includes(currency)) return Number(minor * PER_HUNDRED);
  if (!withoutDecimals.includes(currency)) return Number(minor);
  return minor % PER_HUNDRED === 0n ? Number(minor / PER_HUNDRED) : null;
}

/** The amount of an answer; null for what is no amount, or of a currency that we do not know. */
export function fromStripeAmount(amount: unknown, currency: unknown): Money | null {
  const code = currencyCodes.find((known) => known.toLowerCase() === currency);
  if (code === undefined || typeof amount !== "number" || !Number.isSafeInteger(amount)) return null;
  const units = BigInt(amount);
  if (withoutDecimals.includes(code)) return money(units * PER_HUNDRED, code);
  if (!hundredfold.includes(code)) return money(units, code);
  return units % PER_HUNDRED === 0n ? money(units / PER_HUNDRED, code) : null;
}
