import { createHash, createHmac, createSecretKey } from "node:crypto";
import { decrypt, decryptInSlices, encrypt, encryptInSlices } from "../../src/keyring/cipher.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { createSystemRandom } from "../../src/kit/random.ts";

/** The service's own cipher with fixed keys and no table: what one instance seals another one opens. */
export function createTestKeyring(seed = "test", cell: CellCode | null = null): Keyring {
  const keyOf = (purpose: string) => createHash("sha256").update(`${seed} ${purpose}`).digest();
  const sealKey = createSecretKey(keyOf("seal"));
  const random = createSystemRandom();
  return {
    cell,
    seal: (plaintext, context) =>
      encrypt(sealKey, typeof plaintext === "string" ? Buffer.from(plaintext) : plaintext, context, random),
    sealFile: (content, context) => encryptInSlices(sealKey, content, context, random),
    openFile: (sealed, context) => decryptInSlices(sealKey, sealed, context),
    open: (sealed, context, formerContext) => decrypt(sealKey, sealed, context, formerContext),
    mac: (purpose, text) => createHmac("sha256", keyOf(purpose)).update(text).digest(),
    idKey: () => keyOf("session-id"),
  };
}
