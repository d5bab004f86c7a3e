import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { startEmbeddedPostgres } from "../../src/db/embedded.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createDatabase } from "../../src/db/pool.ts";
import {
  appRole,
  appUrlOf,
  asAppRoleUrl,
  migrationsTable,
  reportRole,
  scramVerifier,
} from "../../src/db/roles.ts";
import {
  appendOnlyTables,
  keptTables,
  ownersTables,
  readViews,
  reportTables,
  rowRights,
} from "../../src/db/table-rights.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { FIRST_GUARD_ID } from "../../src/kit/guard-id.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { createRecordingLog, quietLog } from "../harness/log.ts";

const DENIED = { code: "42501" };

describe("the service's role", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.owner.query({ text: "create table made_later (id int)" });
  });
  afterAll(() => database.drop());

  test.each(appendOnlyTables)(
    "may add to %s and read it, and cannot change, remove or empty it",
    async (table) => {
      const { db } = database;
      await db.query({ text: `select * from ${table} limit 1` });
      const [column] = await db.query<{ name: string }>({
        text: "select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1",
        values: [table],
      });
      const change = `update ${table} set ${column?.name} = ${column?.name}`;
      await expect(db.query({ text: change })).rejects.toMatchObject(DENIED);
      await expect(db.query({ text: `delete from ${table}` })).rejects.toMatchObject(DENIED);
      await expect(db.query({ text: `truncate ${table}` })).rejects.toMatchObject(DENIED);
      const rights =
        "has_table_privilege($1, 'insert') as add, has_any_column_privilege($1, 'update') as change";
      await expect(db.query({ text: `select ${rights}`, values: [table] })).resolves.toEqual([
        { add: true, change: false },
      ]);
    },
  );

  test.each(keptTables)("may change %s, and cannot remove a row of it", async (table) => {
    const { db } = database;
    await expect(db.query({ text: `delete from ${table}` })).rejects.toMatchObject(DENIED);
    const rights = { text: `select has_table_privilege($1, 'update') as may`, values: [table] };
    await expect(db.query(rights)).resolves.toEqual([{ may: true }]);
  });

  test("every table has its decision: a new one has to be entered in table-rights.ts", async () => {
    const tables = await database.owner.query<{ name: string }>({
      text: "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    });
    const names = tables.map(({ name }) => name).filter((name) => name !== "made_later");
    expect(names.toSorted()).toEqual([...Object.keys(rowRights), migrationsTable].toSorted());
    const books = names.filter((name) =>
      /^(?:ledger_(?!corrections|detachments)|audit_log|events)/.test(name),
    );
    expect(appendOnlyTables).toEqual(expect.arrayContaining(books));
    expect(books.length).toBeGreaterThanOrEqual(4);
  });

  test("writes rows in the other tables, those of later migrations too", async () => {
    await database.db.query({ text: "insert into made_later values (1)" });
    await database.db.query({ text: "update made_later set id = 2" });
    await database.db.query({ text: "delete from made_later" });
  });

  test.each([
    "create table mine (id int)",
    "create temporary table mine (id int)",
    "create schema mine",
    "create view mine as select 1",
    "create function mine() returns int language sql return 1",
    "alter table merchants add column more int",
    "drop table merchants",
    "create index on merchants (tenant_id)",
    "truncate merchants",
    "create role another",
    "alter role cauris_app superuser",
    "grant update on ledger_transfers to cauris_app",
    "update schema_migrations set checksum = ''",
    "delete from schema_migrations",
    "set role cauris_owner",
    "copy merchants to '/tmp/rows'",
    "copy merchants from program 'id'",
    "select pg_read_file('/etc/passwd')",
    "select rolpassword from pg_authid",
  ])("cannot: %s", async (text) => {
    const error = await database.db.query({ text }).catch((caught: unknown) => caught);
    // For some objects PostgreSQL only warns about a grant without the right to grant: then nothing changed.
    if (!text.startsWith("grant")) expect(error).toMatchObject(DENIED);
    const [row] = await database.owner.query({
      text: "select has_table_privilege('cauris_app', 'ledger_transfers', 'update') as may",
    });
    expect(row).toEqual({ may: false });
  });
});

test.each([...readViews, ...ownersTables])("the service writes nothing in %s", async (view) => {
  const database = await createTestDatabase();
  const [row] = await database.owner.query({
    text: `select has_table_privilege($1, $2, 'insert') or has_table_privilege($1, $2, 'update')
             or has_table_privilege($1, $2, 'delete') as may`,
    values: [appRole, view],
  });
  await database.drop();
  expect(row).toEqual({ may: false });
});

describe("the role for reports", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** As a member of the role. */
  const asReporter = (text: string) =>
    database.owner.transaction(async (tx) => {
      await tx.query({ text: `set local role ${reportRole}` });
      return tx.query({ text });
    });
  const columnsOf = (table: string) =>
    database.owner.query<{ name: string; isBytes: boolean; may: boolean }>({
      text: `select attname as name, atttypid = 'bytea'::regtype as "isBytes",
               has_column_privilege($2, attrelid, attnum, 'select') as may
               from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      values: [table, reportRole],
    });

  test.each(reportTables)("reads %s, but nothing that is sealed or hashed", async (table) => {
    const columns = await columnsOf(table);
    expect(columns.filter(({ may, isBytes }) => may === isBytes)).toEqual([]);
    const readable = columns.filter(({ may }) => may).map(({ name }) => `"${name}"`);
    await expect(asReporter(`select ${readable.join(", ")} from ${table}`)).resolves.toEqual([]);
  });

  test("reads no other table, and changes none", async () => {
    const tables = await database.owner.query<{ name: string; reads: boolean; writes: boolean }>({
      text: `select oid::regclass::text as name, has_any_column_privilege($1, oid, 'select') as reads,
               has_any_column_privilege($1, oid, 'insert, update') or has_table_privilege($1, oid, 'delete, truncate')
                 as writes
               from pg_class where relnamespace::regnamespace::text in ('public', 'simulator') and relkind in ('r', 'p', 'v')`,
      values: [reportRole],
    });
    expect(
      tables
        .filter(({ reads }) => reads)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...reportTables].toSorted());
    expect(tables.filter(({ writes }) => writes)).toEqual([]);
  });

  test.each([
    "select * from operators",
    "select secret from webhook_endpoints",
    "select payer from charges",
    "select * from charges",
    "insert into tenants values (gen_random_uuid(), 'x', now())",
    "update wallets set available = 0",
    "create table mine (id int)",
  ])("cannot: %s", async (text) => {
    await expect(asReporter(text)).rejects.toMatchObject(DENIED);
  });

  test("counts sessions, not the rows that guard payments without one", async () => {
    const [row] = await database.owner.query<{ definition: string }>({
      text: "select pg_get_viewdef('merchant_sessions') as definition",
    });
    expect(row?.definition).toContain(`id < '${FIRST_GUARD_ID}'`);
    await expect(asReporter("select id from checkout_sessions")).rejects.toMatchObject(DENIED);
  });

  test("nobody logs in as it", async () => {
    await expect(
      database.owner.query({
        text: "select rolcanlogin or rolsuper or rolcreaterole as powerful from pg_roles where rolname = $1",
        values: [reportRole],
      }),
    ).resolves.toEqual([{ powerful: false }]);
  });
});

/** An external database, whose role is not a superuser. */
describe("a PostgreSQL of the operator's", () => {
  let database: TestDatabase;
  const owners: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(async () => {
    await database.drop();
    const admin = adminOf(database);
    for (const name of owners) {
      await admin.query({ text: `drop role ${name}` });
    }
    await admin.close();
  });

  /** A role that owns a fresh database, with `rights`, and the address of both. */
  async function operatorWith(rights: string): Promise<{ url: string; drop(): Promise<void> }> {
    const name = `operator_${randomBytes(4).toString("hex")}`;
    const password = randomBytes(12).toString("hex");
    const { owner } = database;
    await owner.query({ text: `create role ${name} login ${rights} password '${scramVerifier(password)}'` });
    await owner.query({ text: `create database ${name} owner ${name} template template0` });
    owners.push(name);
    const url = new URL(database.ownerUrl);
    url.username = name;
    url.password = password;
    url.pathname = `/${name}`;
    return {
      url: url.href,
      drop: async () => {
        await owner.query({ text: `drop database ${name} with (force)` });
      },
    };
  }

  async function roleAt(url: string): Promise<unknown> {
    const db = createDatabase({ url, max: 1, applicationName: "test", log: quietLog });
    try {
      await expect(db.query({ text: "delete from ledger_transfers" })).rejects.toMatchObject(DENIED);
      return (await db.query({ text: "select current_user::text as role, session_user::text as login" }))[0];
    } finally {
      await db.close();
    }
  }

  test("without the right to make roles: the service works in sessions that switch, and the log says so", async () => {
    const { url, drop } = await operatorWith("");
    const name = new URL(url).username;
    await database.owner.query({ text: `grant ${appRole} to ${name}` });
    const { log, lines } = createRecordingLog();
    const { appUrl } = await migrate({ ownerUrl: url, clock: systemClock, log });
    expect(appUrl).toBe(asAppRoleUrl(url));
    expect(await roleAt(appUrl)).toEqual({ role: appRole, login: name });
    expect(lines.map(({ event }) => event)).toContain("database.role.switched");
    await database.owner.query({ text: `revoke ${appRole} from ${name}` });
    await drop();
  });

  test("whose role may neither make nor enter the service's role gets the sentence for its administrator", async () => {
    const { url, drop } = await operatorWith("");
    const start = migrate({ ownerUrl: url, clock: systemClock, log: quietLog });
    await expect(start).rejects.toThrow(`grant ${appRole} to`);
    await drop();
  });

  test("with an encoding that cannot hold every name is refused", async () => {
    const name = `latin_${randomBytes(4).toString("hex")}`;
    await database.owner.query({
      text: `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    });
    const url = new URL(database.ownerUrl);
    url.pathname = `/${name}`;
    const start = migrate({ ownerUrl: url.href, clock: systemClock, log: quietLog });
    await expect(start).rejects.toThrow("encoding is LATIN1");
    await database.owner.query({ text: `drop database ${name} with (force)` });
  });
});

test("on a cluster of its own the operator's role makes the service's role, and four starters agree", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cauris-operator-"));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog, settings: { fsync: "off" } });
  const admin = createDatabase({
    url: postgres.ownerUrl("postgres"),
    max: 1,
    applicationName: "test",
    log: quietLog,
  });
  try {
    await admin.query({
      text: `create role operator login createrole password '${scramVerifier("pass word/@")}'`,
    });
    await admin.query({ text: "create database payments owner operator" });
    const url = new URL(postgres.ownerUrl("payments"));
    url.username = "operator";
    url.password = encodeURIComponent("pass word/@");
    const start = () => migrate({ ownerUrl: url.href, clock: systemClock, log: quietLog });
    const results = await Promise.all([start(), start(), start(), start()]);
    expect(new Set(results.map(({ appUrl }) => appUrl))).toEqual(new Set([appUrlOf(url.href)]));
    const db = createDatabase({ url: appUrlOf(url.href), max: 1, applicationName: "test", log: quietLog });
    const [row] = await db.query({ text: "select current_user::text as role, session_user::text as login" });
    expect(row).toEqual({ role: appRole, login: appRole });
    await expect(db.query({ text: "delete from ledger_transfers" })).rejects.toMatchObject(DENIED);
    await expect(db.query({ text: "create table mine (id int)" })).rejects.toMatchObject(DENIED);
    await db.close();
  } finally {
    await admin.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe("addresses", () => {
  test("the service's password follows from the owner's, and is another for another owner", () => {
    const one = appUrlOf("postgres://boss:secret@db.example:5432/cauris?sslmode=require");
    expect(one).toMatch(/^postgres:\/\/cauris_app:[\w-]{43}@db\.example:5432\/cauris\?sslmode=require$/);
    expect(appUrlOf("postgres://boss:secret@db.example:5432/other")).toContain(new URL(one).password);
    expect(appUrlOf("postgres://boss:Secret@db.example:5432/cauris")).not.toContain(new URL(one).password);
    expect(appUrlOf("postgres://head:secret@db.example:5432/cauris")).not.toContain(new URL(one).password);
    expect(one).not.toContain("secret");
  });

  test("an address over a socket keeps its form", () => {
    const url = new URL(appUrlOf("postgres:///cauris?host=/run/postgresql&user=boss&password=secret"));
    expect(url.searchParams.get("host")).toBe("/run/postgresql");
    expect(url.searchParams.get("user")).toBe(appRole);
    expect(url.searchParams.get("password")).toHaveLength(43);
  });

  test("without a password there is nothing to derive from", () => {
    expect(() => appUrlOf("postgres://boss@db.example/cauris")).toThrow("no password");
  });
});

function adminOf(database: TestDatabase): Database {
  const url = new URL(database.ownerUrl);
  url.pathname = "/postgres";
  return createDatabase({ url: url.href, max: 1, applicationName: "test admin", log: quietLog });
}
