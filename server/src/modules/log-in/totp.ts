import { createHmac } from "node:crypto";
import type { Random } from "../../kit/random.ts";
import { sameSecret } from "../../kit/secret.ts";

/**
 * Time-based one-time passwords (RFC 6238 over RFC 4226) in the form that every authenticator app supports: HMAC-SHA-1,
 * six digits, steps of 30 seconds. Forty lines on the platform's HMAC need less trust than a library with its own HMAC.
 */
export const TOTP_STEP_MS = 30_000;
const TOTP_DIGITS = 6;
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;
/** A clock may be this many steps off in either direction, and a code typed at the end of its step still counts. */
const DRIFT_STEPS = 1;

export function makeTotpSecret(random: Random): Buffer {
  return random.bytes(SECRET_BYTES);
}

/** The step of `nowMs`, counted from the epoch. */
export const totpStep = (nowMs: number): number => Math.floor(nowMs / TOTP_STEP_MS);

/** The code of one step. Pure. */
export function totpCode(secret: Buffer, step: number, digits = TOTP_DIGITS, algorithm = "sha1"): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  // Dynamic truncation: four bits of the last byte give the position of the 31 bits (RFC 4226, 5.3).
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code this is, within one step of `nowMs` and after `lastStep`, the last one used: no code counts
 * twice, and none older than a used one counts. Null when it is wrong. Pure.
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

/** The address that an authenticator app reads from a QR code or a link. */
export function otpauthUrl(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: "SHA1",
    digits: String(TOTP_DIGITS),
    period: String(TOTP_STEP_MS / 1_000),
  });
  // All apps read %20, but only some read "+" as a space.
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
