import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const OPEN_TIMEOUT_MS = 10_000;
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Whether there is a HAProxy on this machine, in HAPROXY or the usual places; or why not. */
export async function findHaproxy(): Promise<{ readonly program: string } | { readonly missing: string }> {
  const program = process.env.HAPROXY ?? "haproxy";
  const answer = await run(program, ["-v"], { env: environment }).catch(() => null);
  return answer === null
    ? { missing: "there is no HAProxy on this machine (package haproxy, or HAPROXY)" }
    : { program };
}

export interface TestHaproxy {
  /** Of its master, whose children do the work. */
  readonly pid: number;
  /** Takes another configuration over without a pause, as `systemctl reload haproxy` does. Rejects when HAProxy refuses it. */
  reload(config: string): Promise<void>;
  close(): Promise<void>;
}

/** A real HAProxy with this configuration, which listens on `port` of 127.0.0.1. Rejects with what it says when it does not start. */
export async function startHaproxy(program: string, config: string, port: number): Promise<TestHaproxy> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, config);
  const child: ChildProcess = spawn(program, ["-W", "-db", "-f", file], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += String(text)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const endsAt = performance.now() + OPEN_TIMEOUT_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > endsAt) {
      await close();
      throw new Error(`HAProxy did not start: ${said}`);
    }
    await sleep(50);
  }
  const reload = async (next: string): Promise<void> => {
    await writeFile(file, next);
    await run(program, ["-c", "-f", file], { env: environment });
    child.kill("SIGUSR2");
  };
  return { pid: child.pid ?? 0, reload, close };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
