import { hash, verify } from "@node-rs/argon2";
import type { Random } from "../../kit/random.ts";
import { normalizePassword } from "./password-rules.ts";

/** argon2id, the library's default, with 19 MiB and two passes: about 20 ms, in the thread pool. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string, random: Random): Promise<string> {
  return hash(normalizePassword(password), { ...cost, salt: random.bytes(16) });
}

export function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalizePassword(password));
}

/** An initial password: 120 random bits. */
export function makePassword(random: Random): string {
  return random.bytes(15).toString("base64url");
}
