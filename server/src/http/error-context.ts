/** Where an error happened, for the log line. Never the URL itself: it can contain a session's token. */
export interface ErrorContext {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
}
