import { crc32 } from "node:zlib";
import { type CellCode, codePart } from "../../kit/cell.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";

/**
 * `svc_mk_sandbox_` or `svc_mk_live_`, the code of its cell with an underscore, 32 random base62 characters (190 bits), 6 base62 characters of CRC-32 over
 * everything before them. The checksum refuses typing errors and invented keys without a query, and lets secret
 * scanners match `svc_mk_(live|sandbox)_([a-z0-9]{1,3}_)?[0-9A-Za-z]{38}` without false alarms.
 */
const prefixOf: Readonly<Record<Mode, string>> = { SANDBOX: "svc_mk_sandbox_", LIVE: "svc_mk_live_" };
const keyPattern = /^(svc_mk_(?:sandbox|live)_(?:[a-z0-9]{1,3}_)?[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** 4 × 62: higher byte values would make the first characters of the alphabet more likely. */
const FAIR_BYTES = 248;

/** A new key, in the form that is shown once. */
export function makeApiKey(mode: Mode, cell: CellCode | null, random: Random): Secret<string> {
  let text = `${prefixOf[mode]}${codePart(cell)}`;
  const length = text.length + BODY_LENGTH;
  while (text.length < length) {
    for (const byte of random.bytes(BODY_LENGTH)) {
      if (byte < FAIR_BYTES && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return new Secret(text + checksumOf(text));
}

/** The mode of a well-formed key, or null: wrong prefix, length, character or checksum. Keys of other cells are well-formed, too. */
export function modeOfApiKey(text: string): Mode | null {
  const match = keyPattern.exec(text);
  const [, signed, checksum] = match ?? [];
  if (signed === undefined || checksum === undefined || checksumOf(signed) !== checksum) return null;
  return signed.startsWith(prefixOf.LIVE) ? "LIVE" : "SANDBOX";
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    checksum = alphabet[rest % alphabet.length] + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

const bearerPattern = /^Bearer +([^\s]{1,100}) *$/i;

/** The credential of an `Authorization: Bearer` header, or null. */
export function bearerOf(authorizationHeader: string | undefined): string | null {
  return bearerPattern.exec(authorizationHeader ?? "")?.[1] ?? null;
}
