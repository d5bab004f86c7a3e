import { publicId } from "../../../kit/ids.ts";
import type { PaymentDeps } from "../deps.ts";
import { mayBeStarting } from "../session/rules.ts";
import { readSessions } from "../store/read-sessions.ts";
import { loadedChargeOf } from "./decide-outcome.ts";
import { saysNothing } from "./outcome-policy.ts";
import type { ChargeKey, OutcomeRecorder } from "./record-charge-outcome.ts";

/** Between two questions that payers cause about one charge, in milliseconds. */
const RETURN_INTERVAL_MS = 3_000;

/** Questions to providers outside the resolver's schedule, when something is known to have happened. */
export interface AskProvider {
  /** Queries the charge and records the answer. Questions about one charge at the same time are one question. */
  now(key: ChargeKey): Promise<void>;
  /**
   * The same in the background, for a payer who is back from the provider's page. Does nothing when the charge was
   * queried just before.
   */
  afterReturn(key: ChargeKey): void;
  /** Resolves once the questions in the background have ended. */
  settled(): Promise<void>;
}

export function createAskProvider(
  deps: Pick<PaymentDeps, "clock" | "log" | "batchWriters" | "provider">,
  outcomes: OutcomeRecorder,
): AskProvider {
  const { clock, log, batchWriters, provider } = deps;
  const asking = new Map<string, Promise<void>>();
  /** When charges were last queried for a payer, oldest first. */
  const askedAtMs = new Map<string, number>();

  const ask = async (key: ChargeKey): Promise<void> => {
    const loaded = loadedChargeOf(await batchWriters.read.run(readSessions, key));
    if (loaded === null || loaded.charge.status === "SUCCEEDED") return;
    const answer = await provider.query(loaded.charge);
    // The start call may still bring it: its own check comes.
    if (saysNothing(answer) && mayBeStarting(loaded.charge, clock.nowMs())) return;
    // "Never heard of it" right after it reported contradicts itself: the resolver asks again in its own time.
    const outcome = answer.kind === "not_found" ? { kind: "unknown" as const, reason: "not_found" } : answer;
    await outcomes.record(key, outcome, "callback", loaded);
  };

  const now = (key: ChargeKey): Promise<void> => {
    const running = asking.get(key.chargeId);
    if (running !== undefined) return running;
    const question = ask(key).finally(() => asking.delete(key.chargeId));
    asking.set(key.chargeId, question);
    return question;
  };

  return {
    now,
    afterReturn: (key) => {
      const nowMs = clock.nowMs();
      for (const [chargeId, atMs] of askedAtMs) {
        if (Math.abs(nowMs - atMs) < RETURN_INTERVAL_MS) break;
        askedAtMs.delete(chargeId);
      }
      if (askedAtMs.has(key.chargeId)) return;
      askedAtMs.set(key.chargeId, nowMs);
      now(key).catch((error: unknown) => {
        // The resolver asks in its own time.
        log.error("charge.query.failed", { chargeId: publicId("charge", key.chargeId), error });
      });
    },
    settled: async () => {
      await Promise.allSettled(asking.values());
    },
  };
}
