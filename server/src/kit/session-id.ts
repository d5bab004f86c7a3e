import { timingSafeEqual } from "node:crypto";
import { type Arrivals, type IdKeys, madeBefore } from "./arrivals.ts";
import { type CellCode, cellPattern, codePart, isCellCode, withoutCode } from "./cell.ts";
import { assert } from "./errors.ts";
import { isGuardId } from "./guard-id.ts";
import { base32OfPair, decodeBase32, encodeBase32, formatUuid, type Id, type MerchantNo } from "./ids.ts";
import type { Keyring } from "./keyring.ts";

/**
 * A checkout session's public id is the payer's bearer token, so it must not appear in the database, in a backup or in
 * a log. It is `cs_`, the code of its cell, 32 characters (the UUIDv7 and the merchant number: sorts by time, leads straight to the row) and
 * 26 characters, the first 128 bits of an HMAC over them. A forged id is refused before any query. The first part alone
 * is the handle that logs and stored texts may show.
 */
const HANDLE_LENGTH = 32;
const HANDLE_BYTES = 20;
const SECRET_LENGTH = 26;
const SECRET_BYTES = 16;

export interface SessionKey {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"checkoutSession">;
}

export function formatSessionId(keyring: Keyring, { merchantNo, id }: SessionKey): string {
  assert(!isGuardId(id), "the guard of a payment without a session is nobody's session");
  // It keeps the id by which its payer and its merchant know it.
  const before = madeBefore(keyring.arrivals, { merchantNo, id });
  const ids = before?.ids ?? keyring;
  const handle = base32OfPair(id, before?.there ?? merchantNo);
  const proof = proofOf(ids, handle);
  assert(proof !== null, "what was just encoded can be decoded");
  return `cs_${codePart(ids.cell)}${handle}${proof.secret}`;
}

/** The key behind a public session id, or null when this keyring did not make it. Constant time in the secret. */
export function parseSessionId(keyring: Keyring, text: string): SessionKey | null {
  return parseWith(keyring, text) ?? ofArrival(keyring.arrivals, "cs_", text, parseWith);
}

function parseWith(keyring: IdKeys, text: string): SessionKey | null {
  const body = text.startsWith("cs_") ? withoutCode(keyring.cell, text.slice(3)) : null;
  if (body?.length !== HANDLE_LENGTH + SECRET_LENGTH) return null;
  const proof = proofOf(keyring, body.slice(0, HANDLE_LENGTH));
  if (proof === null) return null;
  // Compared as UTF-8, so that no other character can replace one of ours: each session has exactly one id.
  const given = Buffer.from(body.slice(HANDLE_LENGTH), "utf8");
  if (given.length !== proof.secretBytes.length || !timingSafeEqual(given, proof.secretBytes)) return null;
  return isGuardId(proof.key.id) ? null : proof.key;
}

/**
 * The key in a handle: a session id without its secret part, as logs and operators' pages show it. Null when it is none, or
 * one of another cell.
 */
export function parseSessionHandle(
  keyring: Pick<Keyring, "cell" | "arrivals">,
  text: string,
): SessionKey | null {
  return handleOf(keyring, text) ?? ofArrival(keyring.arrivals, "cs_", text, handleOf);
}

function handleOf({ cell }: Pick<Keyring, "cell">, text: string): SessionKey | null {
  const handle = text.startsWith("cs_") ? withoutCode(cell, text.slice(3)) : null;
  if (handle?.length !== HANDLE_LENGTH) return null;
  const bytes = decodeBase32(handle);
  if (bytes?.length !== HANDLE_BYTES) return null;
  const key = keyOf(bytes);
  return isGuardId(key.id) ? null : key;
}

/** `text` with the secret part of every session id removed: the form to store or log. */
export function concealSessionIds(text: string): string {
  let concealed = "";
  let taken = 0;
  let at = text.indexOf("cs_");
  while (at !== -1) {
    const body = afterCode(text, at + 3);
    const secret = body + HANDLE_LENGTH;
    if (isBase36(text, body, secret + SECRET_LENGTH)) {
      concealed += text.slice(taken, secret);
      taken = secret + SECRET_LENGTH;
    }
    at = text.indexOf("cs_", Math.max(at + 3, taken));
  }
  return taken === 0 ? text : concealed + text.slice(taken);
}

const otherForm = new RegExp(`^(?:(${cellPattern})_)?([0-9a-z]{32})`);

/**
 * The key of an id that another cell made for a merchant that came from there, with the merchant's number here; null: it is none, or `parse`
 * refuses it under that cell's key.
 */
export function ofArrival(
  arrivals: Arrivals | undefined,
  prefix: string,
  text: string,
  parse: (ids: IdKeys, text: string) => SessionKey | null,
): SessionKey | null {
  const found = arrivals === undefined ? null : otherForm.exec(text.slice(prefix.length));
  const bytes = found === null ? null : decodeBase32(found[2] ?? "");
  if (arrivals === undefined || found === null || bytes?.length !== HANDLE_BYTES) return null;
  const arrival = arrivals.byFormer((found[1] ?? null) as CellCode | null, keyOf(bytes).merchantNo);
  const key = arrival === undefined ? null : parse(arrival.ids, text);
  return arrival === undefined || key === null ? null : { ...key, merchantNo: arrival.here };
}

/** Where an id goes on after the code of a cell, whichever it is: at `from` when there is none. */
function afterCode(text: string, from: number): number {
  const bar = text.indexOf("_", from);
  return bar !== -1 && isCellCode(text.slice(from, Math.min(bar, from + 4))) ? bar + 1 : from;
}

function isBase36(text: string, from: number, to: number): boolean {
  if (to > text.length) return false;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a))) return false;
  }
  return true;
}

/**
 * `text` with every session id of this merchant complete again, for sending to that merchant. Handles of other
 * merchants stay as they are: a merchant that writes one into its metadata must not receive the payer's token of
 * another.
 */
export function revealSessionIds(keyring: Keyring, merchantNo: MerchantNo, text: string): string {
  const own = revealWith(keyring, merchantNo, text);
  const stays = keyring.arrivals?.byNumber(merchantNo) ?? [];
  return stays.reduce((revealed, { ids, there }) => revealWith(ids, there, revealed), own);
}

function revealWith(keyring: IdKeys, merchantNo: MerchantNo, text: string): string {
  const part = codePart(keyring.cell);
  let revealed = "";
  let taken = 0;
  let at = text.indexOf("cs_");
  while (at !== -1) {
    const body = at + 3 + part.length;
    const secret = body + HANDLE_LENGTH;
    // Followed by another character of the alphabet, it is longer text that only begins like a handle.
    const isHandle =
      text.startsWith(part, at + 3) && isBase36(text, body, secret) && !isBase36(text, secret, secret + 1);
    const proof = isHandle ? proofOf(keyring, text.slice(body, secret)) : null;
    if (proof?.key.merchantNo === merchantNo) {
      revealed += text.slice(taken, secret) + proof.secret;
      taken = secret;
    }
    at = text.indexOf("cs_", Math.max(at + 3, taken));
  }
  return taken === 0 ? text : revealed + text.slice(taken);
}

/** The key that the readable part of a session id encodes, and the secret that belongs to it. */
interface Proof {
  readonly key: SessionKey;
  readonly secret: string;
  readonly secretBytes: Buffer;
}

/**
 * A session's id is written and checked about ten times in the minute of its payment, so recent proofs are cached, in
 * two generations of which the older is dropped whole.
 */
const PROOFS_KEPT = 5_000;
const kept = new WeakMap<IdKeys, { young: Map<string, Proof>; old: Map<string, Proof> }>();

/** Null when `handle` is not a handle. */
function proofOf(keyring: IdKeys, handle: string): Proof | null {
  let proofs = kept.get(keyring);
  if (proofs === undefined) {
    proofs = { young: new Map(), old: new Map() };
    kept.set(keyring, proofs);
  }
  const known = proofs.young.get(handle) ?? proofs.old.get(handle);
  if (known !== undefined) return known;
  const bytes = decodeBase32(handle);
  if (bytes?.length !== HANDLE_BYTES) return null;
  const secret = encodeBase32(keyring.mac("session-id", handle).subarray(0, SECRET_BYTES));
  const key = keyOf(bytes);
  const proof = { key, secret, secretBytes: Buffer.from(secret, "utf8") };
  if (proofs.young.size >= PROOFS_KEPT) {
    proofs.old = proofs.young;
    proofs.young = new Map();
  }
  proofs.young.set(handle, proof);
  return proof;
}

const keyOf = (handle: Buffer): SessionKey => ({
  merchantNo: handle.readUInt32BE(16) as MerchantNo,
  id: formatUuid(handle.subarray(0, 16)) as Id<"checkoutSession">,
});
