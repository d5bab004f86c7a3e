import { errors } from "../../http/errors.ts";
import { IdempotencyKeyTaken, sealAnswer } from "../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { parseAmount } from "../../kit/money.ts";
import { normalizePhone } from "../../kit/phone.ts";
import { type Customer, sealCustomer, type ViewContext } from "../payments/index.ts";
import { checkCustomFields } from "./custom-fields.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { OpenedSessions } from "./opened-sessions.ts";
import type { CreateSessionBody } from "./schemas.ts";
import { createSessions } from "./store/create-sessions.ts";
import type { CheckoutSession, SessionDetail } from "./types.ts";
import { checkUrl } from "./urls.ts";
import { sessionView } from "./view.ts";

const MINUTE_MS = 60_000;
const LIFETIME_MS_DEFAULT = 30 * MINUTE_MS;
const LIFETIME_MS_MIN = 5 * MINUTE_MS;
const LIFETIME_MS_MAX = 24 * 60 * MINUTE_MS;
/** What the caller's clock and the network may cost at both ends of the bounds. */
const LIFETIME_GRACE_MS = 10_000;
const ATTEMPTS_DEFAULT = 5;

export interface SessionRequest {
  readonly merchantNo: MerchantNo;
  readonly body: CreateSessionBody;
  readonly idempotency: IdempotencyClaim | null;
  readonly paymentLinkId: Id<"paymentLink"> | null;
}

export type CreateSession = (request: SessionRequest) => Promise<ReturnType<typeof sessionView>>;

/**
 * A session, OPEN. Refuses with VALIDATION_ERROR and MERCHANT_KYB_NOT_APPROVED; throws IdempotencyKeyTaken for a slower
 * twin.
 */
export function createCreateSession(deps: CheckoutDeps, opened: Pick<OpenedSessions, "keep">): CreateSession {
  const { clock, ids, keyring, lanes, merchants } = deps;
  return async ({ merchantNo, body, idempotency, paymentLinkId }) => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(merchantNo);
    if (body.successUrl !== undefined) checkUrl(body.successUrl, "successUrl", profile.mode);
    if (body.cancelUrl !== undefined) checkUrl(body.cancelUrl, "cancelUrl", profile.mode);
    const expiresAtMs = readExpiry(body.expiresAt, nowMs, LIFETIME_MS_DEFAULT);
    const detail = readDetail(body, profile.locale);
    checkCustomFields(detail.customFields);
    const customer = body.customer === undefined ? null : readCustomer(body.customer, profile.countryCode);
    await merchants.gate(merchantNo);

    const amount = parseAmount(body.amount, body.currency);
    if (amount === null) throw new Error("the schema has checked the amount");
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
    const result = await lanes.write(merchantNo).run(createSessions, {
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
    // A twin with the same key was faster: the server repeats its answer, or refuses when its body was another.
    if (result !== "created" && idempotency !== null) throw new IdempotencyKeyTaken();
    opened.keep(session);
    return view;
  };
}

/** When a session or an intent ends, 5 minutes to 24 hours ahead. Refuses with VALIDATION_ERROR. */
export function readExpiry(text: string | undefined, nowMs: number, lifetimeMsDefault: number): number {
  if (text === undefined) return nowMs + lifetimeMsDefault;
  const expiresAtMs = Date.parse(text);
  const lifetimeMs = expiresAtMs - nowMs;
  const fits =
    lifetimeMs >= LIFETIME_MS_MIN - LIFETIME_GRACE_MS && lifetimeMs <= LIFETIME_MS_MAX + LIFETIME_GRACE_MS;
  if (fits) return expiresAtMs;
  throw errors.VALIDATION_ERROR({
    fields: [{ path: "expiresAt", rule: "range", message: "expiresAt must be 5 minutes to 24 hours ahead." }],
  });
}

function readDetail(body: CreateSessionBody, locale: SessionDetail["locale"]): SessionDetail {
  return {
    description: body.description ?? null,
    successUrl: body.successUrl ?? null,
    cancelUrl: body.cancelUrl ?? null,
    locale: body.locale ?? locale,
    customFields: (body.customFields ?? []).map((field) => ({ ...field, required: field.required ?? false })),
    successMessage: body.successMessage ?? null,
    primaryColor: body.branding?.primaryColor ?? null,
    metadata: body.metadata ?? {},
  };
}

/** The phone in one form; national form is of the merchant's country. Refuses with VALIDATION_ERROR. */
export function readCustomer(
  customer: NonNullable<CreateSessionBody["customer"]>,
  countryCode: string,
): Customer {
  if (customer.phone === undefined) return customer;
  const international = normalizePhone(customer.phone, null);
  const phone = "problem" in international ? normalizePhone(customer.phone, countryCode) : international;
  if ("e164" in phone) return { ...customer, phone: phone.e164 };
  throw errors.VALIDATION_ERROR({
    fields: [
      {
        path: "customer.phone",
        rule: "phone",
        message: "customer.phone must be a phone number in international form, for example +2250707070707.",
      },
    ],
  });
}
