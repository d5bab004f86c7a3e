import { createHmac } from "node:crypto";
import { sameSecret } from "../kit/secret.ts";

/** How a provider signs with a shared secret: HMAC-SHA-256 over the time, a separator and the raw body. */
export interface HmacScheme {
  /** Between the time and the body in the signed text; Wave has none. */
  readonly separator: string;
  /** How far its time may lie from now, in seconds, in either direction. */
  readonly toleranceSeconds: number;
}

/** In lower-case hexadecimal. */
function hmacSignature(
  { separator }: HmacScheme,
  secret: string,
  unixSeconds: number | string,
  rawBody: string | Buffer,
): string {
  return createHmac("sha256", secret).update(`${unixSeconds}${separator}`).update(rawBody).digest("hex");
}

/** `t=<unix seconds>,v1=<hex>`. */
export function hmacSignatureHeader(
  scheme: HmacScheme,
  secret: string,
  unixSeconds: number,
  rawBody: string | Buffer,
): string {
  return `t=${unixSeconds},v1=${hmacSignature(scheme, secret, unixSeconds, rawBody)}`;
}

/**
 * Null when the header `t=…,v1=…` is valid, else why not. Several `v1` are accepted, because a provider sends one for
 * each secret while it changes. The signature is compared before the time is checked, and in constant time, so that a
 * forger learns nothing from either.
 */
export function hmacSignatureFault(
  scheme: HmacScheme,
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
  const expected = hmacSignature(scheme, secret, time, rawBody);
  if (!signatures.some((signature) => sameSecret(signature, expected))) return "forged";
  const ageSeconds = Math.abs(nowMs / 1000 - Number(time));
  return ageSeconds > scheme.toleranceSeconds ? "outside_tolerance" : null;
}
