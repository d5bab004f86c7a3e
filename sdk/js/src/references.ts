/** No two of these look alike. */
const SIGNS = "23456789CDFHJKMNPQRTVWXY";
const LENGTH = 8;
const BASE = BigInt(SIGNS.length);
const REFERENCES = BASE ** BigInt(LENGTH);
const PER_MS = 12n;
const SCATTER = 68_030_285_017n;
/** What people type for a sign that looks like it. */
const meant: Readonly<Record<string, string>> = { Z: "2", S: "5", B: "8", G: "6", U: "V" };
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * What the payer of a charge reads on the payment page and the receipt, such as `K7M2-QX4D`. For people: two charges can have the same
 * one after months. Throws RangeError for text that is no charge's id (`ch_…`).
 */
export function shortReference(chargeId: string): string {
  const [, signs] = /^ch_([0-9a-hjkmnp-tv-z]{26})$/.exec(chargeId) ?? [];
  if (signs === undefined) throw new RangeError(`${JSON.stringify(chargeId)} is not the id of a charge`);
  let bits = 0n;
  for (const sign of signs) bits = bits * 32n + BigInt(BASE32.indexOf(sign));
  // 26 signs of five bits hold a UUID of 128 bits and two zeros.
  const uuid = bits >> 2n;
  const [ms, sequence] = [uuid >> 80n, (uuid >> 64n) & 0xfffn];
  let rest = (((ms % (REFERENCES / PER_MS)) * PER_MS + (sequence % PER_MS)) * SCATTER) % REFERENCES;
  let text = "";
  for (let index = 0; index < LENGTH; index += 1) {
    text = (SIGNS[Number(rest % BASE)] ?? "") + text;
    rest /= BASE;
  }
  return grouped(text);
}

/**
 * A short reference as a person typed it, in its one form: capitals, spaces and hyphens do not matter, and signs that look alike are
 * read as one. Null when it is none.
 */
export function readShortReference(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[ZSBGU]/g, (sign) => meant[sign] ?? sign);
  return new RegExp(`^[${SIGNS}]{${LENGTH}}$`).test(text) ? grouped(text) : null;
}

/** Whether the reference of a bank transfer (ISO 11649, `RF…`, without spaces, in capitals) has the right check digits. */
export function isCreditorReference(text: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

function grouped(text: string): string {
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}
