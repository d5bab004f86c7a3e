import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, writeRecord } from "../../../packages/embedded-postgres/src/index.ts";
import { type EmbeddedPostgres, readRecord, startEmbeddedPostgres } from "../../src/db/embedded.ts";
import { quietLog } from "./log.ts";

const run = promisify(execFile);

/** A separate PostgreSQL for one test, set up as its operator would. */
export interface OwnPostgres {
  readonly postgres: EmbeddedPostgres;
  /** The cluster's folder. */
  readonly folder: string;
  readonly port: number;
  /** Stops it; its data stays. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A folder that PostgreSQL's account may enter. */
async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "cauris-postgres-"));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** `dataDir`: of a stopped one; a new one when absent. */
export async function startOwnPostgres(
  dataDir?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const place = dataDir ?? (await makeDataDir());
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: quietLog, settings });
  return {
    postgres,
    folder: join(postgres.storageFolder, "data"),
    port: Number(new URL(postgres.ownerUrl("postgres")).port),
    stop: () => postgres.stop(),
    remove: async () => {
      await postgres.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** A primary, and a standby that was copied from it and follows it. */
export async function startPair(
  database: string,
): Promise<{ readonly primary: OwnPostgres; readonly standby: OwnPostgres }> {
  const first = await startOwnPostgres();
  await first.postgres.ensureDatabase(database);
  await first.stop();
  const [from, to] = [join(first.postgres.storageFolder, ".."), await makeDataDir()];
  // With its owners: PostgreSQL's account may differ from ours.
  await run("cp", ["-a", `${from}/.`, to]);
  const record = await readRecord(to);
  if (record === null) throw new Error("the cluster was never completed");
  const home = join(to, "postgres");
  await writeRecord(to, { ...record, home, port: await freePort() });
  await writeOwned(join(home, "data"), "standby.signal", "");

  const primary = await startOwnPostgres(from);
  const { hostname, port, username, password } = new URL(primary.postgres.ownerUrl(database));
  const standby = await startOwnPostgres(to, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  });
  return { primary, standby };
}

/** Writes a file that belongs to PostgreSQL's account into its folder. */
export async function writeOwned(folder: string, name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name);
  const { uid, gid } = await stat(folder);
  await writeFile(path, content, { mode: 0o600 });
  await chown(path, uid, gid);
}
