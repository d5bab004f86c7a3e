import { fingerprintOf } from "../../../http/canonical-json.ts";
import {
  ANSWER_PENDING,
  findPendingEffect,
  IdempotencyKeyTaken,
  keepLateAnswer,
} from "../../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { formatActor, type MerchantActor } from "../../../kit/actor.ts";
import { Refusal } from "../../../kit/errors.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import { parseAmount } from "../../../kit/money.ts";
import { decideOpening } from "../attempt/decide-attempt.ts";
import { readPaymentDetails } from "../attempt/payment-details.ts";
import type { PlanAttempt } from "../attempt/plan-attempt.ts";
import type { RunAttempt } from "../attempt/run-attempt.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { createLoadSession } from "../session/load-session.ts";
import { chargeWithStepView, type ViewContext } from "../view.ts";
import { directErrors } from "./errors.ts";
import { newGuard } from "./guard.ts";
import { readReturnUrl } from "./return-url.ts";
import type { CreateChargeBody } from "./schemas.ts";

/** How long a prompted payer may take, as in a session. The provider gets this time. */
const PAYER_TIME_MS = 30 * 60_000;
/** Longer than a provider call: a process that has not answered by then is dead. */
const ANSWER_DUE_AFTER_MS = 30_000;
/** Nearly every answer is there by then: a process without one is probably dead. */
const ANSWER_USUAL_MS = 5_000;

export interface ChargeRequest {
  readonly merchantNo: MerchantNo;
  readonly by: MerchantActor;
  readonly body: CreateChargeBody;
  readonly idempotency: IdempotencyClaim | null;
  /** The scenario of the provider simulator. */
  readonly scenario: string | null;
}

export type CreateCharge = (request: ChargeRequest) => Promise<ReturnType<typeof chargeWithStepView>>;

/**
 * One attempt without a session: guard, intent and charge are committed together with the idempotency key, then the
 * provider is called, then its answer is recorded. A refusal is a FAILED charge, not an error: it exists, has its
 * event, and is found by its reference. Refuses with VALIDATION_ERROR, MERCHANT_KYB_NOT_APPROVED and
 * PAYMENT_METHOD_NOT_AVAILABLE, without a charge; throws IdempotencyKeyTaken when a twin request was faster.
 */
export function createCreateCharge(
  deps: PaymentDeps,
  writer: ChangeWriter,
  plan: PlanAttempt,
  run: RunAttempt,
): CreateCharge {
  const { db, clock, ids, keyring, merchants } = deps;
  const load = createLoadSession(deps.batchWriters);

  const viewOf = async (merchantNo: MerchantNo, guardId: Id<"checkoutSession">) => {
    const { charge } = await load({ merchantNo, id: guardId });
    if (charge === null) throw new Error("a direct charge was written with its guard");
    const { mode, merchantId, locale } = await merchants.profile(merchantNo);
    const context: ViewContext = { keyring, mode, merchantId, locale };
    return chargeWithStepView(charge, context);
  };

  const answer = async (
    merchantNo: MerchantNo,
    guardId: Id<"checkoutSession">,
    claim: IdempotencyClaim | null,
  ) => {
    const view = await viewOf(merchantNo, guardId);
    if (claim !== null) {
      await keepLateAnswer(db, keyring, merchantNo, claim, { status: 201, data: view });
    }
    return view;
  };

  /**
   * Completes the key of a request whose process died: its answer is the present state of the charge. While that
   * process may still live, a twin is told when the answer is available at the latest. Null: the key has no effect
   * without an answer.
   */
  const finishForDead = async (
    merchantNo: MerchantNo,
    claim: IdempotencyClaim,
  ): Promise<IdempotencyKeyTaken | null> => {
    const pending = await findPendingEffect(db, merchantNo, claim);
    if (pending === null) return null;
    const sinceMs = clock.nowMs() - pending.createdAtMs;
    if (sinceMs >= 0 && sinceMs < ANSWER_USUAL_MS) return new IdempotencyKeyTaken();
    if (sinceMs >= 0 && sinceMs < ANSWER_DUE_AFTER_MS) {
      return new IdempotencyKeyTaken(Math.ceil((ANSWER_DUE_AFTER_MS - sinceMs) / 1_000));
    }
    await answer(merchantNo, pending.owner as Id<"checkoutSession">, claim);
    return new IdempotencyKeyTaken();
  };

  const create = async ({ merchantNo, by, body, idempotency, scenario }: ChargeRequest) => {
    const { paymentMethod: method, description = null, reference = null } = body;
    const details = readPaymentDetails(method, body.paymentDetails);
    const profile = await merchants.profile(merchantNo);
    const returnUrl = readReturnUrl(body.returnUrl, method, details, profile.mode);
    await merchants.gate(merchantNo);

    const amount = parseAmount(body.amount, body.currency);
    if (amount === null) throw new Error("the schema has checked the amount");
    const nowMs = clock.nowMs();
    const guard = newGuard(
      {
        merchantNo,
        paymentIntentId: ids.next("paymentIntent"),
        amount: amount.minor,
        currency: amount.currency,
        allowedMethods: null,
        customer: null,
        reference,
        description,
        metadata: body.metadata ?? {},
        merchantName: profile.displayName,
        locale: profile.locale,
        maxAttempts: 1,
        latePaymentPolicy: "ACCEPT",
        expiresAtMs: nowMs + PAYER_TIME_MS,
      },
      nowMs,
    );
    const planned = await plan(guard, {
      method,
      details,
      returnUrl,
      customFieldValues: {},
      by: null,
      fingerprint: fingerprintOf({ method, details: body.paymentDetails }),
      scenario,
    });
    if (planned.kind !== "planned") {
      throw directErrors.PAYMENT_METHOD_NOT_AVAILABLE({
        paymentMethod: method,
        allowedMethods: planned.kind === "not_offered" ? planned.offered : [],
      });
    }
    const change = decideOpening(guard, planned.attempt, nowMs);
    const key =
      idempotency === null ? null : { ...idempotency, status: ANSWER_PENDING, answer: Buffer.alloc(0) };
    if ((await writer.open(change, key)) === "key_taken" && idempotency !== null) {
      throw (await finishForDead(merchantNo, idempotency)) ?? new IdempotencyKeyTaken();
    }
    deps.trace?.note(guard, { kind: "CREATED", by: formatActor(by) });
    await run(change, planned);
    return answer(merchantNo, guard.id, idempotency);
  };

  const underWay = new Set<string>();
  return async (request) => {
    const twin = twinKey(request);
    if (twin === null) return create(request);
    // The key's row distinguishes twins of other processes. Twins in this process are not even planned, because each
    // plan counts as an attempt of the payer's phone.
    if (underWay.has(twin)) throw new IdempotencyKeyTaken();
    underWay.add(twin);
    try {
      return await create(request);
    } catch (error) {
      // An effect of the key comes first: it was accepted when it arrived, whatever would be refused today.
      const { idempotency, merchantNo } = request;
      const begun =
        error instanceof Refusal && idempotency !== null
          ? await finishForDead(merchantNo, idempotency)
          : null;
      throw begun ?? error;
    } finally {
      underWay.delete(twin);
    }
  };
}

function twinKey({ merchantNo, idempotency }: ChargeRequest): string | null {
  if (idempotency === null) return null;
  const { route, key, fingerprint } = idempotency;
  return JSON.stringify([merchantNo, route, key, fingerprint.toString("hex")]);
}
