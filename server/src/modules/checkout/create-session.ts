import { IdempotencyKeyTaken, sealAnswer } from "../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { type Actor, formatActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { parseAmount } from "../../kit/money.ts";
import {
  type CheckoutSession,
  checkUrl,
  createSessions,
  readCustomer,
  readExpiry,
  type SessionDetail,
  sealCustomer,
  type ViewContext,
} from "../payments/index.ts";
import { isCarried } from "../routing/index.ts";
import { checkCustomFields } from "./custom-fields.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import type { OpenedSessions } from "./opened-sessions.ts";
import type { CreateSessionBody } from "./schemas.ts";
import { sessionView } from "./view.ts";

const MINUTE_MS = 60_000;
const LIFETIME_MS_DEFAULT = 30 * MINUTE_MS;
const ATTEMPTS_DEFAULT = 5;

export interface SessionRequest {
  readonly merchantNo: MerchantNo;
  readonly body: CreateSessionBody;
  readonly idempotency: IdempotencyClaim | null;
  readonly paymentLinkId: Id<"paymentLink"> | null;
  /** What the payer chose at a link that offers quantities. */
  readonly quantity?: number | null;
  /** Null: the payer, through a payment link. */
  readonly by: Actor | null;
}

export type CreateSession = (request: SessionRequest) => Promise<ReturnType<typeof sessionView>>;

/**
 * Makes an OPEN session. Refuses with VALIDATION_ERROR, MERCHANT_KYB_NOT_APPROVED and CHECKOUT_NO_LIVE_ACCOUNT: a live
 * payer must not be the first to notice that nothing can take the money. Throws IdempotencyKeyTaken when a
 * twin request was faster.
 */
export function createCreateSession(deps: CheckoutDeps, opened: Pick<OpenedSessions, "keep">): CreateSession {
  const { clock, ids, keyring, batchWriters, merchants } = deps;
  return async ({ merchantNo, body, idempotency, paymentLinkId, by, quantity = null }) => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(merchantNo);
    if (body.successUrl !== undefined) checkUrl(body.successUrl, "successUrl", profile.mode);
    if (body.cancelUrl !== undefined) checkUrl(body.cancelUrl, "cancelUrl", profile.mode);
    const expiresAtMs = readExpiry(body.expiresAt, nowMs, LIFETIME_MS_DEFAULT);
    const detail = readDetail(body, profile.locale, quantity);
    checkCustomFields(detail.customFields);
    const customer = body.customer === undefined ? null : readCustomer(body.customer, profile.countryCode);
    await merchants.gate(merchantNo);

    const amount = parseAmount(body.amount, body.currency);
    if (amount === null) throw new Error("the schema has checked the amount");
    if (profile.mode === "LIVE") {
      const snapshot = await deps.routing.snapshotFor(profile.tenantId, profile.mode);
      const walletCurrencies = profile.wallets.map(({ currency }) => currency);
      const sessionMethods = body.allowedMethods ?? null;
      const question = { snapshot, amount, walletCurrencies, sessionMethods, nowMs };
      if (!isCarried(question)) throw checkoutErrors.CHECKOUT_NO_LIVE_ACCOUNT();
    }
    const paymentIntentId = ids.next("paymentIntent");
    const session: CheckoutSession = {
      merchantNo,
      id: ids.next("checkoutSession"),
      status: "OPEN",
      amount: amount.minor,
      currency: amount.currency,
      title: body.title,
      allowedMethods: body.allowedMethods ?? null,
      detail,
      customer: customer === null ? null : sealCustomer(keyring, merchantNo, paymentIntentId, customer),
      reference: body.reference ?? null,
      paymentLinkId,
      maxAttempts: body.maxAttempts ?? ATTEMPTS_DEFAULT,
      attemptCount: 0,
      latePaymentPolicy: body.latePaymentPolicy ?? "ACCEPT",
      paymentIntentId,
      chargeId: null,
      failureCode: null,
      retryable: true,
      paidLate: false,
      eventSequence: 0,
      version: 1,
      expiresAtMs,
      completedAtMs: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const context: ViewContext = {
      keyring,
      mode: profile.mode,
      merchantId: profile.merchantId,
      locale: detail.locale,
    };
    const view = sessionView({ session, intent: null, charge: null }, context, deps.publicUrl, nowMs);
    const result = await batchWriters.write(merchantNo).run(createSessions, {
      session,
      idempotency:
        idempotency === null
          ? null
          : {
              ...idempotency,
              status: 201,
              answer: sealAnswer(keyring, merchantNo, idempotency, { status: 201, data: view }),
            },
    });
    // A twin with the same key was faster: the server replays its answer, or refuses when its body was different.
    if (result !== "created" && idempotency !== null) throw new IdempotencyKeyTaken();
    deps.trace?.note(session, { kind: "CREATED", by: by === null ? null : formatActor(by) });
    opened.keep(session);
    return view;
  };
}

function readDetail(
  body: CreateSessionBody,
  locale: SessionDetail["locale"],
  quantity: number | null,
): SessionDetail {
  return {
    description: body.description ?? null,
    successUrl: body.successUrl ?? null,
    cancelUrl: body.cancelUrl ?? null,
    locale: body.locale ?? locale,
    customFields: (body.customFields ?? []).map((field) => ({ ...field, required: field.required ?? false })),
    successMessage: body.successMessage ?? null,
    primaryColor: body.branding?.primaryColor ?? null,
    metadata: body.metadata ?? {},
    ...(quantity === null ? {} : { quantity }),
  };
}
