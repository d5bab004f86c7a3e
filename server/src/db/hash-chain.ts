import { createHash } from "node:crypto";

/**
 * A chain of hashes over rows that are written once: each row holds the hash of the previous row and its own, so that
 * no row can be changed, removed or moved without breaking every later one. A hash is SHA-256 of the text
 *
 * <hash of the previous row, hex> LF <field>,<field>,…
 *
 * where a field is `-` for null and `<length in bytes>:<text>` otherwise: two different lists of fields never give the
 * same text, and any language can compute it. The checkers in `tools/` do so without any of our code.
 */
/** The hash of a row with these fields that follows the row with hash `previous`. */
export function chainHash(previous: Buffer, fields: readonly (string | null)[]): Buffer {
  const text = fields
    .map((field) => (field === null ? "-" : `${Buffer.byteLength(field)}:${field}`))
    .join(",");
  return createHash("sha256")
    .update(`${previous.toString("hex")}\n${text}`)
    .digest();
}

/** The same in SQL, over expressions of type text, so that the database can check its own rows. */
export function chainHashSql(previous: string, fields: readonly string[]): string {
  const texts = fields.map((field) => `coalesce(octet_length(${field})::text || ':' || ${field}, '-')`);
  return `sha256(convert_to(encode(${previous}, 'hex') || E'\\n' || ${texts.join(" || ',' || ")}, 'UTF8'))`;
}

/** An instant in the form used in a hashed field: ISO 8601, UTC, milliseconds. */
export function instantSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
