import { judgeLeave } from "../session/rules.ts";
import { nextSessionStatus } from "../session/states.ts";
import type { LoadedSession } from "../session/types.ts";
import { isAlive, nextIntentStatus } from "../states.ts";
import { changeOf, type SessionChange } from "./change.ts";

/**
 * The payer leaves the attempt in flight and may choose another way: null when `judgeLeave` does not allow it. The
 * attempt stays alive and watched, because its provider may still take the money; it gives back its use of the link.
 * Nobody is told: nothing has failed, and nothing was paid.
 */
export function decideLeave(loaded: LoadedSession, nowMs: number): SessionChange | null {
  const { session, intent, charge } = loaded;
  if (judgeLeave(session, charge, nowMs).kind !== "leave") return null;
  const status = nextSessionStatus(session.status, "leave");
  const intentStatus = intent === null ? null : nextIntentStatus(intent.status, "retry");
  if (charge === null || intent === null || status === null || intentStatus === null) return null;
  if (!isAlive(charge.status) || charge.supersededAtMs !== null) return null;
  return changeOf(loaded, { status }, nowMs, {
    charge: { ...charge, supersededAtMs: nowMs, version: charge.version + 1, updatedAtMs: nowMs },
    intent: { ...intent, status: intentStatus, version: intent.version + 1, updatedAtMs: nowMs },
    linkUse: charge.paymentLinkId === null ? "none" : "release",
  });
}
