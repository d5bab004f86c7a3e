import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { Keyring } from "../../src/kit/keyring.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A keyring with fixed keys and no table behind it: real AES-256-GCM, the same on every run. */
export function createTestKeyring(seed = "test"): Keyring {
  const keyOf = (purpose: string) => createHash("sha256").update(`${seed} ${purpose}`).digest();
  const sealKey = keyOf("seal");
  return {
    seal: (plaintext, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(Buffer.from(context));
      const text = typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext;
      const body = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    mac: (purpose, text) => createHmac("sha256", keyOf(purpose)).update(text).digest(),
  };
}
