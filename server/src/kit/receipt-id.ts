import { timingSafeEqual } from "node:crypto";
import { type IdKeys, madeBefore } from "./arrivals.ts";
import { codePart, withoutCode } from "./cell.ts";
import { base32OfPair, decodeBase32, encodeBase32, formatUuid, type Id, type MerchantNo } from "./ids.ts";
import type { Keyring } from "./keyring.ts";
import { ofArrival, type SessionKey } from "./session-id.ts";

/**
 * The code on a receipt, by which anyone who holds the paper checks it: `rc_`, the code of its cell, the session's handle and an HMAC over it.
 * It leads to the same row as the session's id and does not contain it: who checks a receipt cannot open the payer's page.
 */
const PREFIX = "rc_";
const HANDLE_LENGTH = 32;
const HANDLE_BYTES = 20;
const SECRET_BYTES = 16;
const SECRET_LENGTH = 26;

export function formatReceiptId(keyring: Keyring, { merchantNo, id }: SessionKey): string {
  const before = madeBefore(keyring.arrivals, { merchantNo, id });
  const ids = before?.ids ?? keyring;
  const handle = base32OfPair(id, before?.there ?? merchantNo);
  return `${PREFIX}${codePart(ids.cell)}${handle}${secretOf(ids, handle)}`;
}

/** The session behind a receipt's code; null when this keyring did not make it. Constant time in the secret. */
export function parseReceiptId(keyring: Keyring, text: string): SessionKey | null {
  return parseWith(keyring, text) ?? ofArrival(keyring.arrivals, PREFIX, text, parseWith);
}

function parseWith(keyring: IdKeys, text: string): SessionKey | null {
  const body = text.startsWith(PREFIX) ? withoutCode(keyring.cell, text.slice(PREFIX.length)) : null;
  if (body?.length !== HANDLE_LENGTH + SECRET_LENGTH) return null;
  const handle = body.slice(0, HANDLE_LENGTH);
  const bytes = decodeBase32(handle);
  if (bytes?.length !== HANDLE_BYTES) return null;
  const given = Buffer.from(body.slice(HANDLE_LENGTH), "utf8");
  const secret = Buffer.from(secretOf(keyring, handle), "utf8");
  if (given.length !== secret.length || !timingSafeEqual(given, secret)) return null;
  return {
    merchantNo: bytes.readUInt32BE(16) as MerchantNo,
    id: formatUuid(bytes.subarray(0, 16)) as Id<"checkoutSession">,
  };
}

/** The colon is in no handle, so this is never the secret of a session's id. */
const secretOf = (keyring: IdKeys, handle: string): string =>
  encodeBase32(keyring.mac("session-id", `receipt:${handle}`).subarray(0, SECRET_BYTES));
