import { scrypt, timingSafeEqual } from "node:crypto";

/** There are only ten thousand four-digit PINs: only a slow, salted hash protects them in a copy of the table. */
const SCRYPT = { N: 16_384, r: 8, p: 1 } as const;
const HASH_BYTES = 32;
export const SALT_BYTES = 16;

export function hashPin(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, SCRYPT, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}

export async function isRightPin(pin: string, salt: Buffer, expected: Buffer): Promise<boolean> {
  return timingSafeEqual(await hashPin(pin, salt), expected);
}
