import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from "node:crypto";
import type { Random } from "../kit/random.ts";

/** First byte of every ciphertext, so that a later form can be told apart. */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/**
 * AES-256-GCM under a key of the record's own: HMAC-SHA256 of `context` under `key`. One key for all records would be
 * safe for about 2^32 random nonces, which a busy service reaches; a key per record never is. `context` is authenticated
 * as well, so a ciphertext moved to another row does not open.
 */
export function encrypt(key: KeyObject, plaintext: Buffer, context: string, random: Random): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", recordKey(key, context), nonce);
  cipher.setAAD(Buffer.from(context, "utf8"));
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]);
}

/** Throws when one bit of ciphertext, key or context differs. */
export function decrypt(key: KeyObject, sealed: Buffer, context: string): Buffer {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) throw new Error("not a sealed value");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    recordKey(key, context),
    sealed.subarray(1, 1 + NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  const body = decipher.update(sealed.subarray(HEADER_BYTES));
  decipher.final();
  return body;
}

function recordKey(key: KeyObject, context: string): Buffer {
  return createHmac("sha256", key).update(context).digest();
}
