import { type HmacScheme, hmacSignatureFault, hmacSignatureHeader } from "../hmac-signatures.ts";

/** `t=<unix seconds>,v1=<hex>`; several `v1` during a change of the secret. */
export const SIGNATURE_HEADER = "simulator-signature";
export const SIGNATURE_TOLERANCE_SECONDS = 300;

const scheme: HmacScheme = { separator: ".", toleranceSeconds: SIGNATURE_TOLERANCE_SECONDS };

/** HMAC-SHA-256 over the time, a full stop and the raw body. */
export function signatureHeader(secret: string, unixSeconds: number, rawBody: string | Buffer): string {
  return hmacSignatureHeader(scheme, secret, unixSeconds, rawBody);
}

/** Null when the signature is valid, else why not: `hmacSignatureFault` with the simulator's scheme. */
export function signatureFault(
  secret: string,
  header: string | undefined,
  rawBody: Buffer,
  nowMs: number,
): ReturnType<typeof hmacSignatureFault> {
  return hmacSignatureFault(scheme, secret, header, rawBody, nowMs);
}
