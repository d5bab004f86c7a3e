import type { Id } from "../../../kit/ids.ts";
import type { CallbackReceiver, HeardCallback } from "../../provider-callbacks/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { findNamed } from "../provider/named-store.ts";
import { mayBeStarting } from "../session/rules.ts";
import { type ChargeStatus, isAlive } from "../states.ts";
import { addCheck } from "../store/due-checks.ts";
import { readSessions } from "../store/read-sessions.ts";
import { loadedChargeOf } from "./decide-outcome.ts";
import { questionDelayMs, saysNothing } from "./outcome-policy.ts";
import type { ChargeKey, OutcomeRecorder } from "./record-charge-outcome.ts";

interface NamedCharge {
  readonly sessionId: Id<"checkoutSession">;
  readonly status: ChargeStatus;
}

type Deps = Pick<PaymentDeps, "db" | "clock" | "batchWriters" | "provider">;

/** Callbacks about charges. Questions about one charge that come at the same time are one question. */
export function createChargeCallbacks(deps: Deps, outcomes: OutcomeRecorder): CallbackReceiver {
  const { db, clock, batchWriters, provider } = deps;
  const asking = new Map<string, Promise<void>>();

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

  const askOnce = (key: ChargeKey): Promise<void> => {
    const running = asking.get(key.chargeId);
    if (running !== undefined) return running;
    const question = ask(key).finally(() => asking.delete(key.chargeId));
    asking.set(key.chargeId, question);
    return question;
  };

  return {
    subjects: ["payment"],
    hear: async (accountId, names): Promise<HeardCallback | null> => {
      const found = await findNamed<NamedCharge>(db, "charges", accountId, names);
      if (found === null) return null;
      // Nothing follows a success: the news is old, however often it comes.
      if (found.status === "SUCCEEDED") return { question: null };
      const { merchantNo, id, sessionId } = found;
      const key = { merchantNo, sessionId, chargeId: id as Id<"charge"> };
      // Payments never query a charge that has ended, but this callback can announce late money: schedule a query. A
      // charge in flight has one scheduled already.
      if (!isAlive(found.status)) await addCheck(db, key, clock.nowMs() + questionDelayMs(0));
      return { question: askOnce(key) };
    },
  };
}
