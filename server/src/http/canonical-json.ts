import { sha256 } from "../kit/secret.ts";

/**
 * One spelling for equal JSON values: keys sorted, no white space (RFC 8785 for what our bodies can hold). Two clients
 * that write the same request differently ask for the same thing.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** SHA-256 of the canonical body: tells a repeated request from another one under the same key. */
export function fingerprintOf(body: unknown): Buffer {
  return sha256(canonicalJson(body));
}
