import { inSlices } from "../kit/slices.ts";

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const PAD = 0x3d;
/** Of the longest escape: `\u002b`. */
const ESCAPE_BYTES_MAX = 6;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Six bits for each letter of the alphabet, NONE for any other byte. */
const NONE = 0xff;
const MAX_BITS = 0x3f;
const bitsOf = new Uint8Array(256).fill(NONE);
for (const [bits, letter] of [...ALPHABET].entries()) bitsOf[letter.charCodeAt(0)] = bits;

/**
 * The bytes that `text` stands for: base64 with its padding, as it is written within a JSON string, where a slash or a
 * plus may be escaped. Null for anything else, including text that could be decoded in two ways. The bytes are written over
 * `text`, from its start: no text of megabytes is made for the garbage collector to clean up after. Works in slices, so
 * that five megabytes do not block other requests.
 */
export async function decodeBase64(text: Buffer, sliceBytes?: number): Promise<Buffer | null> {
  /** Where the next byte goes: never beyond what was read. */
  let length = 0;
  /** Letters that are not bytes yet, of a group of four. */
  let letters = 0;
  let group = 0;
  let pads = 0;
  let isBase64 = true;

  const take = (letter: number): boolean => {
    if (letter === PAD) {
      pads += 1;
      // A group ends with one pad or two, and the bits before them that belong to no byte are zero.
      if (pads === 1 && letters === 3 && (group & 0x3) === 0) {
        text[length++] = group >> 10;
        text[length++] = (group >> 2) & 0xff;
        letters = 0;
        return true;
      }
      if (pads === 1 && letters === 2 && (group & 0xf) === 0) {
        text[length++] = group >> 4;
        // The second pad is still to come.
        letters = -1;
        return true;
      }
      if (pads !== 2 || letters !== -1) return false;
      letters = 0;
      return true;
    }
    const bits = bitsOf[letter] ?? NONE;
    if (bits === NONE || pads > 0) return false;
    group = (group << 6) | bits;
    letters += 1;
    if (letters === 4) {
      text[length++] = group >> 16;
      text[length++] = (group >> 8) & 0xff;
      text[length++] = group & 0xff;
      letters = 0;
      group = 0;
    }
    return true;
  };

  const decode = (slice: Buffer, isLast: boolean): number => {
    if (!isBase64) return slice.length;
    let at = 0;
    while (isBase64 && at < slice.length) {
      if (letters === 0 && pads === 0) {
        const whole = decodeGroups(slice, at, text, length);
        at += (whole / 3) * 4;
        length += whole;
        if (at === slice.length) break;
      }
      const byte = slice[at] ?? 0;
      if (byte !== BACKSLASH) {
        isBase64 = take(byte);
        at += 1;
        continue;
      }
      // An escape that the slice cuts off is read with the next one.
      if (!isLast && at > 0 && at + ESCAPE_BYTES_MAX > slice.length) return at;
      const escaped = readEscape(slice, at + 1);
      isBase64 = escaped !== null && take(escaped.letter);
      at += 1 + (escaped?.bytes ?? 0);
    }
    return isBase64 ? at : slice.length;
  };
  await inSlices(text, decode, sliceBytes);
  return isBase64 && letters === 0 ? text.subarray(0, length) : null;
}

const letterOf = Buffer.from(ALPHABET, "latin1");

/** Base64 with its padding, as the bytes of its text: in slices, like `decodeBase64`. */
export async function encodeBase64(bytes: Buffer, sliceBytes?: number): Promise<Buffer> {
  const text = Buffer.allocUnsafe(Math.ceil(bytes.length / 3) * 4);
  let to = 0;
  await inSlices(
    bytes,
    (slice, isLast) => {
      const whole = slice.length - (slice.length % 3);
      to += encodeGroups(slice.subarray(0, whole), text, to);
      if (!isLast) return whole;
      // Node's own pads.
      if (whole < slice.length) to += text.write(slice.toString("base64", whole), to, "latin1");
      return slice.length;
    },
    sliceBytes,
  );
  return text;
}

/** Three bytes after the other, of which there is a whole number of groups. Returns the number of letters. */
function encodeGroups(bytes: Buffer, target: Buffer, length: number): number {
  let to = length;
  for (let from = 0; from < bytes.length; from += 3) {
    const group =
      ((bytes[from] as number) << 16) | ((bytes[from + 1] as number) << 8) | (bytes[from + 2] as number);
    target[to] = letterOf[group >> 18] as number;
    target[to + 1] = letterOf[(group >> 12) & MAX_BITS] as number;
    target[to + 2] = letterOf[(group >> 6) & MAX_BITS] as number;
    target[to + 3] = letterOf[group & MAX_BITS] as number;
    to += 4;
  }
  return to - length;
}

/**
 * Decodes groups of four letters from `at` on, up to the first that holds anything else, and writes them to `target` from
 * `length` on. Returns the number of bytes: three for each group.
 */
function decodeGroups(slice: Buffer, at: number, target: Buffer, length: number): number {
  let to = length;
  for (let from = at; from + 4 <= slice.length; from += 4) {
    const first = bitsOf[slice[from] as number] as number;
    const second = bitsOf[slice[from + 1] as number] as number;
    const third = bitsOf[slice[from + 2] as number] as number;
    const fourth = bitsOf[slice[from + 3] as number] as number;
    if ((first | second | third | fourth) > MAX_BITS) break;
    const group = (first << 18) | (second << 12) | (third << 6) | fourth;
    target[to] = group >> 16;
    target[to + 1] = (group >> 8) & 0xff;
    target[to + 2] = group & 0xff;
    to += 3;
  }
  return to - length;
}

/** The letter behind a backslash, as JSON reads it; null where it is none of base64. */
function readEscape(slice: Buffer, at: number): { readonly letter: number; readonly bytes: number } | null {
  const byte = slice[at];
  if (byte === 0x2f) return { letter: byte, bytes: 1 };
  if (byte !== LETTER_U) return null;
  const digits = slice.toString("latin1", at + 1, at + 5);
  if (!/^[0-9a-f]{4}$/i.test(digits)) return null;
  const letter = Number.parseInt(digits, 16);
  return letter < 256 ? { letter, bytes: 5 } : null;
}
