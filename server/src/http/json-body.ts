import { isUtf8 } from "node:buffer";
import { errors } from "./errors.ts";

/** Deeper nesting than any request of ours has; it bounds every recursive step that follows. */
export const JSON_DEPTH_MAX = 16;
/** Objects and arrays together: a 64 KB body could otherwise contain 20 000 of them. */
const JSON_MEMBERS_MAX = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);
/** Half of a surrogate pair: JSON can express it, UTF-8 and PostgreSQL cannot. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Reads a body as strict JSON (RFC 8259 as narrowed by I-JSON): UTF-8 without a byte order mark, no duplicate key in an
 * object, no prototype keys, no NUL and no lone surrogate in any text, bounded depth. Refuses with VALIDATION_ERROR and
 * names the rule.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw bodyError("encoding", "The body is not valid UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw notJson();
  }
  const members = checkNode(value, "", 0);
  // In valid JSON each colon outside text belongs to one member, and JSON.parse keeps only the last of equal keys.
  if (members !== countColons(bytes)) {
    throw bodyError("duplicate", "A field is written twice in one object of the body.");
  }
  return value;
}

/** Number of members in `node` and below. Throws when the node breaks a rule. */
function checkNode(node: unknown, path: string, depth: number): number {
  if (typeof node === "string") {
    checkText(node, path);
    return 0;
  }
  if (typeof node !== "object" || node === null) return 0;
  if (depth >= JSON_DEPTH_MAX)
    throw bodyError("depth", `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`);
  let members = 0;
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) members += checkNode(item, `${path}[${index}]`, depth + 1);
  } else {
    for (const key of Object.keys(node)) {
      checkText(key, path);
      const inner = joined(path, key);
      if (forbiddenKeys.has(key)) throw fieldError(inner, "unknown", "is not a field of this request");
      members += 1 + checkNode((node as Readonly<Record<string, unknown>>)[key], inner, depth + 1);
    }
  }
  if (members > JSON_MEMBERS_MAX)
    throw bodyError("size", `The body has more than ${JSON_MEMBERS_MAX} fields.`);
  return members;
}

/** Refuses text that PostgreSQL or a later reader would refuse or change. `path` names the field. */
export function checkText(text: string, path: string): void {
  if (text.includes("\0")) throw fieldError(path, "characters", "must not contain the character NUL");
  if (loneSurrogate.test(text))
    throw fieldError(path, "characters", "contains half a character (lone surrogate)");
}

function countColons(bytes: Buffer): number {
  let count = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COLON) count += 1;
  }
  return count;
}

const joined = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`).slice(0, 120);
const bodyError = (rule: string, message: string) =>
  errors.VALIDATION_ERROR({ fields: [{ path: "body", rule, message }] });
export const notJson = () => bodyError("json", "The body is not valid JSON.");
const fieldError = (path: string, rule: string, sentence: string) =>
  errors.VALIDATION_ERROR({
    fields: [{ path: path || "body", rule, message: `${path || "body"} ${sentence}.` }],
  });
