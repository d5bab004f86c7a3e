import { selectList } from "../../../db/columns.ts";
import type { Database, Transaction } from "../../../db/database.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import type { Clock } from "../../../kit/clock.ts";
import { type IdSource, publicId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { Logger } from "../../../kit/logger.ts";
import { money } from "../../../kit/money.ts";
import type { TransferOutcome, TransferQueryOutcome } from "../../../providers/provider.ts";
import type { Providers } from "../../../providers/registry.ts";
import { post, refundPosting } from "../../ledger/index.ts";
import type { Merchants } from "../../merchants/index.ts";
import type { Routing } from "../../routing/index.ts";
import { emitEvents } from "../../webhooks/index.ts";
import { providerReference } from "../reference.ts";
import { chargeFields, readCharge } from "../rows.ts";
import type { Charge } from "../types.ts";
import { chargeView } from "../view.ts";
import { nextRefundStatus } from "./states.ts";
import { claimDueRefunds, type Refund, updateRefund } from "./store.ts";

export interface RefundWorkerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly merchants: Merchants;
  readonly routing: Routing;
  readonly providers: Providers;
  readonly wakeWebhooks: () => void;
}

const CLAIM_LIMIT = 20;
/** Longer than a provider call may take: a second worker does not ask while the first one waits for the answer. */
const LEASE_MS = 60_000;
const CHECK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000, 300_000];
const CHECK_DELAY_LAST_MS = 900_000;
const RECONCILIATION_AFTER_MS = 900_000;
const INTERVAL_MS = 1_000;

/**
 * Gives late and double money back. The refund's own id is the provider's idempotency key, so asking twice is one refund;
 * an unknown answer is asked about until it is known. A refused refund leaves the money held, for a person to decide.
 */
export function createRefundWorker(deps: RefundWorkerDeps): Loop {
  const { db, clock, log, routing, providers } = deps;

  const work = async (refund: Refund): Promise<void> => {
    const account = await routing.providerAccount(refund.providerAccountId);
    const provider = providers.get(account.provider);
    const reference = providerReference(refund.merchantNo, refund.id);
    // The first time there is nothing to ask about; later the provider may know it, or have never received it.
    const known = refund.checkCount > 1 ? await provider.queryRefund(account, reference) : NOT_FOUND;
    const outcome =
      known.kind === "not_found"
        ? await provider.refund(account, {
            refundReference: reference,
            chargeReference: providerReference(refund.merchantNo, refund.chargeId),
            amount: money(refund.amount, refund.currency),
          })
        : known;
    const ended = await db.transaction((tx) => record(tx, refund, outcome));
    if (ended) deps.wakeWebhooks();
  };

  const record = async (tx: Transaction, refund: Refund, outcome: TransferOutcome): Promise<boolean> => {
    const nowMs = clock.nowMs();
    if (outcome.kind === "pending" || outcome.kind === "unknown") {
      const unknownSinceMs = outcome.kind === "pending" ? null : (refund.unknownSinceMs ?? nowMs);
      const long = unknownSinceMs !== null && nowMs - unknownSinceMs >= RECONCILIATION_AFTER_MS;
      const status = nextRefundStatus(refund.status, long ? "reconcile" : "process");
      if (status === null) return false;
      const delayMs = CHECK_DELAYS_MS[refund.checkCount - 1] ?? CHECK_DELAY_LAST_MS;
      await updateRefund(
        tx,
        refund,
        {
          status,
          providerTransactionId: null,
          providerCode: null,
          failureCode: null,
          nextCheckAtMs: nowMs + delayMs,
          unknownSinceMs,
        },
        nowMs,
      );
      return false;
    }
    const status = nextRefundStatus(refund.status, outcome.kind === "succeeded" ? "succeed" : "fail");
    if (status === null) return false;
    const charge = outcome.kind === "succeeded" ? await refundedCharge(tx, refund, nowMs) : null;
    const first = await updateRefund(
      tx,
      refund,
      {
        status,
        providerTransactionId: outcome.kind === "succeeded" ? outcome.transactionId : null,
        providerCode: outcome.kind === "failed" ? outcome.providerCode : null,
        failureCode: outcome.kind === "failed" ? outcome.failureCode : null,
        nextCheckAtMs: null,
        unknownSinceMs: null,
      },
      nowMs,
    );
    if (!first) throw new Error("a refund ends once: its row is leased to this worker");
    if (charge === null) {
      log.error("refund.failed", {
        refundId: publicId("refund", refund.id),
        reason: refund.reason,
        outcome: outcome.kind,
      });
      return false;
    }
    await post(
      tx,
      deps.ids,
      refund.merchantNo,
      refundPosting(refund, refund.providerAccountId, "held"),
      nowMs,
    );
    await emit(tx, refund, charge, nowMs);
    return true;
  };

  const emit = async (
    tx: Transaction,
    refund: Refund,
    { charge, sequence }: RefundedCharge,
    nowMs: number,
  ) => {
    const profile = await deps.merchants.profile(refund.merchantNo);
    const { mode, merchantId, locale } = profile;
    await emitEvents(tx, [
      {
        id: deps.ids.next("event"),
        merchantNo: refund.merchantNo,
        subjectId: refund.paymentIntentId,
        type: refund.reason === "DUPLICATE" ? "payment.duplicate_refunded" : "payment.late_refunded",
        timestampMs: nowMs,
        mode,
        merchantId,
        sequence,
        data: {
          ...chargeView(charge, { keyring: deps.keyring, mode, merchantId, locale }),
          refundId: publicId("refund", refund.id),
        },
      },
    ]);
  };

  return createLoop({
    name: "refunds",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await claimDueRefunds(db, { nowMs, leaseMs: LEASE_MS, limit: CLAIM_LIMIT });
      await Promise.all(
        due.map((refund) =>
          work(refund).catch((error: unknown) => {
            // The lease runs out and the refund is asked about again, by its own reference.
            log.error("refund.round.failed", { refundId: publicId("refund", refund.id), error });
          }),
        ),
      );
      return due.length;
    },
  });
}

const NOT_FOUND: TransferQueryOutcome = { kind: "not_found" };

interface RefundedCharge {
  readonly charge: Charge;
  readonly sequence: number;
}

/**
 * Session first, then charge, as everywhere. The intent is not touched: this money never paid it. The event takes the
 * session's next number.
 */
async function refundedCharge(tx: Transaction, refund: Refund, nowMs: number): Promise<RefundedCharge> {
  const now = new Date(nowMs);
  const [session] = await tx.query<{ sequence: number }>({
    text: `
      update checkout_sessions s set event_sequence = event_sequence + 1, version = version + 1, updated_at = $3
      from (select session_id from charges where merchant_no = $1 and id = $2) c
      where s.merchant_no = $1 and s.id = c.session_id
      returning s.event_sequence as sequence`,
    values: [refund.merchantNo, refund.chargeId, now],
  });
  const [row] = await tx.query<Record<string, unknown>>({
    text: `
      update charges c set amount_refunded = amount_refunded + $3, version = version + 1, updated_at = $4
      where merchant_no = $1 and id = $2 and amount_refunded + $3 <= coalesce(amount_confirmed, amount)
      returning ${selectList("c", chargeFields)}`,
    values: [refund.merchantNo, refund.chargeId, refund.amount, now],
  });
  if (session === undefined || row === undefined) throw new Error("a refund never exceeds its charge");
  return { charge: readCharge(row), sequence: session.sequence };
}
