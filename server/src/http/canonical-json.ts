import { sha256 } from "../kit/secret.ts";

/**
 * One spelling for equal JSON values: keys sorted, no white space (RFC 8785 for what our bodies can hold), so that two
 * clients which write the same request differently send the same request.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === "" ? "" : ","}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  // Sorted by UTF-16 units, as RFC 8785 requires and `sort` does.
  for (const key of Object.keys(value).sort()) {
    const item: unknown = (value as Readonly<Record<string, unknown>>)[key];
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(item)}`;
  }
  return `{${text}}`;
}

/** SHA-256 of the canonical body: distinguishes a repeated request from another one under the same key. */
export function fingerprintOf(body: unknown): Buffer {
  return sha256(canonicalJson(body));
}
