import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import process from "node:process";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import manifest from "../package.json" with { type: "json" };
import type { Io, ProgramResult } from "./io.ts";
import { run } from "./run.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // A second Ctrl-C ends at once what does not heed the first.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
// `cauris events list | head -1`: the reader has what it wants.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const io: Io = {
  env: process.env,
  homeDir: homedir(),
  platform: process.platform,
  out: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
  askSecret: process.stdin.isTTY === true ? askSecret : null,
  readInput: async () => {
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
    return text;
  },
  nowMs: Date.now,
  sleep: (ms) =>
    new Promise((resolve) => {
      const { signal } = interruption;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end, { once: true });
      if (signal.aborted) end();
    }),
  randomBytes,
  fetch: globalThis.fetch,
  runProgram,
  interrupted: interruption.signal,
};

process.exitCode = await run(process.argv.slice(2), io, manifest.version);

/** Reads a line whose letters are not shown. */
function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve) => {
    const end = (line: string) => {
      process.stderr.write("\n");
      lines.close();
      resolve(line);
    };
    lines.once("line", end);
    // In raw mode Ctrl-C is a letter.
    lines.once("SIGINT", () => end(""));
  });
}

function runProgram(program: string, args: readonly string[], input?: string): Promise<ProgramResult | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    // There is no such program.
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve({ code: code ?? 1, stdout }));
    // It may end before it has read its input: its code says so.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}
