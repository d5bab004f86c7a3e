import type { Clock } from "../kit/clock.ts";
import type { Money } from "../kit/money.ts";
import type { Faults } from "./faults.ts";

export type EntryKind = "PAYMENT" | "REFUND" | "PAYOUT";

/** How an operation ends: `code` is the provider's own failure code; NEVER: the payer does not react. */
export type EntryEnd = "SUCCESS" | "NEVER" | { readonly code: string };

export interface Plan {
  readonly end: EntryEnd;
  /** Number of callbacks. */
  readonly reports: number;
  /** It ends at once, and its callback comes before the request is answered. */
  readonly isFirst?: boolean;
  /** The request is never answered, although it was accepted. */
  readonly isSilent?: boolean;
  /** After how long it ends, in milliseconds; the world's own when absent. */
  readonly afterMs?: number;
}

interface EntryKey {
  readonly kind: EntryKind;
  /** The account that requested it. */
  readonly holder: string;
  readonly id: string;
}

export interface NewEntry extends EntryKey {
  readonly reference: string | null;
  readonly amount: Money;
  /** Of a refund: the payment. */
  readonly paymentId: string | null;
  readonly callbackUrl: string | null;
  readonly plan: Plan;
  /** Who pays or is paid, for the control page. */
  readonly party?: string;
  /** Anything else that the stand-in needs again, such as a return address or a token. */
  readonly details?: Readonly<Record<string, string>>;
}

/** One operation in a provider's book. */
export interface Entry extends NewEntry {
  /** What was asked for. `amount` is what the provider takes: another one under the fault WRONG_AMOUNT. */
  readonly asked: Money;
  readonly details: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly transactionId: string;
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED";
}

export interface Book {
  find(kind: EntryKind, holder: string, id: string): Entry | null;
  /** Every operation, newest first. */
  list(): readonly Entry[];
  /** Adds it as PENDING. False: the id exists already, and its entry is unchanged. */
  add(entry: NewEntry): boolean;
  /** Replaces the named details. */
  amend(entry: EntryKey, details: Readonly<Record<string, string>>): void;
  /** Decides a pending operation now, or never. False: it does not exist, or has ended. */
  end(entry: EntryKey, end: EntryEnd): boolean;
  /** A person looks at it: it ends by itself only after `PERSON_MS`. */
  hold(entry: EntryKey): void;
  /** What was refunded of a payment, or still may be. Minor units. */
  refunded(holder: string, paymentId: string): bigint;
  /** Ends what is due, and returns what has ended and was not returned yet. */
  settle(): readonly Entry[];
  /** What moved under an id. */
  moved(kind: EntryKind, id: string): readonly Money[];
}

const PERSON_MS = 10 * 60_000;

/** A provider's book, in memory: an id is one operation of its kind and account, and ends once. */
export function createBook(deps: {
  readonly clock: Clock;
  readonly settleAfterMs: number;
  readonly faults: Pick<Faults, "takeWrongAmount">;
}): Book {
  const { clock, settleAfterMs, faults } = deps;
  const entries = new Map<string, Entry & { readonly dueAtMs: number }>();
  /** Keys of the pending entries: a long book is not searched for them. */
  const pending = new Set<string>();
  const untold: Entry[] = [];
  const keyOf = ({ kind, holder, id }: EntryKey) => JSON.stringify([kind, holder, id]);

  const settleDue = (): void => {
    const nowMs = clock.nowMs();
    for (const key of pending) {
      const entry = entries.get(key);
      if (entry === undefined || entry.plan.end === "NEVER" || nowMs < entry.dueAtMs) continue;
      const { end } = entry.plan;
      const status = end === "SUCCESS" ? "SUCCEEDED" : "FAILED";
      const ended = { ...entry, status, endedAtMs: nowMs } as const;
      entries.set(key, ended);
      pending.delete(key);
      untold.push(ended);
    }
  };
  const list = () => {
    settleDue();
    return [...entries.values()].reverse();
  };

  return {
    find: (kind, holder, id) => {
      settleDue();
      return entries.get(keyOf({ kind, holder, id })) ?? null;
    },
    list,
    add: (entry) => {
      const key = keyOf(entry);
      if (entries.has(key)) return false;
      const { amount: asked, plan, details = {} } = entry;
      // One minor unit less: the smallest difference must be noticed.
      const amount = faults.takeWrongAmount() ? { ...asked, minor: asked.minor - 1n } : asked;
      const createdAtMs = clock.nowMs();
      entries.set(key, {
        ...entry,
        asked,
        amount,
        details,
        createdAtMs,
        dueAtMs: createdAtMs + (plan.isFirst === true ? 0 : (plan.afterMs ?? settleAfterMs)),
        endedAtMs: null,
        transactionId: `T${String(entries.size + 1).padStart(8, "0")}`,
        status: "PENDING",
      });
      pending.add(key);
      return true;
    },
    amend: (key, details) => {
      const entry = entries.get(keyOf(key));
      if (entry !== undefined)
        entries.set(keyOf(key), { ...entry, details: { ...entry.details, ...details } });
    },
    end: (key, end) => {
      settleDue();
      const entry = entries.get(keyOf(key));
      if (entry?.status !== "PENDING") return false;
      entries.set(keyOf(key), { ...entry, plan: { ...entry.plan, end }, dueAtMs: clock.nowMs() });
      settleDue();
      return true;
    },
    hold: (key) => {
      settleDue();
      const entry = entries.get(keyOf(key));
      if (entry?.status === "PENDING")
        entries.set(keyOf(key), { ...entry, dueAtMs: clock.nowMs() + PERSON_MS });
    },
    refunded: (holder, paymentId) =>
      list()
        .filter((one) => one.kind === "REFUND" && one.holder === holder && one.paymentId === paymentId)
        .filter(({ status }) => status !== "FAILED")
        .reduce((sum, { asked }) => sum + asked.minor, 0n),
    settle: () => {
      settleDue();
      return untold.splice(0);
    },
    moved: (kind, id) =>
      list()
        .filter((one) => one.kind === kind && one.id === id && one.status === "SUCCEEDED")
        .map(({ amount }) => amount),
  };
}
