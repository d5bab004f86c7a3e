import { errors } from "../../../http/errors.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { findOperator } from "../../../kit/phone.ts";
import type { ReadDetails } from "../attempt/payment-details.ts";
import { checkUrl } from "../urls.ts";

/**
 * Where a redirected payer returns to; null when there is no redirect. Without a session we have no page to return to,
 * so it is required when the payer is redirected. Refuses with VALIDATION_ERROR.
 */
export function readReturnUrl(
  returnUrl: string | undefined,
  method: PaymentMethod,
  details: ReadDetails,
  mode: Mode,
): string | null {
  if (returnUrl !== undefined && details.returnUrl !== null) {
    throw refusal("exclusive", "returnUrl is given twice: here and in paymentDetails.");
  }
  if (details.returnUrl !== null) checkUrl(details.returnUrl, "paymentDetails.returnUrl", mode);
  if (returnUrl !== undefined) checkUrl(returnUrl, "returnUrl", mode);
  const found = returnUrl ?? details.returnUrl;
  if (found === null && isRedirected(method, details)) {
    throw refusal("required", "returnUrl is required: this payer is sent to a page of the provider.");
  }
  return found;
}

function isRedirected(method: PaymentMethod, { payer }: ReadDetails): boolean {
  switch (method) {
    case "CARD":
      return payer.cardToken === null;
    case "WALLET":
      return true;
    case "MOBILE_MONEY": {
      const { countryCode, operator } = payer;
      return countryCode !== null && operator !== null
        ? findOperator(countryCode, operator)?.authFlow === "REDIRECT"
        : false;
    }
    case "QR":
    case "BANK_TRANSFER":
      return false;
  }
}

function refusal(rule: string, message: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path: "returnUrl", rule, message }] });
}
