import { threadId } from "node:worker_threads";
import pino, { type DestinationStream } from "pino";
import type { Logger } from "../kit/logger.ts";
import { redactFields } from "./redact.ts";
import { openStandardOutput } from "./standard-output.ts";

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ["auto", "json", "text"] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** `auto`: text on a terminal, JSON otherwise. */
  readonly format: LogFormat;
  /** Where lines go. When absent: standard output, which never waits for its reader. */
  readonly destination?: DestinationStream;
}

/** One JSON object (or one readable line) per event, with secrets and payers' details removed. */
export function createLogger({ level, format, destination }: LoggerOptions): Logger {
  const isText = format === "text" || (format === "auto" && process.stdout.isTTY === true);
  const inFormat = isText ? readableLine : (line: string) => line;
  const sink = destination ?? openStandardOutput((count) => inFormat(droppedLine(count)));
  const base = pino(
    {
      level,
      base: null,
      messageKey: "event",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    isText ? { write: (line) => sink.write(readableLine(line)) } : sink,
  );
  return wrap(base);
}

/** The line that replaces lines which the reader did not take in time, at any level. */
function droppedLine(lines: number): string {
  const { pid } = process;
  const line = { level: "warn", time: new Date().toISOString(), pid, threadId, lines, event: "log.dropped" };
  return `${JSON.stringify(line)}\n`;
}

function wrap(base: pino.Logger): Logger {
  const at =
    (level: "debug" | "info" | "warn" | "error"): Logger["info"] =>
    (event, fields) => {
      // Lines below the level cost nothing.
      if (base.isLevelEnabled(level)) base[level](fields === undefined ? {} : redactFields(fields), event);
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (fields) => wrap(base.child(redactFields(fields))),
  };
}

/** `10:15:30.120 info  http.request method=GET status=200`, followed by the stack of an error. */
function readableLine(json: string): string {
  const { time, level, event, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const stacks: string[] = [];
  const words = Object.entries(fields).map(([name, value]) => {
    const stack = (value as { stack?: unknown } | null)?.stack;
    if (typeof stack !== "string")
      return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
    stacks.push(stack);
    return "";
  });
  const head = `${String(time).slice(11, 23)} ${String(level).padEnd(5)} ${String(event)}`;
  return `${[head, ...words.filter((word) => word !== "")].join(" ")}\n${stacks.map((stack) => `${stack}\n`).join("")}`;
}
