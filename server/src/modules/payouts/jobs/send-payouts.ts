import type { Transaction } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import { type Id, type MerchantNo, publicId } from "../../../kit/ids.ts";
import type { Money } from "../../../kit/money.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import { type Posting, post } from "../../ledger/index.ts";
import { handleToWrite, type Recipient, type Transfer } from "../../payments/index.ts";
import {
  chooseRoute,
  findsRouteLater,
  fitsPayoutToday,
  type Route,
  type RouteRefusal,
  type RoutingSnapshot,
  routeVerdicts,
  withFullDay,
} from "../../routing/index.ts";
import { detailsContext, findBeneficiary } from "../beneficiary-store.ts";
import type { PayoutWorkerDeps } from "../deps.ts";
import { emitPayoutEvent } from "../emit.ts";
import { payoutQuestion } from "../methods.ts";
import { judgeTransfer, judgeUnroutable } from "../outcome-rules.ts";
import { claimDuePayouts, claimSentPayout, movePayout, type PayoutMove } from "../payout-store.ts";
import { payoutPosting, payoutRelease } from "../postings.ts";
import { nextPayoutStatus } from "../states.ts";
import type { Beneficiary, BeneficiaryDetails, Payout } from "../types.ts";

const CLAIM_LIMIT = 20;
/** Longer than a provider call may take: a second worker does not ask while the first one waits for the answer. */
const LEASE_MS = 60_000;
const INTERVAL_MS = 1_000;

const nothing: readonly Posting[] = [];

export interface PayoutWorker extends Loop {
  /** Queries the provider now about a sent payout. False: it is not in flight. */
  askNow(merchantNo: MerchantNo, id: Id<"payout">): Promise<boolean>;
}

/**
 * Sends payouts and learns their outcome. The payout's own id is the provider's idempotency key, so sending twice makes
 * one payout, and PROCESSING is committed before the first byte is sent. An unknown outcome is queried until it is
 * known: money that may have left is never returned.
 */
export function createPayoutWorker(deps: PayoutWorkerDeps): PayoutWorker {
  const { db, clock, ids, keyring, log, merchants, routing, provider } = deps;

  /**
   * One transaction: the transition, its bookings, its event. Null: another process moved it first, and nothing was
   * written.
   */
  const move = async (
    payout: Payout,
    change: Omit<PayoutMove, "events">,
    event: Parameters<typeof emitPayoutEvent>[4] | null = null,
    postings: readonly Posting[] = nothing,
  ): Promise<Payout | null> => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(payout.merchantNo);
    let deliveries = 0;
    const moved = await db.transaction(async (tx: Transaction) => {
      const after = await movePayout(tx, payout, { ...change, events: event === null ? 0 : 1 }, nowMs);
      if (after === null) return null;
      if (event !== null) deliveries = await emitPayoutEvent(tx, ids, profile, after, event, nowMs);
      for (const posting of postings) await post(tx, ids, payout.merchantNo, posting, nowMs);
      return after;
    });
    if (deliveries > 0) deps.wakeWebhooks();
    return moved;
  };

  const fail = async (
    payout: Payout,
    reason: Required<Pick<PayoutMove, "failureCode" | "providerCode">> & Pick<PayoutMove, "providerHandle">,
  ): Promise<void> => {
    const status = nextPayoutStatus(payout.status, "fail");
    if (status === null) return;
    await move(payout, { status, nextCheckAtMs: null, ...reason }, "payout.failed", [payoutRelease(payout)]);
  };

  /** The payout as it is sent to the account of a route; null when it was cancelled meanwhile. */
  const assign = (
    payout: Payout,
    { providerAccountId, provider: name }: Route,
    amount: Money,
    nowMs: number,
  ): Promise<Payout | null | "DAY_IS_FULL"> => {
    const status = nextPayoutStatus(payout.status, "send");
    if (status === null) return Promise.resolve(null);
    const sentTo = { providerAccountId, provider: name, providerReference: deps.newOwnId(name) };
    const change = { status, nextCheckAtMs: nowMs + LEASE_MS, events: 0, sentTo } as const;
    return db.transaction(async (tx) =>
      (await fitsPayoutToday(tx, providerAccountId, amount, nowMs))
        ? movePayout(tx, payout, change, nowMs)
        : "DAY_IS_FULL",
    );
  };

  /** Notes the choice beside the payout, with what stood in the way of every other rule and account. */
  const noteRoute = (payout: Payout, route: Route | RouteRefusal, snapshot: RoutingSnapshot): void =>
    deps.trace?.note(
      { merchantNo: payout.merchantNo, paymentIntentId: payout.id },
      {
        kind: "ROUTED",
        chargeId: null,
        ...("refused" in route
          ? { accountId: null, provider: null, refused: route.reason }
          : { accountId: route.providerAccountId, provider: route.provider, refused: null }),
        rules: () => routeVerdicts(snapshot, payoutQuestion(payout)),
      },
    );

  /** Assigns it to a provider account, before anything is sent. Null: it waits, failed, or was cancelled. */
  const dispatch = async (payout: Payout, beneficiary: Beneficiary): Promise<Payout | null> => {
    if (beneficiary.status !== "ACTIVE") {
      await fail(payout, { failureCode: "INVALID_RECIPIENT", providerCode: "BENEFICIARY_NOT_ACTIVE" });
      return null;
    }
    const nowMs = clock.nowMs();
    const { tenantId, mode } = await merchants.profile(payout.merchantNo);
    let snapshot = await routing.snapshotFor(tenantId, mode);
    const question = payoutQuestion(payout);
    const { amount } = question;
    let route = chooseRoute(snapshot, question, nowMs);
    while (!("refused" in route)) {
      const assigned = await assign(payout, route, amount, nowMs);
      if (assigned !== null && assigned !== "DAY_IS_FULL") noteRoute(payout, route, snapshot);
      if (assigned !== "DAY_IS_FULL") return assigned;
      snapshot = withFullDay(snapshot, route.providerAccountId, amount.currency);
      route = chooseRoute(snapshot, question, nowMs);
    }
    const passes = findsRouteLater(snapshot, question, nowMs);
    const unroutable = judgeUnroutable(payout.status, { ...route, passes }, nowMs);
    // A payout that goes on waiting meets the same obstacle every few seconds: only its first one is noted.
    if (unroutable?.kind === "fail" || unroutable?.isNews) noteRoute(payout, route, snapshot);
    if (unroutable?.kind === "fail") {
      const { failureCode, providerCode } = unroutable;
      await fail(payout, { failureCode, providerCode });
    }
    if (unroutable?.kind === "queue") {
      const { status, nextCheckAtMs, isNews } = unroutable;
      await move(payout, { status, nextCheckAtMs }, isNews ? "payout.queued" : null);
    }
    return null;
  };

  const work = async (claimed: Payout): Promise<void> => {
    const beneficiary = await findBeneficiary(db, claimed.merchantNo, claimed.beneficiaryId);
    if (beneficiary === null) throw new Error("a beneficiary is never removed");
    const isNew = claimed.status === "PENDING" || claimed.status === "QUEUED";
    const payout = isNew ? await dispatch(claimed, beneficiary) : claimed;
    if (payout === null || payout.providerAccountId === null) return;

    const outcome = await provider.payout(transferOf(payout, isNew), () => recipientOf(beneficiary));
    await record(payout, payout.providerAccountId, outcome);
    const { merchantNo, unknownSinceMs: sinceMs, destination } = payout;
    if (sinceMs !== null && (outcome.kind === "succeeded" || outcome.kind === "failed")) {
      const operator = destination.operator ?? destination.type;
      await deps.onResolution?.({ subject: "PAYOUT", merchantNo, operator, sinceMs, nowMs: clock.nowMs() });
    }
  };

  const recipientOf = ({ merchantNo, id, name, details }: Beneficiary): Recipient => {
    const opened = keyring.open(details, detailsContext(merchantNo, id), `beneficiaries.details.${id}`);
    const { phone, operator, countryCode, iban, walletId }: BeneficiaryDetails = JSON.parse(
      opened.toString("utf8"),
    );
    // Details sealed before wallets could be paid have no `walletId`.
    return { phone, operator, countryCode, iban, walletId: walletId ?? null, name };
  };

  const record = async (payout: Payout, accountId: string, outcome: TransferOutcome): Promise<void> => {
    const providerHandle = handleToWrite(keyring, "payouts", payout, outcome.handle);
    const settlement = judgeTransfer(payout, outcome, clock.nowMs());
    if (settlement === null) return;
    if (settlement.kind === "fail") {
      const { failureCode, providerCode } = settlement;
      return fail(payout, { failureCode, providerCode, providerHandle });
    }
    const { status } = settlement;
    if (settlement.kind === "pay") {
      const { transactionId: providerTransactionId } = settlement;
      const change = { status, nextCheckAtMs: null, providerTransactionId, providerHandle };
      await move(payout, change, "payout.paid", [payoutPosting(payout, accountId)]);
      return;
    }
    const { askAtMs, unknownSinceMs, differs } = settlement;
    const payoutId = publicId("payout", payout.id);
    if (differs) log.error("payout.amount.differs", { payoutId });
    if (askAtMs === null) log.error("payout.unresolved", { payoutId, accountId });
    await move(payout, { status, nextCheckAtMs: askAtMs, unknownSinceMs, providerHandle });
  };

  const askNow = async (merchantNo: MerchantNo, id: Id<"payout">): Promise<boolean> => {
    const payout = await claimSentPayout(db, merchantNo, id, clock.nowMs() + LEASE_MS);
    if (payout === null) return false;
    await work(payout);
    return true;
  };

  const loop = createLoop({
    name: "payouts",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDuePayouts(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((payout) =>
          work(payout).catch((error: unknown) => {
            // The lease expires and the payout is queried again, by its own reference.
            log.error("payout.round.failed", { payoutId: publicId("payout", payout.id), error });
          }),
        ),
      );
      return due.length;
    },
  });
  return { ...loop, askNow };
}

function transferOf(payout: Payout, isNew: boolean): Transfer {
  return {
    table: "payouts",
    row: payout,
    publicId: publicId("payout", payout.id),
    accountId: payout.providerAccountId,
    amount: payout.amount,
    currency: payout.currency,
    startedAtMs: payout.sentAtMs ?? payout.createdAtMs,
    // The first time there is nothing to query; later the provider may know it, or may never have received it.
    isNew,
    scenario: payout.scenario,
  };
}
