import { failureWords } from "../../kit/failure-words.ts";
import type { Locale } from "../../kit/money.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";

/** What happened and what to do next, in two sentences: the same words as on the payer's page. */
export function failureMessage(code: FailureCode, locale: Locale): string {
  const { message, next } = failureWords[locale][code];
  return `${message} ${next}`;
}
