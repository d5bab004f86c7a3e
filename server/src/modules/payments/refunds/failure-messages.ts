import type { Locale } from "../../../kit/money.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";

type Sentence = { readonly [locale in Locale]: string };

/**
 * The text for a merchant about a failed refund: the reason, and what to do. The payer's sentences are about paying.
 */
const account: Sentence = {
  fr: "L'opérateur ne peut plus créditer ce numéro ou ce compte. Remboursez le payeur autrement.",
  en: "The operator cannot credit this number or account any more. Give the payer the money back another way.",
  pt: "O operador já não pode creditar este número ou conta. Reembolse o pagador de outra forma.",
};
const limit: Sentence = {
  fr: "Le compte du payeur a atteint son plafond. Réessayez plus tard ou remboursez un montant plus petit.",
  en: "The payer's account has reached its limit. Try again later or refund a smaller amount.",
  pt: "A conta do pagador atingiu o limite. Tente mais tarde ou reembolse um valor menor.",
};
const amount: Sentence = {
  fr: "L'opérateur refuse ce montant. Essayez un autre montant.",
  en: "The operator refuses this amount. Try another amount.",
  pt: "O operador recusa este valor. Tente outro valor.",
};
const unavailable: Sentence = {
  fr: "L'opérateur n'a pas pu exécuter le remboursement pour le moment. Réessayez plus tard.",
  en: "The operator could not carry out the refund for the moment. Try again later.",
  pt: "O operador não conseguiu executar o reembolso neste momento. Tente mais tarde.",
};
const refused: Sentence = {
  fr: "L'opérateur a refusé le remboursement. Réessayez ou remboursez le payeur autrement.",
  en: "The operator refused the refund. Try again or give the payer the money back another way.",
  pt: "O operador recusou o reembolso. Tente de novo ou reembolse o pagador de outra forma.",
};

const messages: { readonly [code in FailureCode]: Sentence } = {
  PAYMENT_NOT_CONFIRMED: refused,
  INSUFFICIENT_FUNDS: unavailable,
  PAYMENT_IN_PROGRESS: unavailable,
  PAYER_NOT_FOUND: account,
  LIMIT_EXCEEDED: limit,
  INVALID_RECIPIENT: account,
  AMOUNT_OUT_OF_BOUNDS: amount,
  INVALID_AMOUNT: amount,
  INVALID_CURRENCY: refused,
  PROVIDER_UNAVAILABLE: unavailable,
  CARD_DECLINED: account,
  PAYMENT_CANCELLED: refused,
  RISK_BLOCKED: refused,
  UNKNOWN: refused,
};

export function refundFailureMessage(code: FailureCode, locale: Locale): string {
  return messages[code][locale];
}
