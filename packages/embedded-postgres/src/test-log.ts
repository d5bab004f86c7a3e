import type { Log } from "./log.ts";

export interface LogLine {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that keeps its lines. */
export function createRecordingLog(): { readonly log: Log; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (event: string, fields: LogLine["fields"] = {}): void => {
    lines.push({ event, fields });
  };
  return { log: { info: write, warn: write, error: write }, lines };
}
