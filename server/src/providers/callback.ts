/** A callback as it came in: raw bytes, for the signature. Header names are lower case. */
export interface IncomingCallback {
  readonly method: "POST" | "PUT";
  /** The host and port that the provider called, as it wrote them. */
  readonly authority: string;
  /** Of the address, as it was sent: neither decoded nor cleaned. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
  readonly nowMs: number;
  /** The own id of the operation, where the address names one (capability `callbacks: "OPAQUE"`); else null. */
  readonly receivedOpaque: string | null;
}

/** A callback that holds names what to ask about; it is never believed on the outcome. */
export type CallbackVerdict =
  | {
      readonly kind: "accepted";
      /** Null when the message does not say: the id then leads to it. */
      readonly subject: "payment" | "refund" | "payout" | null;
      readonly names: { readonly by: "reference" | "own_id"; readonly value: string };
    }
  | { readonly kind: "refused"; readonly reason: string }
  /** It cannot be judged now, for its key could not be fetched: the provider is to send it again. */
  | { readonly kind: "unavailable"; readonly reason: string };
