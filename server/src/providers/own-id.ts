import { encodeBase32, formatUuid } from "../kit/ids.ts";
import type { Random } from "../kit/random.ts";

/**
 * The form of the ids that a provider accepts. `OURS`: any text, so our reference itself. `UUID_V4`: only that.
 * `TEXT_30`: at most 30 letters and digits.
 */
export type ReferenceForm = "OURS" | "UUID_V4" | "TEXT_30";

/** 136 random bits: 28 characters in base32. */
const TEXT_BYTES = 17;

/**
 * A new id of an operation in the provider's form, or null when our reference is used: then nothing is stored. Drawn
 * once and committed before the first byte is sent; it cannot be guessed.
 */
export function newOwnId(form: ReferenceForm, random: Random): string | null {
  switch (form) {
    case "OURS":
      return null;
    case "UUID_V4":
      return uuidV4(random.bytes(16));
    case "TEXT_30":
      return encodeBase32(random.bytes(TEXT_BYTES));
  }
}

/** RFC 9562, section 5.4. */
function uuidV4(drawn: Buffer): string {
  const bytes = Buffer.from(drawn);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}
