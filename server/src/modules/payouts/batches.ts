import type { Static } from "typebox";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { Refusal } from "../../kit/errors.ts";
import { type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { acceptPayout, walletOf } from "./accept-payout.ts";
import { claimDueBatch, endRow, findBatch, insertBatch, releaseBatch, waitingRows } from "./batch-store.ts";
import type { BatchRow, PayoutBatch } from "./batch-types.ts";
import type { PayoutsDeps } from "./deps.ts";
import { readBatchList } from "./lists.ts";
import type { MerchantRequest } from "./payouts.ts";
import type { BatchListQuery, BatchSummaryView, BatchView, CreateBatchBody } from "./schemas.ts";

export type PayoutBatches = ReturnType<typeof createPayoutBatches>;

/** Rows per round, so that other work of the service can run between. */
const ROWS_PER_ROUND = 50;
const LEASE_MS = 60_000;
const INTERVAL_MS = 1_000;

/** Many payouts in one request. Each row is decided separately, in the order of the request, and has its own result. */
export function createPayoutBatches(deps: PayoutsDeps & { readonly log: Logger }) {
  const { db, clock, ids, keyring, merchants, log } = deps;

  /** The payout and the row's result are one transaction: a row retried after a crash still makes one payout. */
  const judge = async (batch: PayoutBatch, row: BatchRow): Promise<void> => {
    const nowMs = clock.nowMs();
    let deliveries = 0;
    try {
      // Checked for each row: a merchant that is suspended meanwhile can pay no more.
      const profile = await merchants.gate(batch.merchantNo);
      const wallet = walletOf(profile, publicId("wallet", batch.walletId));
      const toAccept = { profile, wallet, id: row.payoutId, createdBy: batch.createdBy, nowMs };
      await db.transaction(async (tx) => {
        deliveries = 0;
        if (!(await endRow(tx, batch, row, null, nowMs))) return;
        deliveries = (await acceptPayout(tx, deps, toAccept, row.request)).deliveries;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message } = error;
      const { wire: code } = error.declaration;
      const reason = { code, message, details: error.details };
      await db.transaction((tx) => endRow(tx, batch, row, reason, nowMs));
    }
    if (deliveries > 0) deps.wakeWebhooks();
  };

  const loop: Loop = createLoop({
    name: "payout_batches",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const batch = await claimDueBatch(db, nowMs, LEASE_MS);
      if (batch === null) return 0;
      const rows = await waitingRows(db, batch, ROWS_PER_ROUND);
      // One after the other: they spend from the same wallet, in the order of the request.
      for (const row of rows) await judge(batch, row);
      await releaseBatch(db, batch, clock.nowMs());
      return rows.length;
    },
  });

  return {
    loop,

    /**
     * Refuses with MERCHANT_KYB_NOT_APPROVED and RESOURCE_NOT_FOUND (wallet); an invalid row fails alone, in its
     * result.
     */
    create: async ({ caller, claim }: MerchantRequest, body: CreateBatchBody) => {
      const { merchantNo, actor } = caller;
      const nowMs = clock.nowMs();
      const profile = await merchants.gate(merchantNo);
      const { id: walletId, currency } = walletOf(profile, body.walletId);
      const id = ids.next("payoutBatch");
      const batch: PayoutBatch = {
        merchantNo,
        id,
        walletId,
        currency,
        status: "PROCESSING",
        reference: body.reference ?? null,
        rowCount: body.rows.length,
        acceptedCount: 0,
        refusedCount: 0,
        createdBy: actor,
        version: 1,
        completedAtMs: null,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      const rows = body.rows.map(
        (request, index): BatchRow => ({
          index,
          payoutId: ids.next("payout"),
          request,
          status: "WAITING",
          error: null,
        }),
      );
      const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
      const view = await once(db, keyring, options, async (tx) => {
        await insertBatch(tx, batch, rows);
        return batchView(batch, rows, profile);
      });
      loop.wake();
      return view;
    },

    list: async (merchantNo: MerchantNo, query: BatchListQuery) => {
      const { batches, meta } = await readBatchList(db, merchantNo, query);
      const profile = await merchants.profile(merchantNo);
      return { data: batches.map((batch) => summaryView(batch, profile)), meta };
    },

    /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's batch. */
    get: async (merchantNo: MerchantNo, text: string) => {
      const id = parsePublicId("payoutBatch", text);
      const found = id === null ? null : await findBatch(db, merchantNo, id);
      if (found === null) throw errors.RESOURCE_NOT_FOUND();
      return batchView(found.batch, found.rows, await merchants.profile(merchantNo));
    },
  };
}

/** Without its rows. */
function summaryView(
  batch: PayoutBatch,
  { mode, merchantId }: MerchantProfile,
): Static<typeof BatchSummaryView> {
  const { currency, status, reference, rowCount, acceptedCount, refusedCount, version } = batch;
  return {
    object: "payout_batch",
    id: publicId("payoutBatch", batch.id),
    mode,
    merchantId,
    walletId: publicId("wallet", batch.walletId),
    currency,
    status,
    reference,
    rowCount,
    acceptedCount,
    refusedCount,
    completedAt: isoOrNull(batch.completedAtMs),
    version,
    createdAt: iso(batch.createdAtMs),
    updatedAt: iso(batch.updatedAtMs),
  };
}

function batchView(
  batch: PayoutBatch,
  rows: readonly BatchRow[],
  profile: MerchantProfile,
): Static<typeof BatchView> {
  return {
    ...summaryView(batch, profile),
    rows: rows.map(({ index, payoutId, request, status: result, error }) => ({
      index,
      beneficiaryId: request.beneficiaryId,
      amount: request.amount,
      reference: request.reference ?? null,
      status: result,
      payoutId: result === "ACCEPTED" ? publicId("payout", payoutId) : null,
      error,
    })),
  };
}
