import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keepOnCore } from "./cores.ts";
import type {
  LoadOrder,
  LoadReport,
  MerchantKey,
  SendOrder,
  SendReport,
  ServiceAnswer,
  ServiceOrder,
} from "./plan.ts";
import type { ReadOrder, WaitOrder } from "./read-plan.ts";
import type { SurgeOrder, SurgeReport } from "./surge-plan.ts";
import type { WaitReport } from "./waiters.ts";
import type { WorldOrder, WorldReport } from "./world.ts";

/** The other processes of a measurement. Each ends with its parent. */
export interface WorldProcess {
  readonly pid: number;
  readonly port: number;
  ask(order: WorldOrder): Promise<WorldReport>;
  stop(): Promise<void>;
}

export interface ServiceProcess {
  readonly pid: number;
  readonly port: number;
  readonly merchants: readonly MerchantKey[];
  ask(order: ServiceOrder): Promise<ServiceAnswer>;
  /** `kill -9`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorld(env: Readonly<Record<string, string>> = {}): Promise<WorldProcess> {
  const child = start("world", env);
  const { port } = await next<WorldReport>(child);
  return {
    pid: pidOf(child),
    port,
    ask: (order) => {
      child.send(order);
      return next<WorldReport>(child);
    },
    stop: () => end(child),
  };
}

export interface ProviderProcess {
  /** Of an account with it. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A provider's stand-in. */
export async function startProvider(name: string): Promise<ProviderProcess> {
  const child = start("provider", { PROVIDER: name });
  const { settings } = await next<Pick<ProviderProcess, "settings">>(child);
  return { settings, stop: () => end(child) };
}

export async function startService(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = start("server", env);
  const { port, merchants } = await next<{ port: number; merchants: readonly MerchantKey[] }>(child);
  return {
    pid: pidOf(child),
    port,
    merchants,
    ask: (order) => {
      child.send(order);
      return next<ServiceAnswer>(child);
    },
    kill: async () => {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
    },
    stop: () => end(child),
  };
}

/** Runs the load to its end, on one core if one is given. */
export async function runLoad(order: LoadOrder, core: number | null = null): Promise<LoadReport> {
  const child = start("load", {});
  if (core !== null && child.pid !== undefined) await keepOnCore(child.pid, core);
  child.send(order);
  return next<LoadReport>(child);
}

/** Runs the surge to its end, and looks up what was acknowledged. */
export function runSurge(order: SurgeOrder): Promise<SurgeReport> {
  const child = start("surge", {});
  child.send(order);
  return next<SurgeReport>(child);
}

/** Runs the bare sender to its end. */
export function runSender(order: SendOrder): Promise<SendReport> {
  const child = start("sender", {});
  child.send(order);
  return next<SendReport>(child);
}

/** Runs the reads to their end. */
export function runReads(order: ReadOrder): Promise<LoadReport> {
  const child = start("read-load", {});
  child.send(order);
  return next<LoadReport>(child);
}

export interface WaitersProcess {
  ask(order: WaitOrder): Promise<WaitReport>;
  stop(): Promise<void>;
}

export function startWaiters(): WaitersProcess {
  const child = start("waiters", {});
  return {
    ask: (order) => {
      child.send(order);
      return next<WaitReport>(child);
    },
    stop: () => end(child),
  };
}

function start(name: string, env: Readonly<Record<string, string>>): ChildProcess {
  return fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [], {
    env: { ...process.env, ...env },
    execArgv: ["--max-semi-space-size=64"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function next<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`a process ended with ${code} before it answered`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Message);
    });
  });
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("a process did not start");
  return pid;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.disconnect();
  await exited;
}
