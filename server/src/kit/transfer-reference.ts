import { checkDigits, mod97 } from "./bank-account.ts";
import { encodeBase32 } from "./ids.ts";
import type { Random } from "./random.ts";

/**
 * References that a payer copies into a bank transfer or that a QR code contains. Each checks itself, so that a mistyped
 * character is noticed before anything is looked up.
 *
 * The short form has 12 characters that people can type: ten of Crockford base32 (no I, L, O, U) and two check digits.
 * These are computed from the ten characters as one number modulo 97, so that one wrong character, or two swapped
 * neighbours among the ten, are always noticed. The rule of an IBAN misses one wrong letter for a digit in a hundred. The long form is
 * ISO 11649, which the forms of European banks know: `RF`, its check digits, and the short form.
 */
export type TransferReference = string & { readonly __transferReference: true };

/** Crockford base32, as `encodeBase32` writes it. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BODY_LENGTH = 10;
const SHORT_LENGTH = BODY_LENGTH + 2;
/** 56 random bits, of which the first 50 are used. */
const BODY_BYTES = 7;

/** A new reference in its short form, with 50 random bits. */
export function newTransferReference(random: Random): TransferReference {
  const body = encodeBase32(random.bytes(BODY_BYTES)).slice(0, BODY_LENGTH).toUpperCase();
  return `${body}${shortCheck(body)}` as TransferReference;
}

/** The short form in `text` as a person wrote it, or null when it is none or its check digits are wrong. */
export function readTransferReference(text: string): TransferReference | null {
  const typed = normalised(text);
  if (typed.length === SHORT_LENGTH) return checked(typed);
  const isLong = typed.length === SHORT_LENGTH + 4 && isCreditorReference(typed);
  return isLong ? checked(typed.slice(4)) : null;
}

/**
 * Every text of 12 characters within `text` that checks as a short form, also inside a long one. Spaces and punctuation
 * do not count, because banks and people insert them. One random text in 97 checks by chance, so a found reference means
 * something only if it was given to a payer.
 */
export function findTransferReferences(text: string): readonly TransferReference[] {
  const typed = normalised(text);
  const found = new Set<TransferReference>();
  for (let at = 0; at + SHORT_LENGTH <= typed.length; at += 1) {
    const reference = checked(typed.slice(at, at + SHORT_LENGTH));
    if (reference !== null) found.add(reference);
  }
  return [...found];
}

/** ISO 11649: `RF`, two check digits and `body`, 1 to 21 characters A-Z 0-9. Throws on another body. */
export function creditorReference(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) throw new Error("a creditor reference has 1 to 21 characters A-Z 0-9");
  return `RF${checkDigits(body, "RF")}${body}`;
}

/** Whether `text`, without spaces and in upper case, is an ISO 11649 reference with right check digits. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(`${text.slice(4)}${text.slice(0, 4)}`) === 1;
}

function normalised(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** 01 to 97, so that twelve zeros are no reference. */
function shortCheck(body: string): string {
  let rest = 0;
  for (const character of body) rest = (rest * alphabet.length + alphabet.indexOf(character)) % 97;
  return String(97 - rest).padStart(2, "0");
}

/** Letters that the alphabet does not have are read as the digits for which people take them. */
function checked(typed: string): TransferReference | null {
  const read = typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{10}\d{2}$/.test(read)) return null;
  return shortCheck(read.slice(0, BODY_LENGTH)) === read.slice(BODY_LENGTH)
    ? (read as TransferReference)
    : null;
}
