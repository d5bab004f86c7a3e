import type { OutgoingCallback } from "../../../stand-ins/callbacks.ts";
import { hmacSignatureHeader } from "../../hmac-signatures.ts";
import { SIGNATURE_HEADER, stripeScheme } from "../callbacks.ts";
import { API_VERSION } from "../client.ts";

/** An event of Stripe's, signed now. `v0` is what Stripe adds for test events; it proves nothing. */
export function signedEvent(event: {
  readonly id: string;
  readonly type: string;
  readonly object: { readonly livemode: boolean };
  readonly secret: string;
  readonly url: string | null;
  readonly nowMs: number;
}): OutgoingCallback {
  const { id, type, object, secret, url, nowMs } = event;
  const created = Math.floor(nowMs / 1_000);
  const body = JSON.stringify({
    id,
    object: "event",
    api_version: API_VERSION,
    created,
    livemode: object.livemode,
    type,
    data: { object },
  });
  const signature = hmacSignatureHeader(stripeScheme, secret, created, body);
  return {
    url,
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: `${signature},v0=${"0".repeat(64)}`,
    },
    body,
  };
}
