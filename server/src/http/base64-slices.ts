import { inSlices } from "../kit/slices.ts";

const BACKSLASH = 0x5c;
/** Length of the longest escape: `\u002b`. */
const ESCAPE_BYTES_MAX = 6;

/**
 * The bytes that `text` encodes: padded base64 as it appears in a JSON string, where a slash or a plus may be escaped.
 * Null for anything else, also where it could be read in two ways. Yields to other requests, which five megabytes would
 * hold up.
 */
export async function decodeBase64(text: Buffer, sliceBytes?: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(Math.ceil(text.length / 4) * 3);
  let length = 0;
  let rest = "";
  let isWhole = true;
  let isPadded = false;
  const decode = (slice: Buffer, isLast: boolean): number => {
    if (!isWhole) return slice.length;
    const part = isLast ? slice : beforeCutEscape(slice);
    const plain = unescaped(part.toString("latin1"));
    // Text after the padding would be a second value.
    if (plain === null || (isPadded && plain !== "")) {
      isWhole = false;
      return slice.length;
    }
    const pending = rest + plain;
    const whole = pending.slice(0, pending.length - (pending.length % 4));
    rest = pending.slice(whole.length);
    const decoded = Buffer.from(whole, "base64");
    isWhole = decoded.toString("base64") === whole;
    isPadded = whole.endsWith("=");
    length += decoded.copy(bytes, length);
    return part.length;
  };
  await inSlices(text, decode, sliceBytes);
  return isWhole && rest === "" ? bytes.subarray(0, length) : null;
}

/** The part of the slice before an escape that may continue in the next one. */
function beforeCutEscape(slice: Buffer): Buffer {
  const at = slice.lastIndexOf(BACKSLASH);
  return at > 0 && at > slice.length - ESCAPE_BYTES_MAX ? slice.subarray(0, at) : slice;
}

/** The text as JSON reads it; null when it is invalid. */
function unescaped(text: string): string | null {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return null;
  }
}
