import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { sameActor } from "../../kit/actor.ts";
import { type Id, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { type Posting, post } from "../ledger/index.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import type { EventType } from "../webhooks/index.ts";
import { acceptPayout, walletOf } from "./accept-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { emitPayoutEvent } from "./emit.ts";
import { payoutErrors } from "./errors.ts";
import { readPayoutList } from "./lists.ts";
import {
  findPayout,
  movePayout,
  type PayoutMove,
  readApprovalThreshold,
  updateApprovalThreshold,
} from "./payout-store.ts";
import { payoutPosting, payoutRelease, payoutReversal } from "./postings.ts";
import type { CreatePayoutBody, PayoutListQuery } from "./schemas.ts";
import { nextPayoutStatus } from "./states.ts";
import type { Payout } from "./types.ts";
import { payoutView } from "./view.ts";

export type Payouts = ReturnType<typeof createPayouts>;

/** What of a request its use case needs. */
export interface Asked {
  readonly caller: Pick<Caller, "merchantNo" | "actor">;
  readonly requestId: string;
  readonly ip: string;
  readonly claim: IdempotencyClaim | null;
  /** What the provider simulator is to do with a payout that is made. */
  readonly scenario?: string | null;
}

/** Money out of a merchant's wallet to its beneficiaries. */
export function createPayouts(deps: PayoutsDeps) {
  const { db, clock, ids, keyring, merchants } = deps;

  /** Locks and reads. Refuses with RESOURCE_NOT_FOUND: another merchant's payout looks like none. */
  const lock = async (tx: Transaction, merchantNo: MerchantNo, id: Id<"payout">): Promise<Payout> => {
    const payout = await findPayout(tx, merchantNo, id, "change");
    if (payout === null) throw errors.RESOURCE_NOT_FOUND();
    return payout;
  };

  /** The move of a payout that is locked, with what is booked and told of it. */
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
      before: null,
      after: payout.status,
    });

  return {
    /**
     * Reserves the money and accepts the payout: PENDING, or PENDING_APPROVAL where its account gets
     * more than the wallet's threshold within a day. The wallet's own
     * check is the last judge of the balance, however many ask at once. Refuses with MERCHANT_KYB_NOT_APPROVED,
     * RESOURCE_NOT_FOUND, VALIDATION_ERROR (currency), BENEFICIARY_NOT_ACTIVE and INSUFFICIENT_WALLET_BALANCE.
     */
    create: async ({ caller, claim, scenario = null }: Asked, body: CreatePayoutBody) => {
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
      const { payouts, meta } = await readPayoutList(db, merchantNo, query);
      const profile = await merchants.profile(merchantNo);
      return { data: payouts.map((payout) => payoutView(payout, profile)), meta };
    },

    /**
     * Lets a payout above the threshold go. Refuses with MERCHANT_KYB_NOT_APPROVED, RESOURCE_NOT_FOUND,
     * PAYOUT_NOT_APPROVABLE, PAYOUT_NEEDS_ANOTHER_APPROVER.
     */
    approve: async ({ caller, requestId, ip, claim }: Asked, text: string) => {
      const { merchantNo, actor } = caller;
      const id = payoutIdOf(text);
      const profile = await merchants.gate(merchantNo);
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo, owner: id, nowMs, status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const payout = await lock(tx, merchantNo, id);
        // Once more by the same one changes nothing.
        if (payout.approvedBy !== null && sameActor(payout.approvedBy, actor))
          return payoutView(payout, profile);
        const status = nextPayoutStatus(payout.status, "approve");
        if (status === null) throw payoutErrors.PAYOUT_NOT_APPROVABLE({ status: payout.status });
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

    /** Gives the money back into `available`. Refuses with RESOURCE_NOT_FOUND and PAYOUT_NOT_CANCELLABLE. */
    cancel: async ({ caller, requestId, ip, claim }: Asked, text: string) => {
      const { merchantNo, actor } = caller;
      const id = payoutIdOf(text);
      const profile = await merchants.profile(merchantNo);
      let deliveries = 0;
      const options = { claim, merchantNo, owner: id, nowMs: clock.nowMs(), status: 200 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        const payout = await lock(tx, merchantNo, id);
        if (payout.status === "CANCELLED") return payoutView(payout, profile);
        const status = nextPayoutStatus(payout.status, "cancel");
        if (status === null) throw payoutErrors.PAYOUT_NOT_CANCELLABLE({ status: payout.status });
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
     * Books that the money of a PAID payout came back, in the caller's transaction, who also writes what is audited: operators
     * learn it from the provider. Null: it is not PAID, or there is none.
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
     * What a person found out about a payout that its provider will not tell of, in the caller's transaction: paid, under the
     * provider's number, or failed. Null: it is not under way any more.
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
     * From which amount on payouts of a wallet need a second key: above `above` minor units; null: none does. Payouts made
     * before keep what held then. False: the merchant has no such wallet.
     */
    setApprovalThreshold: async (
      tx: Transaction,
      merchantNo: MerchantNo,
      walletId: Id<"wallet">,
      above: bigint | null,
      actor: AuditActor,
    ): Promise<boolean> => {
      const { tenantId } = await merchants.profile(merchantNo);
      const before = await readApprovalThreshold(tx, merchantNo, walletId);
      if (!(await updateApprovalThreshold(tx, merchantNo, walletId, above))) return false;
      await writeAudit(tx, ids, clock.nowMs(), {
        ...{ tenantId, merchantNo, actor },
        action: "payout.approval_threshold_set",
        subject: publicId("wallet", walletId),
        before: before?.toString() ?? null,
        after: above?.toString() ?? null,
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
