import { createHmac } from "node:crypto";

const SECRET_BYTES = 32;

/** A secret for webhooks that this command line signs: `whsec_` and base64, like an endpoint's. */
export function newSecret(randomBytes: (count: number) => Uint8Array): string {
  return `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString("base64")}`;
}

/** The headers of a webhook (Standard Webhooks 1.0), as the service sends them. Pure. */
export function signatureHeaders(
  secret: string,
  { id, sentAtMs, body }: { readonly id: string; readonly sentAtMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(sentAtMs / 1_000).toString();
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
