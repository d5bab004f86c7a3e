import { createHash } from "node:crypto";

/**
 * A chain of hashes over rows that are written once: each row holds the hash of the row before it and its own, so that
 * none can be changed, taken out or moved without breaking every later one. A hash is SHA-256 of the text
 *
 *     <hash of the row before, hex> LF <field>,<field>,…
 *
 * where a field is `-` for null and `<length in bytes>:<text>` otherwise: no two lists of fields give the same text, and
 * any language can compute it. The checkers in `tools/` do, without a line of ours.
 */
export const CHAIN_START = Buffer.alloc(32);

/** The hash of a row with these fields behind the row of `previous`. */
export function chainHash(previous: Buffer, fields: readonly (string | null)[]): Buffer {
  const text = fields
    .map((field) => (field === null ? "-" : `${Buffer.byteLength(field)}:${field}`))
    .join(",");
  return createHash("sha256")
    .update(`${previous.toString("hex")}\n${text}`)
    .digest();
}

/** The same in SQL, over expressions of type text, so that the database can check what it holds. */
export function chainHashSql(previous: string, fields: readonly string[]): string {
  const texts = fields.map((field) => `coalesce(octet_length(${field})::text || ':' || ${field}, '-')`);
  return `sha256(convert_to(encode(${previous}, 'hex') || E'\\n' || ${texts.join(" || ',' || ")}, 'UTF8'))`;
}

/** An instant as it stands in a hashed field: ISO 8601, UTC, milliseconds. */
export function instantSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
