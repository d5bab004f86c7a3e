import { errors } from "./errors.ts";
import { notJson, parseJsonBody } from "./json-body.ts";
import { limits } from "./transport.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Apart from its long text, a body may be as long as any other. */
const REST_BYTES_MAX = limits.bodyBytesMax;
/** In a longer body one text has at least this many bytes, or the rest is too long. */
const LONG_TEXT_BYTES = REST_BYTES_MAX / 2;
/** Replaces the long text while the rest is parsed. */
const MARK = "(the long text)";

/** A body without its long text, and that text as it is in the body, between its quotes; null when there is none. */
export interface CutBody {
  readonly value: unknown;
  readonly text: Buffer | null;
}

/**
 * Reads a JSON body whose top-level `field` may hold a text of megabytes, which is cut out before parsing: to parse and
 * check it as a text would block all other requests for a fifth of a second. The text is not checked: it may contain
 * anything but an unescaped quote. Refuses as `parseJsonBody` does, and with PAYLOAD_TOO_LARGE when the rest is longer
 * than any other body may be.
 */
export function cutLongText(body: Buffer, field: string): CutBody {
  if (body.length <= REST_BYTES_MAX) return cutShortText(parseJsonBody(body), field);
  const { from, to } = findLongText(body);
  if (body.length - (to - from) > REST_BYTES_MAX) throw tooLong();
  const rest = Buffer.concat([body.subarray(0, from), Buffer.from(MARK), body.subarray(to)]);
  const value = parseJsonBody(rest);
  // The mark must occur exactly once: otherwise it is not known which text was cut.
  const isOnlyOne = JSON.stringify(value).split(JSON.stringify(MARK)).length === 2;
  if (!isOnlyOne || !isObject(value) || value[field] !== MARK) throw tooLong();
  return { value, text: body.subarray(from, to) };
}

/** A text that was parsed with its body, in the form it has in a body. */
function cutShortText(value: unknown, field: string): CutBody {
  const text = isObject(value) ? value[field] : undefined;
  if (typeof text !== "string" || text === "") return { value, text: null };
  return { value, text: Buffer.from(JSON.stringify(text).slice(1, -1)) };
}

/** Start and end of the first long text. Throws when there is too much before it. */
function findLongText(body: Buffer): { readonly from: number; readonly to: number } {
  for (let at = 0; ; ) {
    const from = body.indexOf(QUOTE, at) + 1;
    if (from === 0 || from > REST_BYTES_MAX) throw tooLong();
    const to = endOfText(body, from);
    if (to - from >= LONG_TEXT_BYTES) return { from, to };
    at = to + 1;
  }
}

/** Position of the quote that ends the text which starts at `from`. */
function endOfText(body: Buffer, from: number): number {
  for (let at = from; ; ) {
    const quote = body.indexOf(QUOTE, at);
    if (quote === -1) throw notJson();
    let before = quote;
    while (before > from && body[before - 1] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 0) return quote;
    // Base64 contains no quotes; a text that contains them belongs to the rest.
    if (quote - from > REST_BYTES_MAX) throw tooLong();
    at = quote + 1;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tooLong = () => errors.PAYLOAD_TOO_LARGE({ maxBytesBesideFile: REST_BYTES_MAX });
