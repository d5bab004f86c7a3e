import { type CurrencyCode, currencyCodes } from "../../kit/currency.ts";
import { operatorCountries } from "../../kit/operators.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";

/** How the payer approves; decides which fields the checkout page asks for. */
export type AuthFlow = "PIN_PROMPT" | "OTP" | "REDIRECT" | "QR" | "TRANSFER";

/** The kinds of QR codes: `paymentDetails.scheme`. */
export const qrSchemes = ["PI_SPI", "WAVE", "ORANGE", "EMVCO"] as const;
export type QrScheme = (typeof qrSchemes)[number];

/** One way to pay that the service knows: a method, with its operator and country where it has them. */
export interface Offer {
  readonly method: PaymentMethod;
  /** The mobile-money operator or the scheme of a QR code; null for the other methods. */
  readonly operator: string | null;
  /** ISO 3166 alpha-2; null where the payer's country makes no difference. */
  readonly countryCode: string | null;
  readonly displayName: string;
  readonly authFlow: AuthFlow;
  /** The USSD code to dial. */
  readonly prompt: string | null;
  /** Null: any. */
  readonly currencies: readonly CurrencyCode[] | null;
}

function plain(method: PaymentMethod, displayName: string, authFlow: AuthFlow): Offer {
  return {
    method,
    operator: null,
    countryCode: null,
    displayName,
    authFlow,
    prompt: null,
    currencies: null,
  };
}

function qr(operator: QrScheme, displayName: string, currencies: readonly CurrencyCode[] | null): Offer {
  return {
    method: "QR",
    operator,
    countryCode: null,
    displayName,
    authFlow: "QR",
    prompt: null,
    currencies,
  };
}

const mobileMoney = operatorCountries.flatMap(({ operators, currencies }) =>
  operators.map(
    (operator): Offer => ({
      method: "MOBILE_MONEY",
      operator: operator.code,
      countryCode: operator.countryCode,
      displayName: operator.displayName,
      authFlow: operator.authFlow,
      prompt: operator.prompt,
      currencies,
    }),
  ),
);

/** Every way to pay, in display order. `rules.ts` decides which of them a session offers. */
export const offers: readonly Offer[] = [
  ...mobileMoney,
  plain("WALLET", "Wallet", "REDIRECT"),
  plain("CARD", "Visa, Mastercard", "REDIRECT"),
  // The interoperable code of the West African central bank, and the operators' own codes, are in CFA francs.
  qr("PI_SPI", "PI-SPI", ["XOF"]),
  qr("WAVE", "Wave QR", ["XOF"]),
  qr("ORANGE", "Orange Money QR", ["XOF"]),
  qr("EMVCO", "QR", null),
  plain("BANK_TRANSFER", "Bank transfer", "TRANSFER"),
];

const byMethod = new Map<PaymentMethod, readonly Offer[]>();
const byMethodAndCurrency = new Map<string, readonly Offer[]>();
for (const offer of offers) {
  byMethod.set(offer.method, [...(byMethod.get(offer.method) ?? []), offer]);
  for (const currency of offer.currencies ?? currencyCodes) {
    const key = `${offer.method} ${currency}`;
    byMethodAndCurrency.set(key, [...(byMethodAndCurrency.get(key) ?? []), offer]);
  }
}

/** The ways to pay by `method` in `currency`; empty when the method does not support the currency. */
export function offersOf(method: PaymentMethod, currency: CurrencyCode): readonly Offer[] {
  return byMethodAndCurrency.get(`${method} ${currency}`) ?? [];
}

/**
 * The way to pay chosen by a payer, or null when it does not exist. `operator` and `countryCode` are the payer's input:
 * the operator and its country for mobile money, the scheme for a QR code.
 */
export function findOffer(
  method: PaymentMethod,
  operator: string | null,
  countryCode: string | null,
): Offer | null {
  for (const offer of byMethod.get(method) ?? []) {
    if (offer.operator !== null && offer.operator !== operator) continue;
    if (offer.countryCode !== null && offer.countryCode !== countryCode) continue;
    return offer;
  }
  return null;
}
