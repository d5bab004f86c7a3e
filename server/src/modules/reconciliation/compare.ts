import { inTurns } from "../../kit/turns.ts";
import type {
  DifferenceKind,
  ExpectedItem,
  FoundDifference,
  KindSummary,
  NumberedLine,
  OperationLine,
  OurItem,
} from "./types.ts";

/** A line of an earlier statement of the same account. */
export interface EarlierLine {
  readonly type: string;
  readonly reference: string;
  readonly transactionId: string | null;
  readonly status: string;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly currency: string;
  readonly occurredAtMs: number;
}

export interface Comparison {
  readonly lines: readonly OperationLine[];
  /** By `keyOf`. */
  readonly ours: ReadonlyMap<string, OurItem>;
  readonly earlier: readonly EarlierLine[];
  /** Our bookings of the period: those that are in no statement are missing there. */
  readonly expected: readonly ExpectedItem[];
}

export interface Compared {
  readonly matched: number;
  /** Lines that move no money we should know of, or that were in an earlier statement. */
  readonly ignored: number;
  readonly differences: readonly FoundDifference[];
}

export function keyOf({ type, reference }: { readonly type: string; readonly reference: string }): string {
  return `${type} ${reference}`;
}

/**
 * Compares a statement with our books. Pure; one pass, whatever the number of lines, with turns for other requests in
 * between.
 */
export async function compareStatement({ lines, ours, earlier, expected }: Comparison): Promise<Compared> {
  const differences: FoundDifference[] = [];
  const earlierByKey = new Map<string, EarlierLine[]>();
  for (const line of earlier) {
    const key = keyOf(line);
    earlierByKey.set(key, [...(earlierByKey.get(key) ?? []), line]);
  }
  const moved = new Set<string>();
  const transactions = new Map<string, string>();
  let matched = 0;
  let ignored = 0;
  await inTurns(lines, (line) => {
    const key = keyOf(line);
    const before = earlierByKey.get(key) ?? [];
    if (before.some((old) => isSameLine(old, line))) {
      ignored += 1;
      return;
    }
    const item = ours.get(key) ?? null;
    const found = (kind: DifferenceKind) =>
      differences.push({ kind, line, ours: item, type: line.type, occurredAtMs: line.occurredAtMs });
    if (isTwice(line, key, moved, transactions, before)) {
      found("TWICE");
      return;
    }
    const kind = differenceOf(line, item);
    if (kind === "ignored") ignored += 1;
    else if (kind === null) matched += 1;
    else found(kind);
  });
  const told = new Set([...lines.map(keyOf), ...earlier.map(keyOf)]);
  for (const item of expected) {
    const { type, reference, paymentReference = reference } = item;
    if (told.has(keyOf(item)) || told.has(keyOf({ type, reference: paymentReference }))) continue;
    differences.push({
      kind: "MISSING_THERE",
      line: null,
      ours: item,
      type,
      occurredAtMs: item.bookedAtMs,
    });
  }
  return { matched, ignored, differences };
}

/** How a line differs from our record; null when it does not. Also used when a difference is checked again later. */
export function differenceOf(
  { status, amount }: Pick<OperationLine, "status" | "amount">,
  ours: OurItem | null,
): "MISSING_HERE" | "AMOUNT" | "STATUS" | "ignored" | null {
  if (ours === null) return status === "SUCCEEDED" ? "MISSING_HERE" : "ignored";
  const same = status === "PENDING" ? ours.booked === "OPEN" : ours.booked === status;
  if (!same) return "STATUS";
  if (status !== "SUCCEEDED") return null;
  return amount.minor === ours.amount && amount.currency === ours.currency ? null : "AMOUNT";
}

/**
 * A second success under one reference, or one provider number for two of our payments: money moved twice, or an error.
 */
function isTwice(
  line: OperationLine,
  key: string,
  moved: Set<string>,
  transactions: Map<string, string>,
  earlier: readonly EarlierLine[],
): boolean {
  if (line.status !== "SUCCEEDED") return false;
  const { transactionId } = line;
  const known = transactionId === null ? undefined : transactions.get(transactionId);
  const before = earlier.some(
    (old) =>
      old.status === "SUCCEEDED" &&
      old.transactionId !== null &&
      transactionId !== null &&
      old.transactionId !== transactionId,
  );
  if (moved.has(key) || before || (known !== undefined && known !== key)) return true;
  moved.add(key);
  if (transactionId !== null) transactions.set(transactionId, key);
  return false;
}

function isSameLine(old: EarlierLine, line: OperationLine): boolean {
  return (
    old.transactionId === line.transactionId &&
    old.status === line.status &&
    old.amount === line.amount.minor &&
    old.transactionId !== null
  );
}

/**
 * The lines that no earlier statement had in the very same form. What an earlier one had is booked, or was taken back
 * since. Pure.
 */
export function newLines(
  lines: readonly NumberedLine[],
  earlier: readonly EarlierLine[],
): readonly NumberedLine[] {
  const known = new Set(earlier.map((line) => identityOf(line)));
  return lines.filter(
    (line) =>
      !known.has(
        identityOf({
          ...line,
          amount: line.amount.minor,
          currency: line.amount.currency,
          fee: line.fee?.minor ?? null,
        }),
      ),
  );
}

function identityOf(line: EarlierLine): string {
  const { type, reference, transactionId, status, amount, fee, currency, occurredAtMs } = line;
  const when = transactionId === null ? occurredAtMs : null;
  return JSON.stringify([
    type,
    reference,
    transactionId,
    status,
    `${amount}`,
    `${fee ?? 0n}`,
    currency,
    when,
  ]);
}

/** Counts and sums by kind and currency: the amount of the difference, in minor units. */
export function summarize(differences: readonly FoundDifference[]): readonly KindSummary[] {
  const sums = new Map<string, { kind: DifferenceKind; currency: string; count: number; amount: bigint }>();
  for (const { kind, line, ours } of differences) {
    const currency = line?.amount.currency ?? ours?.currency ?? "";
    const theirs = line?.amount.minor ?? 0n;
    const gap = theirs - (ours?.amount ?? 0n);
    const isGap = kind === "AMOUNT" && ours?.currency === currency;
    const amount = isGap ? (gap < 0n ? -gap : gap) : line === null ? (ours?.amount ?? 0n) : theirs;
    const key = `${kind} ${currency}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { kind, currency, count: 1, amount });
    else {
      sum.count += 1;
      sum.amount += amount;
    }
  }
  return [...sums.values()].sort((left, right) =>
    `${left.kind}${left.currency}`.localeCompare(`${right.kind}${right.currency}`),
  );
}
