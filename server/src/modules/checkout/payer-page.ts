import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { compileBody, fieldErrors } from "../../http/validation.ts";
import { holdsCardNumber } from "../../kit/card-numbers.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { findOperator } from "../../kit/operators.ts";
import type { PageSession, PayerCheckout } from "../../kit/payer-pages.ts";
import { formatReceiptId, parseReceiptId } from "../../kit/receipt-id.ts";
import { formatSessionId, type SessionKey } from "../../kit/session-id.ts";
import { shortReference } from "../../kit/short-reference.ts";
import { helpOf } from "../merchants/index.ts";
import {
  type AskProvider,
  attemptsRemaining,
  type Charge,
  type CheckoutSession,
  customerView,
  effectiveStatus,
  isAlive,
  iso,
  isPayable,
  judgeLeave,
  type LoadedSession,
  transferAsked,
} from "../payments/index.ts";
import type { CompleteSession } from "./complete-session.ts";
import type { CheckoutDeps } from "./deps.ts";
import { createMailReceipt } from "./mail-receipt.ts";
import type { SessionReader } from "./read-session.ts";
import { CompleteBody } from "./schemas.ts";
import { readUnusedMoney } from "./store/unused-money.ts";
import { completionView, stateOf, statusView, withSessionId } from "./view.ts";

/** The hosted page's view of a session: unlike the public read it is available in every state. */
export function createPayerPage(
  deps: CheckoutDeps,
  reader: SessionReader,
  {
    complete,
    leave,
  }: { readonly complete: CompleteSession; readonly leave: (sessionId: string) => Promise<unknown> },
  askProvider: Pick<AskProvider, "afterReturn">,
): PayerCheckout {
  const { db, clock, merchants, keyring, trace, outbox } = deps;
  const pageOf = async (key: SessionKey, sessionId: string, isLook: boolean): Promise<PageSession> => {
    const loaded = await reader.load(key);
    const { session, charge } = loaded;
    if (!isLook) trace?.note(session, { kind: "PAGE_OPENED" });
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(session.merchantNo);
    const { detail } = session;
    const status = effectiveStatus(session, nowMs);
    const failureCode = status === "FAILED" ? session.failureCode : null;
    const step = statusView(stateOf(loaded), sessionId, nowMs);
    const primaryColor = detail.primaryColor ?? profile.primaryColor;
    const underWay = status === "PROCESSING" ? charge : null;
    return {
      sessionId,
      mode: profile.mode,
      status,
      amount: session.amount.toString(),
      currency: session.currency,
      title: session.title,
      description: detail.description,
      reference: session.reference,
      merchantName: profile.displayName,
      runBy: profile.runBy,
      payerFee: payerFee(session, charge),
      countryCode: charge?.methodDetails.countryCode ?? profile.countryCode,
      ...(profile.logoUrl === null ? {} : { logo: { merchantNo: session.merchantNo, url: profile.logoUrl } }),
      ...(primaryColor === null ? {} : { primaryColor }),
      locale: detail.locale,
      expiresAt: iso(session.expiresAtMs),
      customFields: detail.customFields,
      // Only when a form is shown, and to the payer: nobody else needs to see the whole number.
      customer: isPayable(session, nowMs) && !isLook ? pageCustomer(keyring, session) : null,
      ...(detail.successMessage === null ? {} : { successMessage: detail.successMessage }),
      failureCode,
      retryable: status === "FAILED" && isPayable(session, nowMs),
      attemptsRemaining: attemptsRemaining(session),
      nextStep: step.nextStep,
      actionUrl: step.actionUrl,
      sandboxUrl: step.sandboxUrl,
      qrPayload: step.qrPayload,
      instructions: step.instructions,
      endedTransfer: charge === null ? null : endedTransferOf(charge),
      pollAfterMs: step.pollAfterMs,
      paymentMethod: underWay?.paymentMethod ?? null,
      maskedPhone: underWay?.methodDetails.phone ?? null,
      operator: underWay?.methodDetails.operator ?? null,
      operatorName: underWay === null ? null : operatorNameOf(underWay),
      operatorCountry: underWay?.methodDetails.countryCode ?? null,
      mayLeave: judgeLeave(session, underWay, nowMs).kind === "leave",
      hasLeft: underWay === null && charge !== null && mayStillPay(charge),
      unknown: underWay !== null && isUnknown(underWay),
      heldForReview: charge !== null && isHeld(charge),
      paidLate: session.paidLate,
      nowMs,
      startedAt: underWay === null ? null : iso(underWay.createdAtMs),
      shortReference: charge === null ? null : shortReference(charge.id),
      help: helpOf(profile),
      successUrl: withSessionId(detail.successUrl, sessionId),
      cancelUrl: withSessionId(detail.cancelUrl, sessionId),
      lateMoney: charge === null ? null : lateMoneyOf(charge),
      returnedDuplicates: await returnedDuplicatesOf(db, loaded),
      receipt:
        charge !== null && (status === "SUCCEEDED" || lateMoneyOf(charge) !== null)
          ? receiptOf(session, charge, formatReceiptId(keyring, session), outbox.canSend)
          : null,
    };
  };

  return {
    page: (sessionId, isLook = false) => pageOf(reader.keyOf(sessionId), sessionId, isLook),
    receipt: async (code) => {
      const key = parseReceiptId(keyring, code);
      if (key === null) throw errors.RESOURCE_NOT_FOUND();
      const session = await pageOf(key, formatSessionId(keyring, key), true);
      if (session.status !== "SUCCEEDED" || session.receipt === null) throw errors.RESOURCE_NOT_FOUND();
      return session;
    },
    returned: async (sessionId) => {
      const { session, charge } = await reader.load(reader.keyOf(sessionId));
      if (charge === null || !isAlive(charge.status)) return;
      askProvider.afterReturn({
        merchantNo: session.merchantNo,
        sessionId: session.id,
        chargeId: charge.id,
      });
    },
    leave: async (sessionId) => {
      await leave(sessionId);
    },
    mailReceipt: createMailReceipt(deps, reader, (sessionId) =>
      pageOf(reader.keyOf(sessionId), sessionId, true),
    ),
    methods: (sessionId) => reader.methods(sessionId),
    complete: async (sessionId, request, { ip }) =>
      completionView(await complete(reader.keyOf(sessionId), checkedBody(request), { ip }), sessionId),
    status: (sessionId) => reader.present(sessionId),
  };
}

/** The parts of the customer that the form asks for. */
function pageCustomer(keyring: Keyring, session: CheckoutSession): PageSession["customer"] {
  const customer = customerView(keyring, session, session.customer);
  return customer === null ? null : { name: customer.name ?? null, phone: customer.phone ?? null };
}

const isCompleteBody = compileBody(CompleteBody);

/** A submitted form passes the same checks as a request of the API. */
function checkedBody(request: object): CompleteBody {
  if (holdsCardNumber(request, new Set())) throw errors.CARD_DATA_NOT_ALLOWED();
  if (!isCompleteBody(request)) {
    throw errors.VALIDATION_ERROR({ fields: fieldErrors(isCompleteBody.errors ?? [], "body") });
  }
  return request as CompleteBody;
}

/** What the last attempt asked of the payer beyond the price; before any, attempts ask for the price. Minor units, as text. */
function payerFee(session: CheckoutSession, charge: Charge | null): string {
  return ((charge?.amount ?? session.amount) - session.amount).toString();
}

/** The provider's answer is unknown, or needs an operator's review: the payer must not be asked to pay again. */
function isUnknown(charge: Charge): boolean {
  return isAlive(charge.status) && (charge.unknownSinceMs !== null || charge.reviewReason !== null);
}

/** Its money has arrived and waits for an operator. Of one that is unresolved nobody knows whether any arrived. */
function isHeld({ reviewReason }: Charge): boolean {
  return reviewReason !== null && reviewReason !== "UNRESOLVED";
}

/** Where the money of each other attempt is that arrived beside what paid. The usual payment has one attempt and reads nothing. */
async function returnedDuplicatesOf(
  db: Queryable,
  { session, intent, charge }: LoadedSession,
): Promise<PageSession["returnedDuplicates"]> {
  if (session.attemptCount < 2 || intent === null) return [];
  const others = intent.chargeIds.filter((id) => id !== charge?.id);
  return (await readUnusedMoney(db, session.merchantNo, others)).map(({ state, ...other }) => ({
    amount: other.amount.toString(),
    paymentMethod: other.paymentMethod,
    operatorName: operatorNameOf(other),
    state,
  }));
}

/** The payer has left it, and may still approve it. */
function mayStillPay({ status, supersededAtMs }: Charge): boolean {
  return isAlive(status) && supersededAtMs !== null;
}

/** The state of money that arrived after its attempt had ended and did not pay the session; null when there is none. */
function lateMoneyOf(charge: Charge): PageSession["lateMoney"] {
  if (charge.status !== "SUCCEEDED" || !charge.late || charge.pays) return null;
  if (charge.amountRefunded >= (charge.amountConfirmed ?? charge.amount)) return "RETURNED";
  return charge.reviewReason === null ? "RETURNING" : "HELD";
}

/** Where a transfer was asked for that paid, or that may still arrive: its time was over, and nobody refused it. */
function endedTransferOf({ status, failureCode, nextStep }: Charge): PageSession["endedTransfer"] {
  if (isAlive(status) || (failureCode !== null && failureCode !== "PAYMENT_CANCELLED")) return null;
  return transferAsked(nextStep);
}

function operatorNameOf({
  methodDetails: { operator, countryCode },
}: Pick<Charge, "methodDetails">): string | null {
  if (operator === undefined || countryCode === undefined) return null;
  return findOperator(countryCode, operator)?.displayName ?? null;
}

function receiptOf(session: CheckoutSession, charge: Charge, code: string, canBeMailed: boolean) {
  return {
    chargeId: publicId("charge", charge.id),
    transactionId: charge.providerTransactionId,
    paidAt: iso(charge.succeededAtMs ?? session.completedAtMs ?? session.updatedAtMs),
    paymentMethod: charge.paymentMethod,
    operatorName: operatorNameOf(charge),
    maskedPhone: charge.methodDetails.phone ?? null,
    amountRefunded: charge.amountRefunded.toString(),
    canBeMailed,
    code,
  };
}
