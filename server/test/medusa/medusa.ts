import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { CaurisOptions } from "../../../shops/medusa/src/options.ts";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");

/** The version of Medusa that the connector is tested against. */
const MEDUSA_VERSION = "2.21.2";

const START_TIMEOUT_MS = 180_000;

// Of `npm run`: the settings of this repository are not those of a shop.
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

export interface MedusaFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A shop's folder with Medusa and our packed provider in it, as a shop installs them. `MEDUSA_FOLDER` names one that is kept: Medusa is
 * installed there once.
 */
export async function installMedusa(): Promise<MedusaFolder> {
  const kept = process.env.MEDUSA_FOLDER;
  const path = kept ?? (await mkdtemp(join(tmpdir(), "cauris-medusa-")));
  const remove = async () => {
    if (kept === undefined) await rm(path, { recursive: true, force: true });
  };
  try {
    const npm = (cwd: string, ...args: readonly string[]) =>
      run("npm", args, { cwd, env: plainEnv, maxBuffer: 64 * 1024 * 1024 });
    if (!existsSync(join(path, "node_modules/@medusajs/medusa"))) {
      const dependencies = Object.fromEntries(
        ["medusa", "framework", "cli"].map((name) => [`@medusajs/${name}`, MEDUSA_VERSION]),
      );
      await writeFile(join(path, "package.json"), JSON.stringify({ private: true, dependencies }));
      await npm(path, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error");
    }
    const { stdout } = await npm(
      join(root, "shops/medusa"),
      ...["pack", "--json", "--silent", "--pack-destination", path],
    );
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as { filename: string }[];
    if (packed === undefined) throw new Error(`npm pack made no package: ${stdout}`);
    const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await npm(path, "install", ...options, join(path, packed.filename));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export interface Medusa {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export interface MedusaSettings {
  readonly folder: string;
  /** An empty database. */
  readonly databaseUrl: string;
  readonly port: number;
  readonly cauris: CaurisOptions;
  readonly admin: { readonly email: string; readonly password: string };
}

/** Makes Medusa's tables and its administrator, and starts it with our provider. */
export async function startMedusa({
  folder,
  databaseUrl,
  port,
  cauris,
  admin,
}: MedusaSettings): Promise<Medusa> {
  await writeFile(join(folder, "medusa-config.js"), configOf(cauris));
  const env = {
    ...plainEnv,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    MEDUSA_DISABLE_TELEMETRY: "true",
    NODE_ENV: "test",
  };
  const program = join(folder, "node_modules/@medusajs/cli/cli.js");
  const medusa = (...args: readonly string[]) =>
    run(process.execPath, [program, ...args], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  await medusa("db:migrate", "--execute-safe-links");
  await medusa("user", "--email", admin.email, "--password", admin.password);

  const child = spawn(process.execPath, [program, "start"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: the command starts the server as its child.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  const origin = `http://localhost:${port}`;
  const stop = () => end(child);
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(`${origin}/health`))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`Medusa did not start:\n${output}`);
    }
    await sleep(300);
  }
  return { origin, stop };
}

function configOf(cauris: CaurisOptions): string {
  const secrets = { jwtSecret: "of the test", cookieSecret: "of the test" };
  const config = {
    projectConfig: {
      http: { storeCors: "*", adminCors: "*", authCors: "*", ...secrets },
      databaseDriverOptions: { connection: { ssl: false } },
    },
    admin: { disable: true },
    modules: [
      {
        resolve: "@medusajs/medusa/payment",
        options: { providers: [{ resolve: "@cauris/medusa", id: "cauris", options: cauris }] },
      },
    ],
  };
  return `const { defineConfig } = require("@medusajs/framework/utils");
const config = ${JSON.stringify(config, null, 2)};
config.projectConfig.databaseUrl = process.env.DATABASE_URL;
module.exports = defineConfig(config);
`;
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
