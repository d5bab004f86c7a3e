import type { Clock } from "../../kit/clock.ts";
import type { Money } from "../../kit/money.ts";

export type EntryKind = "PAYMENT" | "REFUND" | "PAYOUT";

/** How an operation ends: after a while, or never; `code` is the provider's own failure code. */
export interface Plan {
  readonly end: "SUCCESS" | "NEVER" | { readonly code: string };
  /** Number of callbacks. */
  readonly reports: number;
  /** It ends at once, and its callback comes before the request is answered. */
  readonly isFirst?: boolean;
  /** The request is never answered, although it was accepted. */
  readonly isSilent?: boolean;
}

/** One operation in a provider's book. */
export interface Entry {
  readonly kind: EntryKind;
  /** The account that requested it. */
  readonly holder: string;
  readonly id: string;
  readonly reference: string | null;
  readonly amount: Money;
  /** Of a refund: the payment. */
  readonly paymentId: string | null;
  readonly callbackUrl: string | null;
  readonly plan: Plan;
  readonly createdAtMs: number;
  readonly transactionId: string;
  readonly status: "PENDING" | "SUCCEEDED" | "FAILED";
}

export interface Book {
  find(kind: EntryKind, holder: string, id: string): Entry | null;
  /** Adds it as PENDING. False: the id exists already, and its entry is unchanged. */
  add(entry: Omit<Entry, "createdAtMs" | "transactionId" | "status">): boolean;
  /** What was refunded of a payment, or still may be. Minor units. */
  refunded(holder: string, paymentId: string): bigint;
  /** Ends what is due, and returns what has ended and was not returned yet. */
  settle(): readonly Entry[];
  /** What moved under an id. */
  moved(kind: EntryKind, id: string): readonly Money[];
}

const SETTLED_AFTER_MS = 2_000;

/** A provider's book, in memory: an id is one operation of its kind and account, and ends once. */
export function createBook(clock: Clock): Book {
  const entries = new Map<string, Entry>();
  const untold: Entry[] = [];
  const keyOf = ({ kind, holder, id }: Pick<Entry, "kind" | "holder" | "id">) => `${kind} ${holder} ${id}`;

  const settleDue = (): void => {
    for (const [key, entry] of entries) {
      const afterMs = entry.plan.isFirst === true ? 0 : SETTLED_AFTER_MS;
      const isDue = clock.nowMs() >= entry.createdAtMs + afterMs;
      if (entry.status !== "PENDING" || entry.plan.end === "NEVER" || !isDue) continue;
      const ended: Entry = { ...entry, status: entry.plan.end === "SUCCESS" ? "SUCCEEDED" : "FAILED" };
      entries.set(key, ended);
      untold.push(ended);
    }
  };

  return {
    find: (kind, holder, id) => {
      settleDue();
      return entries.get(keyOf({ kind, holder, id })) ?? null;
    },
    add: (entry) => {
      const key = keyOf(entry);
      if (entries.has(key)) return false;
      const transactionId = `T${String(entries.size + 1).padStart(8, "0")}`;
      entries.set(key, { ...entry, createdAtMs: clock.nowMs(), transactionId, status: "PENDING" });
      return true;
    },
    refunded: (holder, paymentId) => {
      settleDue();
      return [...entries.values()]
        .filter((one) => one.kind === "REFUND" && one.holder === holder && one.paymentId === paymentId)
        .filter(({ status }) => status !== "FAILED")
        .reduce((sum, { amount }) => sum + amount.minor, 0n);
    },
    settle: () => {
      settleDue();
      return untold.splice(0);
    },
    moved: (kind, id) => {
      settleDue();
      return [...entries.values()]
        .filter((one) => one.kind === kind && one.id === id && one.status === "SUCCEEDED")
        .map(({ amount }) => amount);
    },
  };
}
