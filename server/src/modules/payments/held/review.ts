import type { Transaction } from "../../../db/database.ts";
import { type Id, publicId } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { PaymentOutcome } from "../../../providers/provider.ts";
import { post } from "../../ledger/index.ts";
import { feeFor } from "../../routing/index.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import {
  type ChargeTerms,
  decideOutcome,
  type LoadedCharge,
  loadedChargeOf,
} from "../outcome/decide-outcome.ts";
import type { ChargeKey } from "../outcome/record-charge-outcome.ts";
import { insertAnyRefund, type RefundRoute } from "../refunds/index.ts";
import { readSessions } from "../store/read-sessions.ts";
import type { Charge } from "../types.ts";
import { decideRelease, decideReturn, type ReviewStep, takenOf } from "./decide-review.ts";

/** An operator's decision about a charge. */
export type ReviewVerdict =
  /** The merchant keeps the held money. */
  | { readonly kind: "release" }
  /** The payer gets it back. */
  | { readonly kind: "return"; readonly route: RefundRoute }
  /** It could not be booked and was settled outside: the attempt is over. */
  | { readonly kind: "close" }
  /** The outcome of a charge that no provider reports: handled like a provider's own answer. */
  | { readonly kind: "settle"; readonly outcome: PaymentOutcome };

/** A decision on the session as read. It is written together with the caller's own rows or not at all. */
export interface PreparedReview {
  /** Null: the session has changed meanwhile; prepare again. `refundId`: the refund that returns the money. */
  writeIn(
    tx: Transaction,
  ): Promise<{ readonly deliveries: number; readonly refundId: Id<"refund"> | null } | null>;
  /** After the commit. */
  announce(deliveries: number): Promise<void>;
}

export interface HeldMoneyReviews {
  /** The charge in its present state; null when it does not exist. */
  load(key: ChargeKey): Promise<LoadedCharge | null>;
  /** Null: there is nothing left to decide, because the provider or another operator was faster. */
  prepare(key: ChargeKey, verdict: ReviewVerdict): Promise<PreparedReview | null>;
}

type Deps = Pick<
  PaymentDeps,
  "batchWriters" | "clock" | "ids" | "merchants" | "routing" | "wakeRefunds" | "newOwnId"
>;

/**
 * Operators' decisions on held and unresolved charges: they change a session by the same statement as every other
 * change.
 */
export function createHeldMoneyReviews(deps: Deps, writer: ChangeWriter): HeldMoneyReviews {
  const { batchWriters, clock, ids } = deps;

  const load = async (key: ChargeKey): Promise<LoadedCharge | null> =>
    loadedChargeOf(await batchWriters.read.run(readSessions, key));

  const termsOf = async (charge: Charge): Promise<ChargeTerms> => {
    const { tenantId, mode } = await deps.merchants.profile(charge.merchantNo);
    const snapshot = await deps.routing.snapshotFor(tenantId, mode);
    const taken = money(takenOf(charge), charge.currency);
    const terms = feeFor(snapshot, charge.paymentMethod, taken, charge.createdAtMs);
    return { fee: terms.fee.minor, settlementDelaySeconds: terms.settlementDelaySeconds };
  };

  const decide = async (loaded: LoadedCharge, verdict: ReviewVerdict): Promise<ReviewStep | null> => {
    const nowMs = clock.nowMs();
    switch (verdict.kind) {
      case "release":
        return decideRelease(loaded, await termsOf(loaded.charge), nowMs);
      case "return":
      case "close":
        return decideReturn(loaded, verdict.kind === "return", nowMs);
      case "settle": {
        const change = decideOutcome(loaded, verdict.outcome, await termsOf(loaded.charge), nowMs);
        return change === null ? null : { change, posting: null, settlesAtMs: null, refund: null };
      }
    }
  };

  return {
    load,
    prepare: async (key, verdict) => {
      const loaded = await load(key);
      if (loaded === null) throw new Error(`charge ${publicId("charge", key.chargeId)} is there`);
      const step = await decide(loaded, verdict);
      if (step === null) return null;
      const { change, posting, refund, settlesAtMs } = step;
      const charge = change.charge ?? loaded.charge;
      const prepared = await writer.prepare(change);
      const route = verdict.kind === "return" ? verdict.route : "ORIGINAL_RAIL";
      const refundId = refund === null ? null : ids.next("refund");
      const nowMs = change.session.updatedAtMs;
      return {
        writeIn: async (tx) => {
          // The change locks session, intent and charge; the wallet is last, as in every transaction.
          const deliveries = await prepared.writeIn(tx);
          if (deliveries === null) return null;
          if (refund !== null && refundId !== null) {
            await insertAnyRefund(tx, {
              id: refundId,
              charge,
              amount: refund.amount,
              reason: refund.reason,
              route,
              note: null,
              metadata: {},
              sourceAccount: "held",
              createdBy: null,
              providerReference: charge.provider === null ? null : deps.newOwnId(charge.provider),
              nowMs,
              dueAtMs: nowMs,
            });
          }
          if (posting !== null) await post(tx, ids, charge.merchantNo, posting, nowMs);
          const settles = takenOf(charge) - (charge.pays ? charge.fee : 0n);
          if (settlesAtMs !== null && settles > 0n) await insertSettlement(tx, charge, settles, settlesAtMs);
          return { deliveries, refundId };
        },
        announce: async (deliveries) => {
          await prepared.announce(deliveries);
          if (refundId !== null) deps.wakeRefunds();
        },
      };
    },
  };
}

async function insertSettlement(
  tx: Transaction,
  { merchantNo, id, walletId }: Charge,
  amount: bigint,
  dueAtMs: number,
): Promise<void> {
  await tx.query({
    text: "insert into settlements (merchant_no, charge_id, wallet_id, amount, due_at) values ($1, $2, $3, $4, $5)",
    values: [merchantNo, id, walletId, amount, new Date(dueAtMs)],
  });
}
