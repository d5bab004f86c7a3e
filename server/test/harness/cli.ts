import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io, ProgramResult } from "../../../cli/src/io.ts";
import { run } from "../../../cli/src/run.ts";

/** The command line in this process, with its own settings folder. */
export interface TestCli {
  readonly configDir: string;
  /** Runs one command line. */
  call(line: string | readonly string[], changes?: CliChanges): Promise<CliResult>;
  /** Runs one until `stop`. */
  start(line: string, changes?: CliChanges): RunningCli;
  remove(): Promise<void>;
}

export interface CliChanges {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly isTerminal?: boolean;
  readonly platform?: NodeJS.Platform;
  /** Stands in for programs of the system; none is there when absent. */
  readonly runProgram?: (
    program: string,
    args: readonly string[],
    input?: string,
  ) => Promise<ProgramResult | null>;
}

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

export interface RunningCli {
  out(): string;
  notes(): string;
  /** Interrupts it, and waits for its end. */
  stop(): Promise<number>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number>;
}

/** A wait of the command line is so long at most, in real milliseconds: no test waits for seconds. */
const WAIT_MAX_MS = 20;

export async function openTestCli(nowMs: () => number): Promise<TestCli> {
  const configDir = await mkdtemp(join(tmpdir(), "cauris-cli-"));

  const start: TestCli["start"] = (line, changes) => begin(line, changes);
  const begin = (line: string | readonly string[], changes: CliChanges = {}): RunningCli => {
    const argv = typeof line === "string" ? line.split(" ") : line;
    const interruption = new AbortController();
    let out = "";
    let notes = "";
    const io: Io = {
      env: { CAURIS_CONFIG_DIR: configDir, ...changes.env },
      homeDir: configDir,
      platform: changes.platform ?? "linux",
      out: (text) => {
        out += `${text}\n`;
      },
      note: (text) => {
        notes += `${text}\n`;
      },
      isTerminal: changes.isTerminal === true,
      askSecret: null,
      readInput: async () => changes.input ?? "",
      nowMs,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, WAIT_MAX_MS))),
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      fetch: globalThis.fetch,
      runProgram: changes.runProgram ?? (async () => null),
      interrupted: interruption.signal,
    };
    const ended = run(argv, io, "0.0.0-test");
    return {
      out: () => out,
      notes: () => notes,
      ended,
      stop: () => {
        interruption.abort();
        return ended;
      },
    };
  };

  return {
    configDir,
    start,
    call: async (line, changes) => {
      const running = begin(line, changes);
      return { code: await running.ended, out: running.out(), notes: running.notes() };
    },
    remove: () => rm(configDir, { recursive: true }),
  };
}
