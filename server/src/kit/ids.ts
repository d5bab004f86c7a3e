import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/**
 * Ids are UUIDv7 (RFC 9562) made here and stored as `uuid`. Their public form is a prefix and the same 128 bits in
 * Crockford base32, lower case: 26 characters that sort by time. Retries reuse the first id.
 */
export const prefixes = {
  checkoutSession: "cs",
  paymentIntent: "pi",
  charge: "ch",
  refund: "re",
  payout: "po",
  payoutBatch: "pob",
  beneficiary: "ben",
  paymentLink: "plink",
  webhookEndpoint: "we",
  event: "evt",
  delivery: "wd",
  wallet: "wal",
  walletEntry: "entry",
  apiKey: "key",
  providerAccount: "acct",
  providerCall: "pcall",
  providerAlarm: "alarm",
  subTenant: "sub",
  routingRule: "rule",
  amountBound: "bound",
  outage: "outage",
  feeSchedule: "fee",
  kybDossier: "kyb",
  kybDocument: "doc",
  kybDecision: "kdec",
  moneyDecision: "dec",
  ledgerCorrection: "adj",
  changeRequest: "creq",
  providerStatement: "stmt",
  reconciliationDifference: "diff",
  bankFile: "bfile",
  bankEntry: "bent",
  railArrival: "arr",
  railCorrection: "radj",
  payoutFile: "pfile",
  transferOrder: "tord",
  operator: "op",
  operatorSession: "ops",
  personSession: "uss",
  passkey: "pky",
  person: "usr",
  mail: "mail",
  note: "note",
  memberInvitation: "inv",
  auditEntry: "aud",
  listExport: "exp",
  request: "req",
} as const;

export type IdKind = keyof typeof prefixes;

/** A stored id: a UUID in its usual text form, branded by the kind of object. */
export type Id<Kind extends IdKind> = string & { readonly __id: Kind };
export type MerchantId = string & { readonly __id: "merchant" };
export type TenantId = string & { readonly __id: "tenant" };
/**
 * The number of one merchant in one mode. It leads every key of merchant data, so sandbox and live rows, and rows of
 * two merchants, never meet in a query.
 */
export type MerchantNo = number & { readonly __id: "merchantNo" };

/** When an id of ours was made, in milliseconds since 1970: a UUIDv7 begins with it. */
export function madeAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const BODY_LENGTH = 26;

const alphabetCodes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const NO_DIGIT = 0xff;
/** The value of a base32 digit by its character code. */
const digits = new Uint8Array(128).fill(NO_DIGIT);
alphabetCodes.forEach((code, value) => {
  digits[code] = value;
});
/** Texts of ids are built here: concatenating many short strings would cost twice as much to make and to read. */
const scratch = Buffer.alloc(64);

/** `bytes` in Crockford base32, lower case, high bits first; the last character is padded with zero bits. */
export function encodeBase32(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / 5);
  const target = length > scratch.length ? Buffer.alloc(length) : scratch;
  return target.toString("latin1", 0, writeBase32(bytes, target));
}

function writeBase32(bytes: Uint8Array, target: Buffer): number {
  let at = 0;
  let buffer = 0;
  let bits = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    buffer = (buffer << 8) | (bytes[index] ?? 0);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      target[at] = alphabetCodes[(buffer >>> bits) & 31] ?? 0;
      at += 1;
    }
    buffer &= (1 << bits) - 1;
  }
  if (bits === 0) return at;
  target[at] = alphabetCodes[(buffer << (5 - bits)) & 31] ?? 0;
  return at + 1;
}

/** The bytes of `text`, or null when it holds another character or padding that is not zero. */
export function decodeBase32(text: string): Buffer | null {
  const bytes = Buffer.allocUnsafe((text.length * 5) >>> 3);
  let at = 0;
  let buffer = 0;
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = digits[text.charCodeAt(index)] ?? NO_DIGIT;
    if (value === NO_DIGIT) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = buffer >>> bits;
    at += 1;
    buffer &= (1 << bits) - 1;
  }
  return buffer === 0 ? bytes : null;
}

function uuidV7(bytes: Buffer, ms: number, sequence: number | null): string {
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | ((sequence ?? bytes.readUInt16BE(6)) & SEQUENCE_MAX), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}

/** The maximum of the 12 bits after the milliseconds. */
const SEQUENCE_MAX = 0xfff;

/** Makes ids. Passed to all code that creates rows, so that a seed reproduces the same ids. */
export interface IdSource {
  next<Kind extends IdKind>(kind: Kind): Id<Kind>;
  uuid(): string;
}

/**
 * Ids that one source makes within a millisecond increase: the 12 bits after the time count up from a random start (RFC
 * 9562, 6.2). So rows made one after the other, such as a charge and its fee, are read in that order.
 */
export function createIdSource(clock: Clock, random: Random): IdSource {
  let lastMs = 0;
  let sequence = 0;
  const uuid = (): string => {
    const bytes = random.bytes(16);
    const nowMs = clock.nowMs();
    // The random start uses the lower half only, which leaves room to count up within the millisecond; after 2 048 ids
    // or more the count restarts.
    const restarts = nowMs !== lastMs || sequence === SEQUENCE_MAX;
    sequence = restarts ? bytes.readUInt16BE(6) & (SEQUENCE_MAX >> 1) : sequence + 1;
    lastMs = nowMs;
    return uuidV7(bytes, nowMs, sequence);
  };
  return { next: <Kind extends IdKind>(_kind: Kind) => uuid() as Id<Kind>, uuid };
}

const hexCodes = Uint8Array.from("0123456789abcdef", (character) => character.charCodeAt(0));
const UUID_LENGTH = 36;

export function formatUuid(bytes: Buffer): string {
  let at = 0;
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) {
      scratch[at] = DASH;
      at += 1;
    }
    const byte = bytes[index] ?? 0;
    scratch[at] = hexCodes[byte >>> 4] ?? 0;
    scratch[at + 1] = hexCodes[byte & 15] ?? 0;
    at += 2;
  }
  return scratch.toString("latin1", 0, UUID_LENGTH);
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** The public form of a stored id: `ch_01jd…`. */
export function publicId<Kind extends IdKind>(kind: Kind, id: Id<Kind>): string {
  return `${prefixes[kind]}_${uuidBase32(id)}`;
}

const DASH = 0x2d;

/** `encodeBase32` of a UUID's bytes, straight from its digits: an answer writes a dozen of them. */
function uuidBase32(uuid: string): string {
  return base32OfDigits(uuid, "");
}

/** The same for a UUID's bytes followed by the four bytes of `number`: 32 characters. */
export function base32OfPair(uuid: string, number: number): string {
  return base32OfDigits(uuid, number.toString(16).padStart(8, "0"));
}

/** Base32 of the bytes written as lower-case hexadecimal digits; dashes are ignored. */
function base32OfDigits(first: string, second: string): string {
  let written = 0;
  let buffer = 0;
  let bits = 0;
  const length = first.length + second.length;
  for (let at = 0; at < length; at += 1) {
    const code = at < first.length ? first.charCodeAt(at) : second.charCodeAt(at - first.length);
    if (code === DASH) continue;
    // Digits are 0x30 to 0x39, lower-case letters 0x61 to 0x66.
    buffer = (buffer << 4) | (code < DASH + 16 ? code & 15 : code - 0x57);
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    scratch[written] = alphabetCodes[(buffer >>> bits) & 31] ?? 0;
    written += 1;
    buffer &= (1 << bits) - 1;
  }
  if (bits > 0) {
    scratch[written] = alphabetCodes[(buffer << (5 - bits)) & 31] ?? 0;
    written += 1;
  }
  return scratch.toString("latin1", 0, written);
}

/** The stored id behind a public one, or null when the text is not an id of this kind. */
export function parsePublicId<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> | null {
  const prefix = `${prefixes[kind]}_`;
  if (text.length !== prefix.length + BODY_LENGTH || !text.startsWith(prefix)) return null;
  const bytes = decodeBase32(text.slice(prefix.length));
  return bytes?.length === 16 ? (formatUuid(bytes) as Id<Kind>) : null;
}

/** A regular expression for ids of `kind`, for schemas. A match does not mean that the object exists. */
export function publicIdPattern(kind: IdKind): string {
  return `^${prefixes[kind]}_[${alphabet}]{${BODY_LENGTH}}$`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Whether `text` is a UUID in lower-case text form, as merchant and tenant ids are. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
