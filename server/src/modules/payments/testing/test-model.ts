import type { LatePaymentPolicy } from "../session/types.ts";
import type { Says } from "./test-fixtures.ts";

/**
 * The money rules of checkout, implemented a second time from docs/concepts/checkout.md: who paid, what is available,
 * pending and held, and the status of each session. It shares no code with the real rules, and derives balances instead
 * of storing them.
 */
export interface Terms {
  readonly policy: LatePaymentPolicy;
  readonly maxAttempts: number;
  readonly linked: boolean;
  /** Without a session: its guard has no events, and its intent exists from the beginning. */
  readonly direct: boolean;
  readonly expiresAtMs: number;
  readonly fee: bigint;
  readonly settlesAfterMs: number;
}

export interface ModelAttempt {
  readonly details: string;
  /** Whether a provider was called: not when our own rules refused. */
  readonly sent: boolean;
  alive: boolean;
  /** The payer has gone on to another way; its provider may still take the money. */
  left: boolean;
  step: "none" | "asks_payer" | "works";
  silentSinceMs: number | null;
  reconciling: boolean;
  money: "none" | "pays" | "held" | "given_back";
  amount: bigint;
  review: string | null;
  late: boolean;
  duplicate: boolean;
  settlesAtMs: number;
  settled: boolean;
  /** The provider's latest handle. */
  handle: string | null;
}

export interface ModelSession {
  readonly terms: Terms;
  readonly attempts: ModelAttempt[];
  readonly events: string[];
  status: string;
  final: boolean;
  version: number;
}

const AMOUNT = 1_000n;
const RECONCILED_AFTER_MS = 900_000;
const came: { readonly [says: string]: bigint } = { paid_less: AMOUNT - 1n, paid_more: AMOUNT + 1n };

const flags = {
  alive: true,
  left: false,
  reconciling: false,
  late: false,
  duplicate: false,
  settled: false,
} as const;
const nothing = {
  step: "none",
  silentSinceMs: null,
  money: "none",
  amount: 0n,
  review: null,
  handle: null,
} as const;

export function createModel(allTerms: readonly Terms[], linkUsesMax: number) {
  const sessions = allTerms.map(
    (terms): ModelSession => ({
      terms,
      attempts: [],
      events: [],
      status: "OPEN",
      final: false,
      version: terms.direct ? 2 : 1,
    }),
  );
  const everyAttempt = () =>
    sessions.flatMap(({ attempts, terms }, session) =>
      attempts.map((each, attempt) => ({ each, terms, session, attempt })),
    );
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((left, right) => left + right, 0n);
  const current = ({ attempts }: ModelSession) => attempts.at(-1);
  const isOver = ({ terms }: ModelSession, nowMs: number) => nowMs >= terms.expiresAtMs;

  const change = (session: ModelSession, ...events: readonly string[]): void => {
    session.version += 1;
    session.events.push(...events.filter((type) => !session.terms.direct || type.startsWith("payment.")));
  };

  const link = () => ({
    count: everyAttempt().filter(({ each, terms }) => terms.linked && each.money === "pays").length,
    reserved: everyAttempt().filter(({ each, terms }) => terms.linked && each.alive && !each.left).length,
  });

  const complete = (session: ModelSession, details: string, sent: boolean, nowMs: number): string => {
    const { status, terms, attempts } = session;
    const left = terms.maxAttempts - attempts.length;
    if (status === "SUCCEEDED") return "ALREADY_COMPLETED";
    if (status === "CANCELLED" || status === "EXPIRED") return status;
    if (status === "PROCESSING")
      return current(session)?.details === details ? "same_attempt" : "ATTEMPT_IN_PROGRESS";
    if (session.final && left === 0) return "ATTEMPTS_EXHAUSTED";
    if (session.final || isOver(session, nowMs)) return "EXPIRED";
    const { count, reserved } = link();
    if (terms.linked && count + reserved >= linkUsesMax) return "link_full";
    attempts.push({ ...flags, ...nothing, settlesAtMs: 0, details, sent });
    session.status = "PROCESSING";
    change(session, "payment.processing");
    if (!sent) fail(session, attempts.length - 1, nowMs);
    return "started";
  };

  const leave = (session: ModelSession, nowMs: number): void => {
    const attempt = current(session);
    if (session.status !== "PROCESSING" || attempt === undefined || attempt.review !== null) return;
    if (attempt.silentSinceMs !== null || attempt.reconciling) return;
    if (isOver(session, nowMs) || session.attempts.length >= session.terms.maxAttempts) return;
    attempt.left = true;
    session.status = "OPEN";
    change(session);
  };

  const fail = (session: ModelSession, index: number, nowMs: number): void => {
    const attempt = session.attempts[index];
    if (attempt === undefined || !attempt.alive) return;
    attempt.alive = false;
    attempt.silentSinceMs = null;
    const ends = session.status === "PROCESSING" && attempt === current(session);
    if (ends) session.status = "FAILED";
    if (ends) session.final = session.attempts.length >= session.terms.maxAttempts || isOver(session, nowMs);
    const events = session.final ? ["payment.failed", "checkout.session.failed"] : ["payment.failed"];
    change(session, ...(ends ? events : []));
  };

  const receive = (session: ModelSession, attempt: ModelAttempt, says: Says, nowMs: number): void => {
    const { policy, settlesAfterMs } = session.terms;
    const ended =
      (session.status === "FAILED" && session.final) ||
      ["CANCELLED", "EXPIRED"].includes(session.status) ||
      (["OPEN", "FAILED"].includes(session.status) && isOver(session, nowMs));
    const late = !attempt.alive || (attempt.left && ended);
    if (says !== "paid") {
      // An odd amount is held; the attempt waits for an operator's decision.
      Object.assign(attempt, { late, money: "held", amount: came[says] ?? 0n, review: "AMOUNT_MISMATCH" });
      if (attempt.alive) attempt.reconciling = true;
      change(session);
      return;
    }
    attempt.silentSinceMs = null;
    attempt.duplicate = session.status === "SUCCEEDED";
    if (attempt.duplicate || (late && policy !== "ACCEPT")) {
      const review = !attempt.duplicate && policy === "REVIEW" ? "LATE_PAYMENT" : null;
      Object.assign(attempt, { late, alive: false, money: "held", amount: AMOUNT, review });
      change(session);
      return;
    }
    Object.assign(attempt, { late, alive: false, money: "pays", amount: AMOUNT });
    attempt.settlesAtMs = nowMs + settlesAfterMs;
    attempt.settled = settlesAfterMs === 0;
    session.status = "SUCCEEDED";
    change(session, "payment.succeeded", "checkout.session.completed");
  };

  /** A handle is stored together with the answer's other changes, or alone. */
  const hear = (
    session: ModelSession,
    index: number,
    says: Says,
    handle: string | null,
    nowMs: number,
  ): void => {
    const attempt = session.attempts[index];
    if (attempt === undefined || !attempt.sent) return;
    const versionBefore = session.version;
    // An answer from before the money came.
    const isOlder = attempt.money !== "none" && !says.startsWith("paid");
    hearOutcome(session, attempt, index, says, nowMs);
    if (handle === null || handle === attempt.handle || isOlder) return;
    attempt.handle = handle;
    if (session.version === versionBefore) change(session);
  };

  const hearOutcome = (
    session: ModelSession,
    attempt: ModelAttempt,
    index: number,
    says: Says,
    nowMs: number,
  ): void => {
    if (attempt.money !== "none" || attempt.review !== null) return;
    if (says.startsWith("paid")) receive(session, attempt, says, nowMs);
    else if (!attempt.alive) return;
    else if (says === "failed") fail(session, index, nowMs);
    else if (says === "unknown") silence(session, attempt, nowMs);
    else if (attempt.step !== says || attempt.silentSinceMs !== null) {
      Object.assign(attempt, { step: says, silentSinceMs: null, reconciling: false });
      change(session);
    }
  };

  const silence = (session: ModelSession, attempt: ModelAttempt, nowMs: number): void => {
    if (attempt.silentSinceMs === null) attempt.silentSinceMs = nowMs;
    else if (attempt.reconciling || nowMs - attempt.silentSinceMs < RECONCILED_AFTER_MS) return;
    else attempt.reconciling = true;
    change(session);
  };

  const end = (session: ModelSession, how: "cancel" | "expire" | "sweep", nowMs: number): void => {
    if (session.status !== "OPEN" && (session.status !== "FAILED" || session.final)) return;
    if (how === "cancel" ? isOver(session, nowMs) : how === "sweep" && !isOver(session, nowMs)) return;
    session.status = how === "cancel" ? "CANCELLED" : "EXPIRED";
    change(session, how === "cancel" ? "checkout.session.cancelled" : "checkout.session.expired");
  };

  /** Money that must be refunded automatically: double, or late under REFUND. */
  const owed = () =>
    everyAttempt().filter(({ each }) => ["held", "given_back"].includes(each.money) && each.review === null);

  return {
    sessions,
    complete,
    leave,
    hear,
    end,
    link,
    owed,
    settle: (nowMs: number): void => {
      for (const { each } of everyAttempt())
        if (each.money === "pays" && each.settlesAtMs <= nowMs) each.settled = true;
    },
    /** One of the waiting refunds is executed: which one. */
    giveBack: (nth: number) => {
      const held = owed().filter(({ each }) => each.money === "held");
      const chosen = held[nth % Math.max(held.length, 1)];
      if (chosen !== undefined) chosen.each.money = "given_back";
      return chosen ?? null;
    },
    wallet: () => {
      const paid = everyAttempt().filter(({ each }) => each.money === "pays");
      const held = everyAttempt().filter(({ each }) => each.money === "held");
      const net = (settled: boolean) =>
        sum(paid.filter(({ each }) => each.settled === settled).map(({ terms }) => AMOUNT - terms.fee));
      const waiting = sum(held.map(({ each }) => each.amount));
      return { available: net(true), pending: net(false), held: waiting, reserved: 0n };
    },
  };
}

export type Model = ReturnType<typeof createModel>;
