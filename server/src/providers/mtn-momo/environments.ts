import type { CurrencyCode } from "../../kit/currency.ts";
import { type Money, parseDecimal } from "../../kit/money.ts";

/** The operator that every account of MTN serves. */
export const MTN = "MTN";
/** MTN's test system: no money, one currency for all countries, its own phone numbers. */
export const SANDBOX_ENVIRONMENT = "sandbox";
const SANDBOX_CURRENCY: CurrencyCode = "EUR";

/** A country in which MTN takes payments; `environment` is its value of `X-Target-Environment`. */
interface MtnCountry {
  readonly environment: string;
  readonly countryCode: string;
  readonly currency: CurrencyCode;
}

/** Those of MTN's countries that `kit/operators.ts` has MTN in: a payer can be asked for a number of no other. */
const countries: readonly MtnCountry[] = [
  { environment: "mtnivorycoast", countryCode: "CI", currency: "XOF" },
  { environment: "mtnbenin", countryCode: "BJ", currency: "XOF" },
  { environment: "mtncameroon", countryCode: "CM", currency: "XAF" },
  { environment: "mtncongo", countryCode: "CG", currency: "XAF" },
  { environment: "mtnguineaconakry", countryCode: "GN", currency: "GNF" },
];

export const environmentNames = [SANDBOX_ENVIRONMENT, ...countries.map(({ environment }) => environment)];

/**
 * The numbers with an outcome of their own in MTN's sandbox, as in `stand-in-numbers.ts`, and the one it publishes for
 * success. They are of Sweden and Chile: every other number succeeds.
 */
export const sandboxPhones: readonly string[] = [
  ...Array.from({ length: 15 }, (_, nth) => `+46733123${450 + nth}`),
  "+56733123453",
];

/** The countries of an environment: one for a live system, all for the sandbox, none for an unknown name. */
export function countriesOf(environment: string): readonly MtnCountry[] {
  if (environment === SANDBOX_ENVIRONMENT) return countries;
  return countries.filter((country) => country.environment === environment);
}

/** The currency in which an amount of `currency` is sent. The sandbox takes euros only: the digits stay the same. */
export function wireCurrency(environment: string, currency: CurrencyCode): CurrencyCode {
  return environment === SANDBOX_ENVIRONMENT ? SANDBOX_CURRENCY : currency;
}

/**
 * The amount in an answer about an operation in `currency`, or null when it cannot be read. An amount that cannot be
 * ours, in another currency or with a fraction of our minor unit, is returned as it is: it does not pass for ours.
 */
export function readWireAmount(
  environment: string,
  currency: CurrencyCode,
  answer: Readonly<Record<string, unknown>>,
): Money | null {
  const isOurs = answer.currency === wireCurrency(environment, currency);
  const ours = isOurs ? parseDecimal(answer.amount, currency) : null;
  return ours ?? parseDecimal(answer.amount, answer.currency);
}
