import { type Id, type MerchantNo, publicId } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { PaymentOutcome } from "../../../providers/provider.ts";
import { feeFor } from "../../routing/index.ts";
import { stateAfter } from "../change/change.ts";
import type { ChangeWriter } from "../change/write-change.ts";
import type { PaymentDeps } from "../deps.ts";
import { handleToWrite } from "../provider/handle.ts";
import type { LoadedSession } from "../session/types.ts";
import { readSessions } from "../store/read-sessions.ts";
import { type ChargeTerms, decideOutcome, type LoadedCharge, loadedChargeOf } from "./decide-outcome.ts";

export interface ChargeKey {
  readonly merchantNo: MerchantNo;
  readonly sessionId: Id<"checkoutSession">;
  readonly chargeId: Id<"charge">;
}

/** The source of the outcome, for the log and the trace. */
export type OutcomeSource = "answer" | "callback" | "query";

/** Repeated conflicts mean that the session keeps changing. */
const DECISIONS_MAX = 20;

export interface OutcomeRecorder {
  /**
   * Writes the effect of an outcome; nothing when it is not new. The only entry for providers' answers. `known` is the
   * state that the caller committed or read before its query: it saves a read, and the session's version shows when it
   * is outdated. Returns the state after the change, null when nothing changed.
   */
  record(
    key: ChargeKey,
    outcome: PaymentOutcome,
    source: OutcomeSource,
    known?: LoadedCharge,
  ): Promise<LoadedSession | null>;
}

type Deps = Pick<
  PaymentDeps,
  "batchWriters" | "clock" | "keyring" | "log" | "merchants" | "routing" | "trace" | "onResolution"
>;

export function createOutcomeRecorder(deps: Deps, writer: ChangeWriter): OutcomeRecorder {
  const { batchWriters, clock, log } = deps;

  const load = async (key: ChargeKey): Promise<LoadedCharge> => {
    const loaded = loadedChargeOf(await batchWriters.read.run(readSessions, key));
    if (loaded === null) {
      throw new Error(`charge ${publicId("charge", key.chargeId)} has its session and its intent`);
    }
    return loaded;
  };

  const termsOf = async ({ charge }: LoadedCharge): Promise<ChargeTerms> => {
    const { tenantId, mode } = await deps.merchants.profile(charge.merchantNo);
    const snapshot = await deps.routing.snapshotFor(tenantId, mode);
    const { fee, settlementDelaySeconds } = feeFor(
      snapshot,
      charge.paymentMethod,
      money(charge.amount, charge.currency),
      charge.createdAtMs,
    );
    return { fee: fee.minor, settlementDelaySeconds };
  };

  const countResolution = async ({ charge }: LoadedCharge, { kind }: PaymentOutcome): Promise<void> => {
    const { merchantNo, unknownSinceMs: sinceMs, methodDetails, paymentMethod } = charge;
    if (sinceMs === null || (kind !== "succeeded" && kind !== "failed")) return;
    const operator = methodDetails.operator ?? paymentMethod;
    await deps.onResolution?.({ subject: "CHARGE", merchantNo, operator, sinceMs, nowMs: clock.nowMs() });
  };

  return {
    record: async (key, outcome, source, known) => {
      for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
        const loaded = decision === 0 && known !== undefined ? known : await load(key);
        const handle = handleToWrite(deps.keyring, "charges", loaded.charge, outcome.handle);
        const change = decideOutcome(loaded, outcome, await termsOf(loaded), clock.nowMs(), handle);
        if (change === null) return null;
        if ((await writer.write(change)) === "conflict") continue;
        log.info("charge.outcome.recorded", {
          chargeId: publicId("charge", key.chargeId),
          source,
          outcome: outcome.kind,
          chargeStatus: change.charge?.status ?? loaded.charge.status,
          sessionStatus: change.session.status,
          late: change.charge?.late ?? false,
          duplicate: change.charge?.duplicate ?? false,
          reviewReason: change.charge?.reviewReason ?? null,
        });
        deps.trace?.note(loaded.charge, {
          kind: "OUTCOME",
          chargeId: loaded.charge.id,
          source,
          outcome: outcome.kind,
          nextStep: outcome.kind === "pending" ? outcome.nextStep.kind : null,
        });
        await countResolution(loaded, outcome);
        return stateAfter(change);
      }
      throw new Error(
        `charge ${publicId("charge", key.chargeId)} kept changing while its outcome was recorded`,
      );
    },
  };
}
