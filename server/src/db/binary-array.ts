/**
 * PostgreSQL's binary form of one-dimensional arrays (`array_send` in its source), for parameters of statements that
 * take hundreds of rows at once. In text form every UUID, time and quoted JSON would be written here and parsed there:
 * for a batch of payments that was a tenth of the work on both sides.
 *
 * dimensions, has nulls, element type, length, lower bound (32 bits each) | for each element: its length, or -1, and
 * its bytes
 */
export interface ElementValues {
  readonly text: string;
  readonly uuid: string;
  readonly int: number;
  readonly smallint: number;
  readonly bigint: bigint;
  readonly float8: number;
  readonly boolean: boolean;
  readonly bytea: Buffer;
  /** Epoch milliseconds. */
  readonly timestamptz: number;
  /** Epoch milliseconds of any time on that day, UTC. */
  readonly date: number;
}

export type ElementType = keyof ElementValues;

interface Element<Value> {
  /** The type's OID in `pg_type`. */
  readonly oid: number;
  /** The most bytes that a value takes. */
  readonly bytesMax: number | ((value: Value) => number);
  /** Writes the value at `at`; returns the number of bytes written. */
  readonly write: (target: Buffer, value: Value, at: number) => number;
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const DAY_MS = 86_400_000;
/** PostgreSQL counts from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const INT_MAX = 2 ** 31 - 1;
const SMALLINT_MAX = 2 ** 15 - 1;
const UTF8_BYTES_MAX = 3;

const elements: { readonly [Type in ElementType]: Element<ElementValues[Type]> } = {
  text: { oid: 25, bytesMax: (value) => value.length * UTF8_BYTES_MAX, write: writeText },
  uuid: { oid: 2950, bytesMax: 16, write: writeUuid },
  int: {
    oid: 23,
    bytesMax: 4,
    write: (target, value, at) => writeInt32(target, within(value, INT_MAX), at),
  },
  smallint: {
    oid: 21,
    bytesMax: 2,
    write: (target, value, at) => writeInt16(target, within(value, SMALLINT_MAX), at),
  },
  bigint: { oid: 20, bytesMax: 8, write: writeBigint },
  float8: {
    oid: 701,
    bytesMax: 8,
    write: (target, value, at) => target.writeDoubleBE(value, at) - at,
  },
  boolean: {
    oid: 16,
    bytesMax: 1,
    write: (target, value, at) => {
      target[at] = value ? 1 : 0;
      return 1;
    },
  },
  bytea: { oid: 17, bytesMax: (value) => value.length, write: (target, value, at) => value.copy(target, at) },
  timestamptz: { oid: 1184, bytesMax: 8, write: writeMicroseconds },
  date: {
    oid: 1082,
    bytesMax: 4,
    write: (target, value, at) =>
      writeInt32(target, within(Math.floor((value - EPOCH_MS) / DAY_MS), INT_MAX), at),
  },
};

/**
 * Arrays are built here, one at a time, and copied out, because the length of an array is known only after it is
 * written.
 */
const SCRATCH_BYTES = 65_536;
/** A larger buffer, from an unusual batch, is not kept. */
const SCRATCH_KEPT_BYTES = 1_048_576;
let scratch: Buffer = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * The array of `valueIn(item)` for each item, as a parameter of type `<type>[]`. Throws when a value does not fit its
 * type.
 */
export function binaryArray<Item, Type extends ElementType>(
  type: Type,
  items: readonly Item[],
  valueIn: (item: Item, index: number) => ElementValues[Type] | null,
): Buffer {
  const { oid, bytesMax, write } = elements[type];
  if (scratch.length > SCRATCH_KEPT_BYTES) scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  let hasNulls = 0;
  let at = HEADER_BYTES;
  for (let index = 0; index < items.length; index += 1) {
    const value = valueIn(items[index] as Item, index);
    const bytes = value === null ? 0 : typeof bytesMax === "number" ? bytesMax : bytesMax(value);
    if (at + LENGTH_BYTES + bytes > scratch.length) scratch = grown(scratch, at, at + LENGTH_BYTES + bytes);
    if (value === null) {
      hasNulls = 1;
      writeInt32(scratch, -1, at);
      at += LENGTH_BYTES;
      continue;
    }
    const length = write(scratch, value, at + LENGTH_BYTES);
    writeInt32(scratch, length, at);
    at += LENGTH_BYTES + length;
  }
  writeInt32(scratch, 1, 0);
  writeInt32(scratch, hasNulls, 4);
  writeInt32(scratch, oid, 8);
  writeInt32(scratch, items.length, 12);
  writeInt32(scratch, 1, 16);
  const array = Buffer.allocUnsafe(at);
  scratch.copy(array, 0, 0, at);
  return array;
}

/** A larger buffer that starts with the first `used` bytes of `buffer`. */
function grown(buffer: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
  buffer.copy(larger, 0, 0, used);
  return larger;
}

function within(value: number, max: number): number {
  if (value >= -max - 1 && value <= max) return value;
  throw new RangeError(`${value} does not fit its column`);
}

// Byte by byte: the range checks of `Buffer.writeInt32BE` and the like cost more than the write.
function writeInt32(target: Buffer, value: number, at: number): number {
  target[at] = value >>> 24;
  target[at + 1] = value >>> 16;
  target[at + 2] = value >>> 8;
  target[at + 3] = value;
  return 4;
}

function writeInt16(target: Buffer, value: number, at: number): number {
  target[at] = value >>> 8;
  target[at + 1] = value;
  return 2;
}

const HALF = 2 ** 32;

function writeBigint(target: Buffer, value: bigint, at: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) return target.writeBigInt64BE(value, at) - at;
  const upper = Math.floor(number / HALF);
  writeInt32(target, upper, at);
  writeInt32(target, number - upper * HALF, at + 4);
  return 8;
}

/** Up to this length a loop is faster than a call into native code. */
const SHORT_TEXT = 48;

function writeText(target: Buffer, value: string, at: number): number {
  if (value.length > SHORT_TEXT) return target.write(value, at, "utf8");
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code > 0x7f) return target.write(value, at, "utf8");
    target[at + index] = code;
  }
  return value.length;
}

const UUID_LENGTH = 36;
const DASH = 0x2d;
const NO_DIGIT = 0xff;
/** The value of a hexadecimal digit by its character code. */
const digits = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/** 8-4-4-4-12 hexadecimal digits. */
function writeUuid(target: Buffer, value: string, at: number): number {
  if (value.length !== UUID_LENGTH) throw new Error("not a UUID");
  let written = at;
  for (let index = 0; index < UUID_LENGTH; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (value.charCodeAt(index) !== DASH) throw new Error("not a UUID");
      index += 1;
    }
    const upper = digits[value.charCodeAt(index)] ?? NO_DIGIT;
    const lower = digits[value.charCodeAt(index + 1)] ?? NO_DIGIT;
    // A valid digit has none of the upper four bits set.
    if ((upper | lower) > 15) throw new Error("not a UUID");
    target[written] = (upper << 4) | lower;
    written += 1;
  }
  return 16;
}

/** 64 bits of microseconds in two halves: exact for every year, and no BigInt per time. */
function writeMicroseconds(target: Buffer, ms: number, at: number): number {
  if (!Number.isFinite(ms)) throw new Error(`not a time: ${ms}`);
  const since = Math.trunc(ms) - EPOCH_MS;
  const upper = Math.floor(since / HALF);
  const lower = (since - upper * HALF) * 1_000;
  const carry = Math.floor(lower / HALF);
  writeInt32(target, within(upper * 1_000 + carry, INT_MAX), at);
  writeInt32(target, lower - carry * HALF, at + 4);
  return 8;
}
