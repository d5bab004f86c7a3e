import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Random } from "../../kit/random.ts";
import { Secret } from "../../kit/secret.ts";

/** Standard Webhooks 1.0: https://www.standardwebhooks.com. */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A fresh signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(random: Random): Secret<string> {
  return new Secret(`${SECRET_PREFIX}${random.bytes(SECRET_BYTES).toString("base64")}`);
}

export interface SignedMessage {
  /** The event's public id, the same on every attempt: receivers use it to drop duplicates. */
  readonly id: string;
  readonly sentAtMs: number;
  readonly body: string;
}

/** A secret in the form for signing, parsed once. It is never printed. */
export function signingKey(secret: Secret<string>): KeyObject {
  return createSecretKey(Buffer.from(secret.reveal().slice(SECRET_PREFIX.length), "base64"));
}

export interface SignatureHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/**
 * The three headers of a delivery. One signature per secret, newest first: while a rotation overlaps, a receiver may
 * use either.
 */
export function signatureHeaders(
  keys: readonly KeyObject[],
  { id, sentAtMs, body }: SignedMessage,
): SignatureHeaders {
  const timestamp = Math.floor(sentAtMs / 1000).toString();
  const signatures = keys.map(
    (key) => `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
