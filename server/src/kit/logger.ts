/** Log events are names with fields: `log.warn("payout.transfer.skipped", { payoutId, reason })`. */
export interface Logger {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** A logger that adds `fields` to every line. */
  with(fields: Readonly<Record<string, unknown>>): Logger;
}
