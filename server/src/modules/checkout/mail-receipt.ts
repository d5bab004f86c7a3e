import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { limitRefusal } from "../../http/limits/index.ts";
import { Email } from "../../http/schemas.ts";
import { compileBody, fieldErrors } from "../../http/validation.ts";
import { isCurrencyCode } from "../../kit/currency.ts";
import { money } from "../../kit/money.ts";
import type { PageSession, PayerCheckout } from "../../kit/payer-pages.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { SessionReader } from "./read-session.ts";

const isMailBody = compileBody(Type.Object({ email: Email }));
/** Below the service's own address; the pages in `web/checkout` serve it. */
const RECEIPTS_PATH = "/checkout/receipts";

/**
 * Sends a receipt to an address that the payer typed. The address is sealed in the mail, goes with it once it is sent, and stands
 * nowhere else. What the mail leads to confirms the receipt and is not the payer's page, because anybody's address can be
 * typed. Refusals as `PayerCheckout.mailReceipt` says.
 */
export function createMailReceipt(
  {
    db,
    merchants,
    outbox,
    limiter,
    publicUrl,
  }: Pick<CheckoutDeps, "db" | "merchants" | "outbox" | "limiter" | "publicUrl">,
  reader: Pick<SessionReader, "keyOf">,
  pageOf: (sessionId: string) => Promise<PageSession>,
): PayerCheckout["mailReceipt"] {
  return async (sessionId, { email, locale, timeZone, method }, { ip }) => {
    const body = { email: email.trim() };
    if (!isMailBody(body))
      throw errors.VALIDATION_ERROR({ fields: fieldErrors(isMailBody.errors ?? [], "body") });
    const key = reader.keyOf(sessionId);
    const page = await pageOf(sessionId);
    const { status, receipt, amount, currency, shortReference } = page;
    if (
      status !== "SUCCEEDED" ||
      !isCurrencyCode(currency) ||
      receipt === null ||
      shortReference === null ||
      !outbox.canSend
    )
      throw errors.RESOURCE_NOT_FOUND();
    const verdict = await limiter.receiptMail(key, ip);
    if (verdict?.admitted === false) throw limitRefusal(verdict);
    const { tenantId } = await merchants.profile(key.merchantNo);
    await db.transaction((tx) =>
      outbox.queueMail(tx, {
        tenantId,
        to: { email: body.email, locale, timeZone },
        content: {
          kind: "PAYMENT_RECEIPT",
          merchant: page.merchantName,
          mode: page.mode ?? "LIVE",
          url: `${publicUrl}${RECEIPTS_PATH}/${receipt.code}?lang=${locale}`,
          amount: money(BigInt(amount), currency),
          title: page.title,
          orderNumber: page.reference,
          runBy: page.runBy.name,
          atMs: Date.parse(receipt.paidAt),
          method,
          reference: shortReference,
        },
      }),
    );
  };
}
