import { decodeBase32, encodeBase32, formatUuid, isUuid } from "../kit/ids.ts";
import type { Random } from "../kit/random.ts";
import { newTransferReference } from "../kit/transfer-reference.ts";

/**
 * The form of the ids that a provider accepts. `OURS`: any text, so our reference itself. `UUID_V4`: only that.
 * `TEXT_30`: at most 30 letters and digits. `TRANSFER`: twelve characters with check digits, which a payer can type.
 */
export type ReferenceForm = "OURS" | "UUID_V4" | "TEXT_30" | "TRANSFER";

/** 136 random bits: 28 characters in base32. */
const TEXT_BYTES = 17;

/**
 * A new id of an operation in the provider's form, or null when our reference is used: then nothing is stored. Drawn
 * once and committed before the first byte is sent; it cannot be guessed, except for `TRANSFER`, which payers see.
 */
export function newOwnId(form: ReferenceForm, random: Random): string | null {
  switch (form) {
    case "OURS":
      return null;
    case "UUID_V4":
      return uuidV4(random.bytes(16));
    case "TEXT_30":
      return encodeBase32(random.bytes(TEXT_BYTES));
    case "TRANSFER":
      return newTransferReference(random);
  }
}

const UUID_BYTES = 16;

/** The length of what `opaqueOf` returns for ids of the form, in characters. */
export function opaqueLength(form: Exclude<ReferenceForm, "OURS" | "TRANSFER">): number {
  return Math.ceil(((form === "UUID_V4" ? UUID_BYTES : TEXT_BYTES) * 4) / 3);
}

/**
 * An own id as a segment of an address, as short as possible because providers limit the length of addresses: its bytes
 * in base64url. 22 characters for a UUID, which has 36.
 */
export function opaqueOf(ownId: string): string {
  return isUuid(ownId)
    ? Buffer.from(ownId.replaceAll("-", ""), "hex").toString("base64url")
    : (decodeBase32(ownId)?.toString("base64url") ?? ownId);
}

/**
 * The own id that a segment of an address contains, in the form of `opaqueOf` or written out; null when there is none.
 * One id has exactly one segment in each of the two forms.
 */
export function ownIdIn(form: ReferenceForm, segment: string): string | null {
  if (form === "OURS" || form === "TRANSFER") return segment;
  const bytes = Buffer.from(segment, "base64url");
  const isShort = bytes.toString("base64url") === segment;
  if (form === "UUID_V4") {
    if (isUuid(segment)) return segment;
    return isShort && bytes.length === UUID_BYTES ? formatUuid(bytes) : null;
  }
  if (decodeBase32(segment)?.length === TEXT_BYTES) return segment;
  return isShort && bytes.length === TEXT_BYTES ? encodeBase32(bytes) : null;
}

/** RFC 9562, section 5.4. */
function uuidV4(drawn: Buffer): string {
  const bytes = Buffer.from(drawn);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}
