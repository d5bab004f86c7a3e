import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { type Posting, post } from "../ledger/index.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import type { EventType } from "../webhooks/index.ts";
import { acceptPayout, walletOf } from "./accept-payout.ts";
import { statusOfApproval, statusOfCancellation } from "./act-rules.ts";
import { thresholdText } from "./approval-rules.ts";
import type { PayoutsDeps } from "./deps.ts";
import { emitPayoutEvent } from "./emit.ts";
import { payoutErrors } from "./errors.ts";
import { readPayoutList } from "./lists.ts";
import {
  findPayout,
  movePayout,
  type PayoutMove,
  readWalletApproval,
  updateApprovalThreshold,
} from "./payout-store.ts";
import { payoutPosting, payoutRelease, payoutReversal } from "./postings.ts";
import type { CreatePayoutBody, PayoutListQuery } from "./schemas.ts";
import { nextPayoutStatus } from "./states.ts";
import type { Payout } from "./types.ts";
import { payoutView } from "./view.ts";

export type Payouts = ReturnType<typeof createPayouts>;

/** The part of a request that a use case needs. */
export interface MerchantRequest {
  readonly caller: Pick<Caller, "merchantNo" | "actor">;
  readonly requestId: string;
  readonly ip: string;
  readonly claim: IdempotencyClaim | null;
  /** The scenario of the provider simulator for the new payout. */
  readonly scenario?: string | null;
}

/** Money out of a merchant's wallet to its beneficiaries. */
export function createPayouts(deps: PayoutsDeps) {
  const { db, clock, ids, keyring, merchants } = deps;

  /** Locks and reads. Refuses with RESOURCE_NOT_FOUND, also for another merchant's payout. */
  const lock = async (tx: Transaction, merchantNo: MerchantNo, id: Id<"payout">): Promise<Payout> => {
    const payout = await findPayout(tx, merchantNo, id, "change");
    if (payout === null) throw errors.RESOURCE_NOT_FOUND();
    return payout;
  };

  /** The transition of a locked payout, with its bookings and events. */
  const move = async (
    tx: Transaction,
    payout: Payout,
    profile: MerchantProfile,
    change: Omit<PayoutMove, "events">,
    {
      posting,
      event,
    }: { readonly posting?: Posting; readonly event?: Extract<EventType, `payout.${string}`> },
  ) => {
    const nowMs = clock.nowMs();
    const moved = await movePayout(tx, payout, { ...change, events: event === undefined ? 0 : 1 }, nowMs);
    if (moved === null) throw new Error("a locked payout is moved by nobody else");
    if (posting !== undefined) await post(tx, ids, payout.merchantNo, posting, nowMs);
    const deliveries = event === undefined ? 0 : await emitPayoutEvent(tx, ids, profile, moved, event, nowMs);
    return { payout: moved, deliveries };
  };

  /** Whether a payout that was given to an account waits there unsent, and now waits no longer. */
  const withdraw = async (tx: Transaction, payout: Payout): Promise<boolean> => {
    const { status, providerAccountId, providerReference } = payout;
    const isGiven = status === "PROCESSING" || status === "IN_RECONCILIATION";
    if (!isGiven || providerAccountId === null || providerReference === null) return false;
    const accountId = providerAccountId as Id<"providerAccount">;
    return deps.withdrawTransfer(tx, accountId, providerReference, clock.nowMs());
  };

  const audit = (
    tx: Transaction,
    payout: Payout,
    profile: MerchantProfile,
    actor: AuditActor,
    action: string,
  ) =>
    writeAudit(tx, ids, clock.nowMs(), {
      tenantId: profile.tenantId,
      merchantNo: payout.merchantNo,
      actor,
      action,
      subject: publicId("payout", payout.id),
      after: payout.status,
    });

  return {
    /**
     * Reserves the money and accepts the payout: PENDING, or PENDING_APPROVAL when its account gets more than the
     * wallet's threshold within a day. The wallet's own check protects the balance, however many requests are
     * concurrent. Refuses with MERCHANT_KYB_NOT_APPROVED, RESOURCE_NOT_FOUND, VALIDATION_ERROR (currency),
     * BENEFICIARY_NOT_ACTIVE and INSUFFICIENT_WALLET_BALANCE.
     */
    create: async ({ caller, claim, scenario = null }: MerchantRequest, body: CreatePayoutBody) => {
      const { merchantNo, actor } = caller;
      const nowMs = clock.nowMs();
      const profile = await merchants.gate(merchantNo);
      const wallet = walletOf(profile, body.walletId);
      const id = ids.next("payout");
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const asked = { profile, wallet, id, createdBy: actor, nowMs, scenario };
        const accepted = await acceptPayout(tx, deps, asked, body);
        deliveries = accepted.deliveries;
        return payoutView(accepted.payout, profile);
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    get: async (merchantNo: MerchantNo, text: string) => {
      const found = await findPayout(db, merchantNo, payoutIdOf(text));
      if (found === null) throw errors.RESOURCE_NOT_FOUND();
      return payoutView(found, await merchants.profile(merchantNo));
    },

    list: async (merchantNo: MerchantNo, query: PayoutListQuery) => {
      const profile = await merchants.profile(merchantNo);
      const { payouts, meta } = await readPayoutList(db, { ...profile, keyring }, query);
      return { data: payouts.map((payout) => payoutView(payout, profile)), meta };
    },

    /**
     * Approves a payout above the threshold. Refuses with MERCHANT_KYB_NOT_APPROVED, RESOURCE_NOT_FOUND,
     * PAYOUT_NOT_APPROVABLE, PAYOUT_NEEDS_ANOTHER_APPROVER.
     */
    approve: async ({ caller, requestId, ip, claim }: MerchantRequest, text: string) => {
      const { merchantNo, actor } = caller;
      const id = payoutIdOf(text);
      const profile = await merchants.gate(merchantNo);
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo, owner: id, nowMs, status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const payout = await lock(tx, merchantNo, id);
        const status = statusOfApproval(payout, actor);
        if (status === "unchanged") return payoutView(payout, profile);
        const refusal = payoutErrors.PAYOUT_NEEDS_ANOTHER_APPROVER;
        await requireSecondPerson(tx, payout.createdBy, actor, nowMs, refusal);
        const change = { status, approvedBy: actor, nextCheckAtMs: nowMs };
        const { payout: approved } = await move(tx, payout, profile, change, {});
        await audit(tx, approved, profile, { ...actor, requestId, ip }, "payout.approved");
        return payoutView(approved, profile);
      });
      deps.wakeWorker();
      return view;
    },

    /**
     * Returns the money to `available`. One that waits in a file of transfers is taken out of it, as long as the file was not
     * released. Refuses with RESOURCE_NOT_FOUND and PAYOUT_NOT_CANCELLABLE.
     */
    cancel: async ({ caller, requestId, ip, claim }: MerchantRequest, text: string) => {
      const { merchantNo, actor } = caller;
      const id = payoutIdOf(text);
      const profile = await merchants.profile(merchantNo);
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs: clock.nowMs(), status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const payout = await lock(tx, merchantNo, id);
        const status = statusOfCancellation(payout, await withdraw(tx, payout));
        if (status === "unchanged") return payoutView(payout, profile);
        const moved = await move(
          tx,
          payout,
          profile,
          { status, nextCheckAtMs: null },
          { posting: payoutRelease(payout), event: "payout.cancelled" },
        );
        deliveries = moved.deliveries;
        await audit(tx, moved.payout, profile, { ...actor, requestId, ip }, "payout.cancelled");
        return payoutView(moved.payout, profile);
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    /**
     * Books that the money of a PAID payout came back, in the transaction of the caller, who also writes the audit
     * entry: operators learn of it from the provider. Null: it is not PAID, or does not exist.
     */
    reverseIn: async (
      tx: Transaction,
      profile: MerchantProfile,
      id: Id<"payout">,
    ): Promise<{ readonly deliveries: number } | null> => {
      const payout = await findPayout(tx, profile.merchantNo, id, "change");
      const status = payout === null ? null : nextPayoutStatus(payout.status, "reverse");
      if (payout === null || status === null) return null;
      const { providerAccountId } = payout;
      if (providerAccountId === null) throw new Error("what was paid went through a provider");
      return move(
        tx,
        payout,
        profile,
        { status, nextCheckAtMs: null },
        { posting: payoutReversal(payout, providerAccountId), event: "payout.reversed" },
      );
    },

    /**
     * Records what an operator found out about a payout whose provider will not answer, in the caller's transaction:
     * paid, with the provider's number, or failed. Null: it is no longer in flight.
     */
    settleIn: async (
      tx: Transaction,
      profile: MerchantProfile,
      id: Id<"payout">,
      transactionId: string | null,
    ): Promise<{ readonly deliveries: number } | null> => {
      const payout = await findPayout(tx, profile.merchantNo, id, "change");
      const paid = transactionId !== null;
      const status = payout === null ? null : nextPayoutStatus(payout.status, paid ? "pay" : "fail");
      if (payout === null || status === null || payout.providerAccountId === null) return null;
      const end = paid
        ? { providerTransactionId: transactionId }
        : ({ failureCode: "UNKNOWN", providerCode: "SETTLED_BY_OPERATOR" } as const);
      return move(
        tx,
        payout,
        profile,
        { status, nextCheckAtMs: null, ...end },
        paid
          ? { posting: payoutPosting(payout, payout.providerAccountId), event: "payout.paid" }
          : { posting: payoutRelease(payout), event: "payout.failed" },
      );
    },

    /**
     * Sets the amount above which payouts of a wallet need a second key, in minor units; null: none does. Earlier
     * payouts keep their rule. False: the merchant has no such wallet.
     */
    setApprovalThreshold: async (
      tx: Transaction,
      merchantNo: MerchantNo,
      walletId: Id<"wallet">,
      above: bigint | null,
      actor: AuditActor,
    ): Promise<boolean> => {
      const { tenantId } = await merchants.profile(merchantNo);
      const { above: before, currency } = await readWalletApproval(tx, merchantNo, walletId);
      if (!(await updateApprovalThreshold(tx, merchantNo, walletId, above))) return false;
      await writeAudit(tx, ids, clock.nowMs(), {
        tenantId,
        merchantNo,
        actor,
        action: "payout.approval_threshold_set",
        subject: publicId("wallet", walletId),
        before: thresholdText(before, currency),
        after: thresholdText(above, currency),
      });
      return true;
    },
  };
}

function payoutIdOf(text: string): Id<"payout"> {
  const id = parsePublicId("payout", text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return id;
}
