import { encodeBase32 } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";

const RECOVERY_CODES = 10;
/** 80 bits: sixteen letters and digits, too many to recover from their hash. */
const CODE_BYTES = 10;

/** Ten codes as they are shown, once: `k3tq-8v2m-x0an-7gdw`. */
export function makeRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = encodeBase32(random.bytes(CODE_BYTES));
    return (text.match(/.{4}/g) ?? []).join("-");
  });
}

/** The stored form: dashes, spaces and capitals are ignored, and letters that look like digits become digits. */
export function recoveryCodeHash(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return sha256(`recovery code\n${plain}`);
}
