import {
  findTransferReferences,
  readTransferReference,
  type TransferReference,
} from "../../kit/transfer-reference.ts";
import type { StatedEntry } from "./formats/types.ts";
import type { BankEntry, EntryStatus, MatchPlace, QueueCause } from "./types.ts";

/** The references in a movement, by where they were found, the surest place first. */
export interface FoundReferences {
  readonly place: Exclude<MatchPlace, "OPERATOR">;
  readonly references: readonly TransferReference[];
}

/** Every reference that a payer may have meant, in the order in which they count. Pure. */
export function referencesIn(entry: StatedEntry): readonly FoundReferences[] {
  const read = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text === null ? [] : (readTransferReference(text) ?? [])));
  const places: readonly FoundReferences[] = [
    { place: "STRUCTURED", references: read(entry.structuredReferences) },
    { place: "END_TO_END", references: read([entry.endToEndId]) },
    { place: "TEXT", references: findTransferReferences(entry.text) },
  ];
  return places.filter(({ references }) => references.length > 0);
}

/** A payout, or a refund by transfer, as it is here. */
export interface KnownTransfer extends Pick<BankEntry, "amount" | "currency"> {
  /** It has ended here, and its money is where it came from. */
  readonly isOver: boolean;
}

/** What this account knows of the references in a file. */
export interface KnownOperations {
  /** Payments with these ids. */
  readonly payments: ReadonlySet<string>;
  readonly transfers: ReadonlyMap<string, KnownTransfer>;
  /** `CREDIT id` or `DEBIT id` of each that has its movement already. */
  readonly settled: ReadonlySet<string>;
}

export interface EntryVerdict {
  readonly status: Extract<EntryStatus, "MATCHED" | "QUEUED" | "IGNORED">;
  readonly cause: QueueCause | null;
  readonly matchedBy: MatchPlace | null;
  readonly ownId: string | null;
}

/** What waits for an operator, and why. */
export const queued = (cause: QueueCause): EntryVerdict => ({
  status: "QUEUED",
  cause,
  matchedBy: null,
  ownId: null,
});
const IGNORED: EntryVerdict = { status: "IGNORED", cause: null, matchedBy: null, ownId: null };

/**
 * To which operation of ours a booked movement belongs. The amount of a payment plays no part: the engine compares it, and
 * another amount goes to review. Pure.
 */
export function judgeEntry(entry: StatedEntry, known: KnownOperations): EntryVerdict {
  const found = referencesIn(entry);
  return entry.direction === "CREDIT" ? judgeCredit(entry, found, known) : judgeDebit(entry, found, known);
}

function judgeCredit(
  entry: StatedEntry,
  found: readonly FoundReferences[],
  known: KnownOperations,
): EntryVerdict {
  const { transfers } = known;
  const isOurs = (reference: string) => transfers.has(reference);
  const isNamed = found.some(({ place, references }) => place === "END_TO_END" && references.some(isOurs));
  if (isNamed || entry.isReversal || entry.returnReason !== null)
    return judgeReturn(entry, found, known) ?? queued(entry.isReversal && !isNamed ? "REVERSAL" : "RETURNED");
  const verdict = judgeNamed("CREDIT", found, known, (reference) => known.payments.has(reference));
  if (verdict !== null) return verdict;
  if (found.some(({ references }) => references.some(isOurs))) return queued("RETURNED");
  const isMeant = found.some(({ place, references }) => place !== "TEXT" && references.length > 0);
  return queued(isMeant ? "UNKNOWN_REFERENCE" : "NO_REFERENCE");
}

/**
 * A transfer of ours came back: it is booked back by itself where the bank names exactly one, with its whole amount. Null:
 * an operator decides.
 */
function judgeReturn(
  { amount }: StatedEntry,
  found: readonly FoundReferences[],
  known: KnownOperations,
): EntryVerdict | null {
  const isWhole = (reference: string): boolean => {
    const transfer = known.transfers.get(reference);
    return (
      transfer !== undefined &&
      !transfer.isOver &&
      transfer.amount === amount.minor &&
      transfer.currency === amount.currency
    );
  };
  const verdict = judgeNamed("CREDIT", found, known, (reference) => known.transfers.has(reference));
  return verdict?.ownId != null && isWhole(verdict.ownId) ? verdict : null;
}

function judgeDebit(
  entry: StatedEntry,
  found: readonly FoundReferences[],
  known: KnownOperations,
): EntryVerdict {
  if (entry.isReversal) return queued("REVERSAL");
  const verdict = judgeNamed("DEBIT", found, known, (reference) => known.transfers.has(reference));
  if (verdict?.ownId != null && known.transfers.get(verdict.ownId)?.isOver === true)
    return queued("NOT_EXPECTED");
  if (verdict !== null) return verdict;
  return entry.returnReason === null ? IGNORED : queued("REVERSAL");
}

/** By the first place that names an operation of this kind; null: none does. */
function judgeNamed(
  direction: StatedEntry["direction"],
  found: readonly FoundReferences[],
  { settled }: KnownOperations,
  isKnown: (reference: string) => boolean,
): EntryVerdict | null {
  for (const { place, references } of found) {
    const ours = references.filter(isKnown);
    const [ownId] = ours;
    if (ownId === undefined) continue;
    if (ours.length > 1) return queued("SEVERAL_REFERENCES");
    if (settled.has(`${direction} ${ownId}`)) return queued("ALREADY_SETTLED");
    return { status: "MATCHED", cause: null, matchedBy: place, ownId };
  }
  return null;
}

/** The movements of one file, judged one after the other: of two for the same operation the first one has it. Pure. */
export function judgeEntries(
  entries: readonly StatedEntry[],
  known: KnownOperations,
): readonly EntryVerdict[] {
  const settled = new Set(known.settled);
  return entries.map((entry) => {
    const verdict = judgeEntry(entry, { ...known, settled });
    if (verdict.ownId !== null) settled.add(`${entry.direction} ${verdict.ownId}`);
    return verdict;
  });
}
