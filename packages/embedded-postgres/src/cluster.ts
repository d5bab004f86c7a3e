import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { canEnter } from "./account.ts";
import { type Application, ownerNameOf } from "./application.ts";
import type { Binaries } from "./binaries.ts";
import { type Account, errorCode } from "./processes.ts";

const run = promisify(execFile);

/** The content of `postgres.json` in the data folder, readable by the application's account alone. */
export interface ClusterRecord {
  readonly password: string;
  readonly port: number;
  /** The folder owned by PostgreSQL's account: `data`, `server.log`, and a copy of the programs where one is needed. */
  readonly home: string;
  /**
   * Whether the cluster was completed once. If its folder is missing then, the data is lost and must not be replaced by
   * an empty cluster.
   */
  readonly made: boolean;
}

const recordFile = "postgres.json";
/** Where root keeps the cluster when PostgreSQL's account may not enter the data folder. */
const fallbackParent = ({ name }: Application): string => join("/var/lib", name);
/**
 * Below the range that systems assign to outgoing connections, so that none takes the port while PostgreSQL is down.
 */
const PORT_FIRST = 20_000;
const PORT_COUNT = 12_000;

/** Null when no cluster was made for this folder. Throws when another account owns the record. */
export async function readRecord(
  dataDir: string,
  { folderSetting }: Application,
): Promise<ClusterRecord | null> {
  let text: string;
  try {
    text = await readFile(join(dataDir, recordFile), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw new Error(
      `${join(dataDir, recordFile)} cannot be read (${errorCode(error)}): the data folder belongs to another account. ` +
        `Start the application with that account, or give it another folder with ${folderSetting}.`,
      { cause: error },
    );
  }
  return JSON.parse(text) as ClusterRecord;
}

export async function writeRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  const path = join(dataDir, recordFile);
  await writeFile(`${path}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * A record for a cluster that does not exist yet: a fresh password, a free port, and a folder that `account` can enter.
 */
export async function draftRecord(
  dataDir: string,
  account: Account | null,
  application: Application,
): Promise<ClusterRecord> {
  const home = (await canEnter(dataDir, account))
    ? join(dataDir, "postgres")
    : join(fallbackParent(application), randomBytes(8).toString("hex"));
  return { password: randomBytes(24).toString("base64url"), port: await freePort(), home, made: false };
}

/** Makes the folder of PostgreSQL's account when it is missing. No other account can read it. */
export async function makeHome(
  home: string,
  account: Account | null,
  application: Application,
): Promise<void> {
  const parent = fallbackParent(application);
  const { folderSetting } = application;
  if ((await stat(home).catch(() => null)) === null) {
    try {
      // Only our own fallback parent is made here: the data folder exists already.
      if (dirname(home) === parent) await mkdir(parent, { recursive: true, mode: 0o755 });
      await mkdir(home, { mode: 0o700 });
      if (account !== null) await chown(home, account.uid, account.gid);
    } catch (cause) {
      throw new Error(
        `The database's folder ${home} cannot be made (${errorCode(cause)}). PostgreSQL does not run as root, so its ` +
          `files need a folder that another account may enter: choose one with ${folderSetting}.`,
        { cause },
      );
    }
  }
  if (!(await canEnter(home, account))) {
    throw new Error(
      `PostgreSQL's account${account === null ? "" : ` (user id ${account.uid})`} may not enter ${home}. Choose a data ` +
        `folder with ${folderSetting} that lies where every account may enter.`,
    );
  }
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORT_FIRST + (randomBytes(4).readUInt32BE() % PORT_COUNT);
    if (await isPortFree(port)) return port;
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/**
 * Makes the cluster in `home/data` unless it exists: UTF-8 whatever the environment's language, a collation built into
 * PostgreSQL (the same order on every machine), checksums on every page. It is made under another name and renamed when
 * complete, so that a process killed meanwhile leaves nothing that looks like a cluster.
 */
export async function ensureCluster(options: {
  readonly home: string;
  readonly password: string;
  readonly account: Account | null;
  readonly binaries: Binaries;
  readonly isNew: boolean;
  readonly application: Application;
}): Promise<string> {
  const { home, password, account, binaries, isNew, application } = options;
  const folder = join(home, "data");
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => null);
  if (version !== null) {
    if (Number(version) === binaries.majorVersion) return folder;
    throw new Error(
      `${folder} was made by PostgreSQL ${version.trim()}, and this release brings ${binaries.majorVersion}. ` +
        "Copy its databases over with the programs of both versions, or go back to the release that made it.",
    );
  }
  if (!isNew) {
    throw new Error(
      `The database's files are missing: ${folder} was made by an earlier start and is gone. Restore it from a backup, ` +
        `or remove ${recordFile} from the data folder to begin with an empty database.`,
    );
  }
  const half = join(home, "data.new");
  const passwordFile = join(home, "password.new");
  await rm(half, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (account !== null) await chown(passwordFile, account.uid, account.gid);
  try {
    await run(
      join(binaries.folder, "initdb"),
      [
        [
          "-D",
          half,
          "-U",
          ownerNameOf(application),
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--data-checksums",
        ],
        ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ].flat(),
      { cwd: "/", env: { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" }, ...account },
    );
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`PostgreSQL could not make its data folder ${folder}: ${said}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(half, folder);
  return folder;
}
