import { constants, generateKeyPairSync, privateDecrypt } from "node:crypto";

/** The key pairs to which PINs are encrypted: one is in force. */
export interface PinKeys {
  /** DER of the public key (SPKI) in base64. */
  publicKey(): string;
  /** The PIN, or null when it was encrypted to another key. */
  open(encrypted: string): string | null;
  revoke(): void;
}

const KEY_BITS = 2_048;

export function createPinKeys(): PinKeys {
  // Made at the start, because a caller's time-out may be shorter than making one takes.
  const pairs = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: KEY_BITS }));
  const [first, second] = pairs;
  if (first === undefined || second === undefined) throw new Error("there are two pairs of keys");
  let current = first;
  return {
    publicKey: () => current.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    open: (encrypted) => {
      try {
        const key = { key: current.privateKey, padding: constants.RSA_NO_PADDING };
        return unpad(privateDecrypt(key, Buffer.from(encrypted, "base64")));
      } catch {
        return null;
      }
    },
    revoke: () => {
      current = current === first ? second : first;
    },
  };
}

/** PKCS#1 v1.5: 00 02, filling without zeros, 00, the message. Node no longer does this itself. */
function unpad(block: Buffer): string | null {
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end > 0 ? block.subarray(end + 1).toString("utf8") : null;
}
