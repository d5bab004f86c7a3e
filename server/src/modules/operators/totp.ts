import { createHmac } from "node:crypto";
import type { Random } from "../../kit/random.ts";
import { sameSecret } from "../../kit/secret.ts";

/**
 * One-time passwords by time (RFC 6238 over RFC 4226), with what every authenticator app does by itself: HMAC-SHA-1, six
 * digits, steps of 30 seconds. Forty lines on the platform's HMAC are less to trust than a library with an HMAC of its own.
 */
export const TOTP_STEP_MS = 30_000;
export const TOTP_DIGITS = 6;
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;
/** A clock may be this many steps off either way, and a code typed at the end of its step still counts. */
const DRIFT_STEPS = 1;

export function makeTotpSecret(random: Random): Buffer {
  return random.bytes(SECRET_BYTES);
}

/** The step in which `nowMs` lies, counted from the epoch. */
export const totpStep = (nowMs: number): number => Math.floor(nowMs / TOTP_STEP_MS);

/** The code of one step. Pure. */
export function totpCode(secret: Buffer, step: number, digits = TOTP_DIGITS, algorithm = "sha1"): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  // Dynamic truncation: four bits of the last byte say where the 31 bits stand (RFC 4226, 5.3).
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code this is, within one step of `nowMs` and after `lastStep`, the last one that was used: no code counts
 * twice, and none counts that is older than one that was used. Null when it is wrong. Pure.
 */
export function matchTotp(
  secret: Buffer,
  code: string,
  nowMs: number,
  lastStep: number | null,
): number | null {
  const now = totpStep(nowMs);
  let matched: number | null = null;
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step += 1) {
    const isRight = sameSecret(totpCode(secret, step), code);
    if (isRight && (lastStep === null || step > lastStep)) matched ??= step;
  }
  return matched;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, 6, without padding: how authenticator apps read a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** What an authenticator app reads from a picture or a link. */
export function otpauthUrl(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    ...{ secret: base32(secret), issuer, algorithm: "SHA1" },
    ...{ digits: String(TOTP_DIGITS), period: String(TOTP_STEP_MS / 1_000) },
  });
  // Apps read %20 everywhere, and "+" as a space only some of them.
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
