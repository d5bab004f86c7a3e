import { hashedFields } from "../../../db/audit.ts";
import { chainHash } from "../../../db/hash-chain.ts";
import { parsePublicId } from "../../../kit/ids.ts";
import type { AuditEntryView } from "../schemas.ts";

export interface ChainPoint {
  readonly sequence: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface ExpectedChain {
  readonly tenantId: string;
  /** The entry before the file's first: zero and zeros at the beginning. */
  readonly opening: ChainPoint;
  /** The file's last entry, with the hash that the entry after it names. */
  readonly end: ChainPoint;
}

/**
 * Holds a written file against the chain in the database, from its text alone: each entry is what was hashed, follows the one before
 * it, and the last is the one that the rest of the log follows. Returns what is wrong, or null.
 */
export function faultOfFile(text: string, { tenantId, opening, end }: ExpectedChain): string | null {
  if (!text.endsWith("\n")) return "the file is cut short";
  let last = opening;
  for (const line of text.slice(0, -1).split("\n")) {
    const entry = JSON.parse(line) as AuditEntryView;
    const sequence = last.sequence + 1n;
    if (entry.tenantId !== tenantId || BigInt(entry.sequence) !== sequence)
      return `entry ${sequence} is missing`;
    if (entry.previousHash !== last.hash) return `entry ${sequence} does not follow the entry before it`;
    const fields = hashedFields({ ...entry, sequence, id: parsePublicId("auditEntry", entry.id) });
    const hash = chainHash(Buffer.from(last.hash, "hex"), fields).toString("hex");
    if (entry.hash !== hash) return `entry ${sequence} is not what was hashed`;
    last = { sequence, hash };
  }
  if (last.sequence !== end.sequence)
    return `the file ends at entry ${last.sequence}, not at ${end.sequence}`;
  return last.hash === end.hash ? null : `the log does not go on from entry ${end.sequence}`;
}
