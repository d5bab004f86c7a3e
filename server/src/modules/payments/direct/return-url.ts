import { errors } from "../../../http/errors.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { type ReadDetails, returnUrlMissing } from "../attempt/payment-details.ts";
import { checkUrl } from "../urls.ts";

/**
 * Where a redirected payer returns to; null when the caller gave none. Without a session we have no page to return to,
 * so it is required when the method redirects the payer. Refuses with VALIDATION_ERROR.
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
    throw returnUrlMissing();
  }
  return found;
}

function isRedirected(method: PaymentMethod, { payer }: ReadDetails): boolean {
  switch (method) {
    case "CARD":
      return payer.cardToken === null;
    case "WALLET":
      return true;
    // Accounts of one operator differ: `requireReturnUrl` demands it once the account is known.
    case "MOBILE_MONEY":
    case "QR":
    case "BANK_TRANSFER":
      return false;
  }
}

function refusal(rule: string, message: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path: "returnUrl", rule, message }] });
}
