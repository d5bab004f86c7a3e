import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "../server/src/db/migrate.ts";
import { systemClock } from "../server/src/kit/clock.ts";
import { createLogger } from "../server/src/log/logger.ts";
import { cpuSecondsOfTree } from "./cpu.ts";

/**
 * The baseline: PostgreSQL's own benchmark writing the same rows on the same server, without HTTP, validation or
 * anything else that a service does.
 */
export interface Baseline {
  /** Payments a second of `script` with this many clients, and PostgreSQL's CPU microseconds for each. */
  run(
    script: "naive" | "call" | "select",
    options: { readonly clients: number; readonly seconds: number; readonly merchants: number },
  ): Promise<BaselineResult>;
}

export interface BaselineResult {
  readonly perSecond: number;
  readonly latencyMs: number;
  readonly postgresMicros: number;
}

const sqlFolder = fileURLToPath(new URL("../../bench/sql/", import.meta.url));
/** Placeholder for any wallet, account, endpoint and session. */
export const nobody = "00000000-0000-7000-8000-000000000000";

/** Where a distribution installs the program, newest first; null when it is not installed. */
export function findPgbench(): string | null {
  const versions = "/usr/lib/postgresql";
  const folders = [
    ...(existsSync(versions)
      ? readdirSync(versions)
          .sort((left, right) => Number(right) - Number(left))
          .map((version) => join(versions, version, "bin"))
      : []),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((path) => existsSync(path)) ?? null;
}

/**
 * The rows that the scripts need in a database with the service's tables: merchants with a wallet each, all under one
 * id.
 */
export const baselineRowsSql = (merchantsMax: number): string => `
    insert into tenants (id, name, created_at) values ('${nobody}', 'bench', now());
    insert into merchants (id, tenant_id, status, legal_name, display_name, country_code, created_at, updated_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${nobody}', 'ACTIVE', 'M', 'M', 'CI', now(), now()
      from generate_series(1, ${merchantsMax}) n;
    insert into merchant_numbers (merchant_id, mode)
      select id, 'SANDBOX' from merchants order by id;
    insert into wallets (merchant_no, id, label, currency, created_at, updated_at)
      select merchant_no, '${nobody}', 'XOF', 'XOF', now(), now() from merchant_numbers;
  `;

/** Otherwise it would run during the measurement of the service, for minutes afterwards. */
const noAutovacuumSql = `
    do $$ declare name text; begin
      for name in select format('%I', relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop execute 'alter table ' || name || ' set (autovacuum_enabled = off)'; end loop;
    end $$`;

/** A separate database on the same server, with the service's tables and `merchantsMax` merchants. */
export async function openBaseline(
  pgbench: string,
  ownerUrl: string,
  postgresPid: number,
  merchantsMax: number,
): Promise<Baseline> {
  const log = createLogger({ level: "error", format: "json" });
  await migrate({ ownerUrl, clock: systemClock, log });
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(baselineRowsSql(merchantsMax));
  await client.query(await readFile(join(sqlFolder, "function.sql"), "utf8"));
  await client.query(noAutovacuumSql);
  await client.end();
  /** The rows of a run are cleaned up before the next measurement on this server. */
  const tidy = async (): Promise<void> => {
    const cleaner = new pg.Client({ connectionString: ownerUrl });
    await cleaner.connect();
    await cleaner.query("vacuum (analyze)");
    await cleaner.end();
  };
  const address = new URL(ownerUrl);
  return {
    run: async (script, { clients, seconds, merchants }) => {
      const before = await cpuSecondsOfTree(postgresPid);
      const output = await runPgbench(pgbench, address, [
        "--no-vacuum",
        "--protocol=prepared",
        `--client=${clients}`,
        "--jobs=1",
        `--time=${seconds}`,
        `--define=merchants=${merchants}`,
        `--define=wallet=${nobody}`,
        `--define=account=${nobody}`,
        `--define=endpoint=${nobody}`,
        `--define=session=${nobody}`,
        `--file=${join(sqlFolder, `${script}.sql`)}`,
      ]);
      const used = (await cpuSecondsOfTree(postgresPid)) - before;
      const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0);
      const count = Number(/actually processed: (\d+)/.exec(output)?.[1] ?? 0);
      await tidy();
      return {
        perSecond,
        latencyMs: Number(/latency average = ([\d.]+)/.exec(output)?.[1] ?? 0),
        postgresMicros: count === 0 ? 0 : Math.round((used * 1e6) / count),
      };
    },
  };
}

function runPgbench(pgbench: string, address: URL, args: readonly string[]): Promise<string> {
  const child = spawn(
    pgbench,
    [
      ...args,
      "--host",
      address.hostname,
      "--port",
      address.port,
      "--username",
      decodeURIComponent(address.username),
      address.pathname.slice(1),
    ],
    {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(address.password) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`pgbench ended with ${code}: ${complaint.slice(-2_000)}`)),
    );
  });
}
