import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from "node:crypto";
import type { Random } from "../kit/random.ts";
import { inSlices } from "../kit/slices.ts";

/** First byte of a ciphertext. 1: the record key was derived from the context; 2: the wrapped record key follows. */
const DERIVED = 1;
const WRAPPED = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** RFC 3394 adds eight bytes that detect any change of the key or of the wrapping key. */
const WRAPPED_KEY_BYTES = KEY_BYTES + 8;
const WRAP_START = Buffer.alloc(8, 0xa6);

/**
 * AES-256-GCM under a fresh key per value, which precedes the value, wrapped by `key` (AES key wrap, RFC 3394):
 *
 * 2 | wrapped key, 40 bytes | nonce, 12 | tag, 16 | text
 *
 * One key for all values would be safe for about 2^32 random nonces, which a busy service reaches; a key per value has
 * no such limit, and the wrapping needs no nonce. `context` is authenticated: a ciphertext moved to another row does
 * not open. Measured on one core: 17 µs to seal 200 bytes, 12 µs to open them; 69 bytes more than the text.
 */
export function encrypt(key: KeyObject, plaintext: Buffer, context: string, random: Random): Buffer {
  const { head, cipher } = beginSealing(key, context, random);
  const body = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([...head, cipher.getAuthTag(), body]);
}

/** As `encrypt`, for megabytes: other requests get their turn between the slices. */
export async function encryptInSlices(
  key: KeyObject,
  plaintext: Buffer,
  context: string,
  random: Random,
): Promise<Buffer> {
  const { head, cipher } = beginSealing(key, context, random);
  const start = Buffer.concat(head);
  const sealed = Buffer.allocUnsafe(start.length + TAG_BYTES + plaintext.length);
  let length = start.copy(sealed) + TAG_BYTES;
  await inSlices(plaintext, (slice) => {
    length += cipher.update(slice).copy(sealed, length);
    return slice.length;
  });
  cipher.final();
  cipher.getAuthTag().copy(sealed, start.length);
  return sealed;
}

/** The bytes before the tag, and the cipher with the record's own key. */
function beginSealing(key: KeyObject, context: string, random: Random) {
  const recordKey = random.bytes(KEY_BYTES);
  const wrap = createCipheriv("id-aes256-wrap", key, WRAP_START);
  const wrapped = wrap.update(recordKey);
  wrap.final();
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", recordKey, nonce);
  cipher.setAAD(Buffer.from(context, "utf8"));
  return { head: [Buffer.of(WRAPPED), wrapped, nonce], cipher };
}

/**
 * Throws when any bit of ciphertext, key or context differs. `formerContext` is the context of values in the first
 * form, where it was different.
 */
export function decrypt(key: KeyObject, sealed: Buffer, context: string, formerContext = context): Buffer {
  const { decipher, body } = beginOpening(key, sealed, context, formerContext);
  const text = decipher.update(body);
  decipher.final();
  return text;
}

/**
 * As `decrypt`, for megabytes: other requests get their turn between the slices. The text is written over `sealed`, and
 * returned only once all of it is known to be unaltered.
 */
export async function decryptInSlices(
  key: KeyObject,
  sealed: Buffer,
  context: string,
  sliceBytes?: number,
): Promise<Buffer> {
  const { decipher, body } = beginOpening(key, sealed, context, context);
  let length = 0;
  await inSlices(
    body,
    (slice) => {
      length += decipher.update(slice).copy(body, length);
      return slice.length;
    },
    sliceBytes,
  );
  decipher.final();
  return body;
}

/** The decipher of a sealed value, and the bytes that it turns into the text. */
function beginOpening(key: KeyObject, sealed: Buffer, context: string, formerContext: string) {
  switch (sealed[0]) {
    case WRAPPED: {
      const wrapped = sealed.subarray(1, 1 + WRAPPED_KEY_BYTES);
      if (wrapped.length < WRAPPED_KEY_BYTES) throw new Error("not a sealed value");
      return openerOf(unwrapKey(key, wrapped), sealed.subarray(1 + WRAPPED_KEY_BYTES), context);
    }
    case DERIVED:
      return openerOf(
        createHmac("sha256", key).update(formerContext).digest(),
        sealed.subarray(1),
        formerContext,
      );
    default:
      throw new Error("not a sealed value");
  }
}

function unwrapKey(key: KeyObject, wrapped: Buffer): Buffer {
  const unwrap = createDecipheriv("id-aes256-wrap", key, WRAP_START);
  const recordKey = unwrap.update(wrapped);
  unwrap.final();
  return recordKey;
}

/** Nonce, tag and text under a record's key. */
function openerOf(recordKey: Buffer, rest: Buffer, context: string) {
  if (rest.length < NONCE_BYTES + TAG_BYTES) throw new Error("not a sealed value");
  const decipher = createDecipheriv("aes-256-gcm", recordKey, rest.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return { decipher, body: rest.subarray(NONCE_BYTES + TAG_BYTES) };
}
