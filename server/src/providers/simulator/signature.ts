import { createHmac } from "node:crypto";
import { sameSecret } from "../../kit/secret.ts";

/** `t=<unix seconds>,v1=<hex>`; several `v1` during a change of the secret. */
export const SIGNATURE_HEADER = "simulator-signature";
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** HMAC-SHA-256 over the time, a full stop and the raw body, in lower-case hexadecimal. */
export function signatureOf(secret: string, unixSeconds: number, rawBody: string | Buffer): string {
  return createHmac("sha256", secret).update(`${unixSeconds}.`).update(rawBody).digest("hex");
}

export function signatureHeader(secret: string, unixSeconds: number, rawBody: string | Buffer): string {
  return `t=${unixSeconds},v1=${signatureOf(secret, unixSeconds, rawBody)}`;
}

/**
 * Null when the signature is valid, else why not. The signature is compared before the time is checked, and in constant
 * time, so that a forger learns nothing from either.
 */
export function signatureFault(
  secret: string,
  header: string | undefined,
  rawBody: Buffer,
  nowMs: number,
): "missing" | "malformed" | "forged" | "outside_tolerance" | null {
  if (header === undefined) return "missing";
  const parts = header.split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t="));
  const signatures = parts.filter((part) => part.startsWith("v1=")).map((part) => part.slice(3));
  const time = times[0]?.slice(2);
  // With two times a forger could choose which one is checked.
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time) || signatures.length === 0) {
    return "malformed";
  }
  const expected = signatureOf(secret, Number(time), rawBody);
  if (!signatures.some((signature) => sameSecret(signature, expected))) return "forged";
  const ageSeconds = Math.abs(nowMs / 1000 - Number(time));
  return ageSeconds > SIGNATURE_TOLERANCE_SECONDS ? "outside_tolerance" : null;
}
