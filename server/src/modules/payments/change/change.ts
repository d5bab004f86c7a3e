import { isGuardId } from "../../../kit/guard-id.ts";
import type { Id } from "../../../kit/ids.ts";
import type { Posting } from "../../ledger/index.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";
import type { Charge, PaymentIntent } from "../types.ts";

/** An event of a change, still without a body: the object is built from the state after the change. */
export interface ChangeEvent {
  readonly type:
    | "payment.processing"
    | "payment.succeeded"
    | "payment.failed"
    | "checkout.session.completed"
    | "checkout.session.failed"
    | "checkout.session.expired"
    | "checkout.session.cancelled";
  readonly subject: "charge" | "session";
}

/** The effect of an attempt on the uses of its payment link. */
export type LinkUse = "none" | "reserve" | "release" | "consume_reserved" | "consume";

/**
 * One step of a session, decided and not yet written. Pure rules make it; `store/change-sessions.ts` writes it in one
 * statement, and only if the session still has the version it was decided on.
 */
export interface SessionChange {
  readonly before: LoadedSession;
  readonly session: CheckoutSession;
  /** Null: unchanged. */
  readonly intent: PaymentIntent | null;
  /** Null: unchanged. */
  readonly charge: Charge | null;
  readonly posting: Posting | null;
  /** When the posted money leaves `pending`; null when nothing was posted there. */
  readonly settlesAtMs: number | null;
  readonly events: readonly ChangeEvent[];
  readonly linkUse: LinkUse;
  /** Time of the next provider query about the charge; null: none. Undefined: unchanged. */
  readonly checkAtMs: number | null | undefined;
  /** Money to be refunded, in the same transaction: it is kept in `held`. */
  readonly refund: { readonly chargeId: Id<"charge">; readonly reason: "DUPLICATE" | "LATE_PAYMENT" } | null;
}

/** A change of the session alone: the base of every decision. The change of a guard has events of its charges only. */
export function changeOf(
  before: LoadedSession,
  session: Partial<CheckoutSession>,
  nowMs: number,
  rest: Partial<Omit<SessionChange, "before" | "session">> = {},
): SessionChange {
  // A guard without a session has no session events.
  const isGuard = isGuardId(before.session.id);
  const events = (rest.events ?? []).filter(({ subject }) => subject !== "session" || !isGuard);
  return {
    before,
    session: {
      ...before.session,
      ...session,
      eventSequence: before.session.eventSequence + events.length,
      version: before.session.version + 1,
      updatedAtMs: nowMs,
    },
    intent: null,
    charge: null,
    posting: null,
    settlesAtMs: null,
    linkUse: "none",
    checkAtMs: undefined,
    refund: null,
    ...rest,
    events,
  };
}

/** What a read would find after the commit, until another change. */
export function stateAfter({ before, session, intent, charge }: SessionChange): LoadedSession {
  return { session, intent: intent ?? before.intent, charge: charge ?? before.charge };
}
