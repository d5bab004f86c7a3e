/** A span's place: its trace and itself, in lower-case hexadecimal, 32 and 16 digits. */
export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
  /** Null: it is the root of its trace. */
  readonly parentSpanId: string | null;
}

/** Something that has ended. Its attributes hold no phone, name, key, session, body or query. */
export interface Span extends SpanIds {
  readonly name: string;
  readonly kind: "server" | "client" | "internal";
  /** Epoch milliseconds. */
  readonly startMs: number;
  /** Epoch milliseconds; never before the start. */
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isError: boolean;
  /** Its whole trace is exported, whatever the share. */
  readonly keepsTrace: boolean;
  /** A span of another trace that belongs to the same work. */
  readonly link: { readonly traceId: string; readonly spanId: string } | null;
}
