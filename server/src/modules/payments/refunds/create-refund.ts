import { errors } from "../../../http/errors.ts";
import { once } from "../../../http/idempotency.ts";
import { requireRefundWithin } from "../../../http/refund-limit.ts";
import type { Caller, IdempotencyClaim } from "../../../http/route.ts";
import type { MerchantNo } from "../../../kit/ids.ts";
import { parsePublicId } from "../../../kit/ids.ts";
import { money, parseAmount } from "../../../kit/money.ts";
import { post, refundReservation, requireAvailable } from "../../ledger/index.ts";
import { openPayer } from "../payer.ts";
import { readCharges } from "../read-payments.ts";
import type { Charge } from "../types.ts";
import { guardCharge, sumOfRefunds, wasReleased } from "./charge-store.ts";
import type { RefundsDeps } from "./deps.ts";
import { emitRefundEvent } from "./emit.ts";
import { amountToRefund, CANCEL_WINDOW_MS, routeOfRefund } from "./rules.ts";
import type { CreateRefundBody, RefundView } from "./schemas.ts";
import { accountCapabilities } from "./send-refund.ts";
import { insertAnyRefund } from "./store.ts";
import { refundView } from "./view.ts";

/**
 * Makes a PENDING refund of a part of the charge or of the remaining amount. Its amount moves from `available` to
 * `reserved` in the same transaction; it is sent after `CANCEL_WINDOW_MS`. Refuses with RESOURCE_NOT_FOUND,
 * CHARGE_NOT_REFUNDABLE, REFUND_AMOUNT_EXCEEDS_REMAINING and INSUFFICIENT_WALLET_BALANCE. A merchant under review may
 * still refund.
 */
export function createCreateRefund(deps: RefundsDeps) {
  const { db, clock, ids, keyring, merchants } = deps;

  return async (
    merchantNo: MerchantNo,
    chargeText: string,
    body: CreateRefundBody,
    claim: IdempotencyClaim | null,
    /** The scenario of the provider simulator. */
    scenario: string | null = null,
    /** Who asks; absent: the service itself. */
    caller?: Pick<Caller, "actor" | "person">,
  ): Promise<RefundView> => {
    const chargeId = parsePublicId("charge", chargeText);
    const [seen] = chargeId === null ? [] : await readCharges(db, merchantNo, [chargeId]);
    if (chargeId === null || seen === undefined) throw errors.RESOURCE_NOT_FOUND();
    const profile = await merchants.profile(merchantNo);
    // A charge that was refused by our own rules has no account, and nothing to refund.
    const capabilities = seen.providerAccountId === null ? null : await accountCapabilities(deps, seen);
    const nowMs = clock.nowMs();
    const id = ids.next("refund");
    let deliveries = 0;
    const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      // The guard's row serializes the charge's refunds: no two compute the remaining amount at the same time.
      const guarded = await guardCharge(tx, merchantNo, chargeId, nowMs);
      if (guarded === null) throw errors.RESOURCE_NOT_FOUND();
      const { charge, sequence } = guarded;
      const spent = await sumOfRefunds(tx, merchantNo, chargeId);
      const isReleased = !charge.pays && (await wasReleased(tx, merchantNo, chargeId));
      const amount = amountToRefund(charge, spent, requestedAmount(body, charge), isReleased);
      await requireRefundWithin(caller?.person, money(spent + amount, charge.currency), nowMs);
      const { provider } = charge;
      if (provider === null || capabilities === null) throw new Error("money came by a provider");
      // Decided here, so that the answer shows it to the merchant.
      const route = routeOfRefund(
        capabilities,
        charge,
        amount,
        () => openPayer(keyring, charge, charge.payer).payer.phone !== null,
      );
      await requireAvailable(tx, { ...charge, amount });
      const refund = await insertAnyRefund(tx, {
        id,
        charge,
        amount,
        route,
        reason: body.reason ?? "OTHER",
        note: body.note ?? null,
        metadata: body.metadata ?? {},
        sourceAccount: "reserved",
        createdBy: caller?.actor ?? null,
        providerReference: deps.newOwnId(provider),
        scenario,
        nowMs,
        dueAtMs: nowMs + CANCEL_WINDOW_MS,
      });
      await post(tx, ids, merchantNo, refundReservation(refund), nowMs);
      deliveries = await emitRefundEvent(tx, ids, profile, "refund.created", { refund, sequence, nowMs });
      return refundView(refund, profile);
    });
    if (deliveries > 0) deps.wakeWebhooks();
    return view;
  };
}

function requestedAmount({ amount }: CreateRefundBody, { currency }: Charge): bigint | null {
  if (amount === undefined) return null;
  const requested = parseAmount(amount, currency);
  if (requested === null) throw new Error("the schema has checked the amount");
  return requested.minor;
}
