import type { Logger } from "../../src/kit/logger.ts";

/** A logger that writes nothing. */
export const quietLog: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => quietLog,
};

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger whose lines a test reads. */
export function createRecordingLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const make = (common: LogLine["fields"]): Logger => {
    const at =
      (level: LogLine["level"]) =>
      (event: string, fields: LogLine["fields"] = {}) => {
        lines.push({ level, event, fields: { ...common, ...fields } });
      };
    return {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      with: (fields) => make({ ...common, ...fields }),
    };
  };
  return { log: make({}), lines };
}
