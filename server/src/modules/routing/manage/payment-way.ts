import { errors } from "../../../http/errors.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import { offers } from "../offers.ts";

/** A way to pay, or a pattern for several: null matches any. */
export interface PaymentWay {
  readonly method: PaymentMethod;
  readonly operator: string | null;
  readonly country: string | null;
  readonly currency?: CurrencyCode | null;
}

/**
 * Refuses with VALIDATION_ERROR a way to pay that does not exist: a row for it would look right but have no effect. A
 * method without operators takes none, and the country must be one of the operator's.
 */
export function requirePaymentWay({ method, operator, country, currency = null }: PaymentWay): void {
  let fitting = offers.filter((offer) => offer.method === method);
  if (operator !== null) {
    fitting = fitting.filter((offer) => offer.operator === operator);
    if (fitting.length === 0) throw wrong("operator", `${operator} is not an operator of ${method}`);
  }
  if (country !== null) {
    fitting = fitting.filter(({ countryCode }) => countryCode === null || countryCode === country);
    const whose = operator === null ? method : operator;
    if (fitting.length === 0) throw wrong("country", `${whose} cannot be paid by in ${country}`);
  }
  if (currency !== null) {
    fitting = fitting.filter(({ currencies }) => currencies === null || currencies.includes(currency));
    if (fitting.length === 0) throw wrong("currency", `nobody can pay so in ${currency}`);
  }
}

function wrong(path: string, sentence: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule: "way", message: `${path}: ${sentence}.` }] });
}
