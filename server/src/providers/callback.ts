/** A received callback: raw bytes, for the signature. Header names are lower case. */
export interface IncomingCallback {
  readonly method: "POST" | "PUT";
  /** The host and port that the provider called, as received. */
  readonly authority: string;
  /** As received: neither decoded nor normalized. */
  readonly path: string;
  /** Including its question mark; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  readonly nowMs: number;
  /** The own id of the operation, if the address contains one (capability `callbacks: "OPAQUE"`); else null. */
  readonly receivedOpaque: string | null;
}

/** An accepted callback names what to query; its outcome is never trusted. */
export type CallbackVerdict =
  | {
      readonly kind: "accepted";
      /** Null when the message does not say it: then the id leads to it. */
      readonly subject: "payment" | "refund" | "payout" | null;
      readonly names: { readonly by: "reference" | "own_id"; readonly value: string };
      /**
       * A value of the payment's handle that the provider repeats in each message. The callback is refused when the payment
       * has another one.
       */
      readonly secret?: { readonly handleField: string; readonly value: string };
    }
  | { readonly kind: "refused"; readonly reason: string }
  /** Verified, and about something that is none of our operations: answered like an accepted one, so that it ends. */
  | { readonly kind: "not_ours"; readonly reason: string }
  /** It cannot be verified now, because its key could not be fetched: the provider must send it again. */
  | { readonly kind: "unavailable"; readonly reason: string };
