import { createHash } from "node:crypto";
import { parsePublicId } from "../../../kit/ids.ts";
import { NO_HASH } from "../../ledger/index.ts";

/** What a file must begin and end with, as the database has it. */
export interface Expected {
  readonly walletUuid: string;
  readonly opening: { readonly number: number; readonly hash: string; readonly position: bigint };
  readonly end: { readonly number: number; readonly hash: string; readonly position: bigint };
}

type Line = Readonly<Record<string, string | number>>;

const PREFIXES = {
  charge: "charge",
  refund: "refund",
  payout: "payout",
  adjustment: "ledgerCorrection",
} as const;

/**
 * Holds a written file against the seals in the database, from its text alone: each transfer in its place, each seal the hash of its
 * transfers behind the seal before it, each sum right, nothing unsealed at its end. Returns what is wrong, or null.
 */
export function faultOfFile(text: string, expected: Expected): string | null {
  const lines = text.split("\n").filter((line) => line !== "");
  const records = lines.map((line) => JSON.parse(line) as Line);
  const opening = records[0];
  if (opening?.record !== "opening" || records.at(-1)?.record !== "end") return "the file is cut short";
  if (
    opening.number !== expected.opening.number ||
    opening.hash !== expected.opening.hash ||
    BigInt(opening.position ?? -1) !== expected.opening.position ||
    (expected.opening.number === 0 && opening.hash !== NO_HASH)
  )
    return "the file does not begin at the seal before it";
  let position = expected.opening.position;
  let number = expected.opening.number;
  let hash = expected.opening.hash;
  let sealedTo = position;
  let waiting: string[] = [];
  const sums = parseSums(String(opening.balances));
  for (const record of records.slice(1, -1)) {
    if (record.record === "transfer") {
      if (BigInt(record.position ?? -1) !== position + 1n) return `transfer ${position + 1n} is missing`;
      position += 1n;
      const amount = BigInt(record.amount ?? 0);
      add(sums, String(record.from), -amount);
      add(sums, String(record.to), amount);
      waiting.push(lineOf(record));
    } else if (record.record === "seal") {
      const balances = sumsText(sums);
      const made = hashOf([
        "cauris-ledger-1",
        expected.walletUuid,
        String(number + 1),
        hash,
        ...waiting,
        balances,
      ]);
      if (record.number !== number + 1 || record.balances !== balances || record.hash !== made)
        return `seal ${number + 1} does not hold`;
      number += 1;
      hash = made;
      sealedTo = position;
      waiting = [];
    } else return `a line is no record of a ledger`;
  }
  if (sealedTo !== position) return `transfers after ${sealedTo} are not sealed`;
  if (number !== expected.end.number || hash !== expected.end.hash || position !== expected.end.position)
    return `the file ends at seal ${number}, which is not the one in the database`;
  return null;
}

function lineOf(record: Line): string {
  const names = ["position", "id", "transactionId", "from", "to", "amount", "currency", "type", "sourceType"];
  return [
    ...names.map((name) => record[name]),
    uuidOf(String(record.sourceType), String(record.sourceId)),
    record.balanceAfter,
    Date.parse(String(record.createdAt)),
  ].join("|");
}

function uuidOf(sourceType: string, sourceId: string): string {
  const kind = PREFIXES[sourceType as keyof typeof PREFIXES];
  return (kind === undefined ? null : parsePublicId(kind, sourceId)) ?? sourceId;
}

const hashOf = (lines: readonly string[]): string =>
  createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");

function parseSums(text: string): Map<string, bigint> {
  const parts = text.split("|").filter((part) => part !== "");
  return new Map(
    parts.map((part) => [
      part.slice(0, part.lastIndexOf("=")),
      BigInt(part.slice(part.lastIndexOf("=") + 1)),
    ]),
  );
}

const sumsText = (sums: ReadonlyMap<string, bigint>): string =>
  [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([account, sum]) => `${account}=${sum}`)
    .join("|");

const add = (sums: Map<string, bigint>, account: string, amount: bigint): void =>
  void sums.set(account, (sums.get(account) ?? 0n) + amount);
