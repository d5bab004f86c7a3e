import {
  findTransferReferences,
  readTransferReference,
  type TransferReference,
} from "../../kit/transfer-reference.ts";
import type { StatedEntry } from "./formats/types.ts";
import type { EntryStatus, MatchPlace, QueueCause } from "./types.ts";

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

/** What this account knows of the references in a file. */
export interface KnownOperations {
  /** Payments with these ids. */
  readonly payments: ReadonlySet<string>;
  /** Payouts, and refunds that are paid out. */
  readonly transfers: ReadonlySet<string>;
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
 * To which operation of ours a booked movement belongs. The amount plays no part: the engine compares it, and another
 * amount goes to review. Pure.
 */
export function judgeEntry(entry: StatedEntry, known: KnownOperations): EntryVerdict {
  const found = referencesIn(entry);
  if (entry.isReversal) return queued("REVERSAL");
  const isCredit = entry.direction === "CREDIT";
  if (isCredit && isReturned(entry, found, known)) return queued("RETURNED");
  const operations = isCredit ? known.payments : known.transfers;
  for (const { place, references } of found) {
    const ours = references.filter((reference) => operations.has(reference));
    const [ownId] = ours;
    if (ownId === undefined) continue;
    if (ours.length > 1) return queued("SEVERAL_REFERENCES");
    if (known.settled.has(`${entry.direction} ${ownId}`)) return queued("ALREADY_SETTLED");
    return { status: "MATCHED", cause: null, matchedBy: place, ownId };
  }
  if (!isCredit) return IGNORED;
  const isMeant = found.some(({ place, references }) => place !== "TEXT" && references.length > 0);
  return queued(isMeant ? "UNKNOWN_REFERENCE" : "NO_REFERENCE");
}

/** Our own payout came back: it has a reason, or the number of the payout. */
function isReturned(
  { returnReason }: StatedEntry,
  found: readonly FoundReferences[],
  { transfers }: KnownOperations,
): boolean {
  return (
    returnReason !== null ||
    found.some(
      ({ place, references }) =>
        place === "END_TO_END" && references.some((reference) => transfers.has(reference)),
    )
  );
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
