import type { AuditEntry } from "../ui/api/views.ts";

/** An entry as the export has it: without the names that the list adds. */
export type ChainedEntry = Omit<AuditEntry, "actorName" | "merchantName" | "beforeData" | "afterData">;

/** Where a check has come to. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

/** SHA-256 in hexadecimal. */
export type Digest = (text: string) => Promise<string>;

/** What is wrong with an entry that follows `last`; null: nothing. `docs/concepts/audit.md` says what is hashed. */
type Flaw = "GAP" | "LINK" | "HASH";

const START: ChainEnd = { sequence: 0, hash: "0".repeat(64) };
const startOf = (begin: number, { previousHash }: ChainedEntry): ChainEnd =>
  begin === 1 ? START : { sequence: begin - 1, hash: previousHash };
const bytes = new TextEncoder();

async function flawOf(digest: Digest, entry: ChainedEntry, last: ChainEnd): Promise<Flaw | null> {
  if (entry.sequence !== last.sequence + 1) return "GAP";
  if (entry.previousHash !== last.hash) return "LINK";
  const fields = [
    entry.tenantId,
    String(entry.sequence),
    uuidOf(entry.id),
    entry.createdAt,
    entry.actor,
    entry.action,
    entry.subject,
    entry.before,
    entry.after,
    entry.ip,
    entry.requestId,
    entry.merchantId,
    entry.mode,
  ];
  const text = fields
    .map((field) => (field === null ? "-" : `${bytes.encode(field).length}:${field}`))
    .join(",");
  return (await digest(`${last.hash}\n${text}`)) === entry.hash ? null : "HASH";
}

const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";
const BITS_OF_DIGIT = 5n;
/** 26 digits have 130 bits, a UUID has 128: the last two are empty. */
const EMPTY_BITS = 2n;

/** `aud_…` as the stored UUID, which is what was hashed. The service's own code for it does not run in a browser. */
function uuidOf(publicId: string): string {
  const digits = [...publicId.slice(publicId.indexOf("_") + 1)];
  const bits = digits.reduce((sum, digit) => (sum << BITS_OF_DIGIT) + BigInt(BASE32.indexOf(digit)), 0n);
  const hex = (bits >> EMPTY_BITS).toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export interface Checked {
  readonly end: ChainEnd | null;
  /** The first entry that does not fit. */
  readonly broken: { readonly sequence: number; readonly flaw: Flaw } | null;
}

/**
 * Checks a whole log, read in parts by `readFrom`, from its first entry to its end. `onPart` is told how far it is. A log whose
 * beginning lies in files starts at `begin`, the last entry in them.
 */
export async function checkChain(
  digest: Digest,
  readFrom: (sequence: number) => Promise<readonly ChainedEntry[]>,
  onPart: (sequence: number) => void,
  begin = 1,
): Promise<Checked> {
  let end: ChainEnd | null = null;
  for (;;) {
    const part = await readFrom((end?.sequence ?? begin - 1) + 1);
    if (part.length === 0) return { end, broken: null };
    for (const entry of part) {
      const flaw = await flawOf(digest, entry, end ?? startOf(begin, entry));
      if (flaw !== null) return { end, broken: { sequence: entry.sequence, flaw } };
      end = { sequence: entry.sequence, hash: entry.hash };
    }
    onPart(end?.sequence ?? 0);
  }
}

/** The entries of an export file. Throws where a line is no JSON. */
export function entriesIn(file: string): readonly ChainedEntry[] {
  return file
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ChainedEntry);
}
