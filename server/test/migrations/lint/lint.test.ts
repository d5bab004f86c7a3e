import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "libpg-query";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MigrationWay, migrationsFolder, readMigrations } from "../../../src/db/migration-files.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/database.ts";
import { hotTables } from "./hot-tables.ts";
import { judgeMigrations } from "./judge.ts";

/** Files before this number landed before the rule; they never change. */
const FIRST_JUDGED = "0096";
const root = join(migrationsFolder(), "../../../..");

test("no migration makes payers wait", async () => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const files = (await readMigrations(migrationsFolder())).filter(({ name }) => name > FIRST_JUDGED);
  expect(await judgeMigrations(files, hotTables, version)).toEqual([]);
});

/** What is wrong with these statements, each in a file of its own, in this order. */
async function judge(...texts: readonly (string | { readonly way: MigrationWay; readonly sql: string })[]) {
  const files = texts.map((text, at) => ({
    name: String(at + 1),
    ...(typeof text === "string" ? { way: "transaction" as const, sql: text } : text),
  }));
  return judgeMigrations(files, hotTables, "1.4.0");
}
const alone = (sql: string) => ({ way: "alone" as const, sql });
const rounds = (sql: string) => ({ way: "rounds" as const, sql });

describe("forms that stop payers on a hot table are refused", () => {
  test.each([
    ["create index i on charges (id)", "makes an index on charges"],
    ["create unique index i on simulator.operations (id)", "makes an index on simulator.operations"],
    ["drop index charges_failure", "drops an index"],
    ["alter table charges alter amount type numeric", "writes all of charges anew"],
    ["alter table charges alter provider set not null", "set not null reads all of charges"],
    ["alter table charges add c uuid default gen_random_uuid()", "worked out for each row"],
    ["alter table charges add c timestamptz default clock_timestamp()", "worked out for each row"],
    [
      "alter table charges add c bigint generated always as (amount * 2) stored",
      "filled while nobody may read",
    ],
    ["alter table charges add c bigint generated always as identity", "filled while nobody may read"],
    ["alter table charges add c uuid references merchants (id)", "comes with a constraint"],
    ["alter table charges add c int check (c > 0)", "comes with a constraint"],
    ["alter table charges add c int unique", "comes with a constraint"],
    ["alter table charges add constraint k check (amount > 1)", "reads all rows: not valid"],
    ["alter table charges add foreign key (wallet_id) references wallets (id)", "reads all rows: not valid"],
    ["alter table charges add constraint k unique (id)", "makes an index on charges"],
    ["alter table charges add primary key (id)", "makes an index on charges"],
    ["alter table charges add exclude (id with =)", "no list of safe forms"],
    ["alter table charges validate constraint k", "in a file outside of one"],
    ["alter table charges set unlogged", "no list of safe forms"],
    ["alter table charges set tablespace t", "no list of safe forms"],
    ["alter table payment_steps attach partition p for values from (1) to (2)", "no list of safe forms"],
    ["alter table payment_steps detach partition p", "no list of safe forms"],
    ["update charges set metadata = '{}'", "changes rows of charges in one transaction"],
    ["delete from events where id is null", "changes rows of events"],
    ["insert into events select * from events", "changes rows of events"],
    ["lock table charges", "no list of safe forms"],
    ["truncate charges", "no list of safe forms"],
    ["cluster charges using charges_pkey", "no list of safe forms"],
    ["do $$ begin update charges set metadata = '{}'; end $$", "no list of safe forms"],
    ["create trigger t before insert on charges for each row execute function f()", "no list of safe forms"],
    ["set local lock_timeout = '2s'", "sets lock_timeout"],
    ["alter table charges rename description to text", "renames"],
    ["alter table charges rename to payments", "renames"],
    [
      "alter table charges add a int; alter table events add b int",
      "locks charges and events in one transaction",
    ],
  ])("%s", async (sql, problem) => {
    expect((await judge(sql)).join("\n")).toContain(problem);
  });
});

describe("forms that lock for an instant or not at all pass", () => {
  test.each([
    "alter table charges add note text",
    "alter table charges add note text not null default 'none', add seen boolean default false, add n int default -1",
    "alter table charges alter note set default 'x', alter note drop not null, drop constraint charges_amount_check",
    "alter table charges add constraint k check (amount > 1) not valid",
    "alter table charges add constraint k foreign key (wallet_id) references wallets (id) not valid",
    "alter table charges add constraint k unique using index i",
    "alter table charges set (fillfactor = 70); alter table events set (autovacuum_vacuum_scale_factor = 0.01)",
    "alter index charges_link rename to charges_by_link",
    "create table notes_of_charges (id uuid primary key); create index i on notes_of_charges (id)",
    "create index i on notes (id); update notes set text = ''; alter table notes alter text set not null",
    "create view v as select 1; comment on table charges is 'x'; grant select on charges to r",
    "create function f() returns void language plpgsql as $$ begin lock table charges; end $$",
  ])("%s", async (sql) => {
    expect(await judge(sql)).toEqual([]);
  });

  test("set not null, once an earlier file has proved it", async () => {
    const add = "alter table charges add constraint has_provider check (provider is not null) not valid";
    const validate = alone("alter table charges validate constraint has_provider");
    const set = "alter table charges alter provider set not null";
    expect(await judge(add, validate, set)).toEqual([]);
    expect(await judge(add, set)).toHaveLength(1);
    expect(await judge(add, validate, "alter table charges alter provider_code set not null")).toHaveLength(
      1,
    );
  });
});

describe("what the release before uses is dropped one release later", () => {
  test.each(["alter table notes drop column text", "drop table notes", "drop view merchant_sessions"])(
    "%s",
    async (sql) => {
      expect((await judge(sql)).join()).toContain('without the line "-- unused since');
      expect((await judge(`-- unused since 1.4.0\n${sql}`)).join()).toContain("one release later");
      expect((await judge(`-- unused since 1.10.0\n${sql}`)).join()).toContain("one release later");
      expect(await judge(`-- unused since 1.3.9\n${sql}`)).toEqual([]);
    },
  );
});

describe("statements outside a transaction", () => {
  test.each([
    "create index concurrently if not exists i on charges (id)",
    "create unique index concurrently if not exists i on charges (id)",
    "drop index concurrently if exists charges_failure",
    "alter table charges validate constraint k",
  ])("%s passes", async (sql) => {
    expect(await judge(alone(sql))).toEqual([]);
  });
  test.each([
    "create index if not exists i on charges (id)",
    "create index concurrently i on charges (id)",
    "drop index if exists charges_failure",
    "drop index concurrently charges_failure",
    "drop table if exists notes",
    "alter table charges add c int",
    "alter table charges validate constraint k, add c int",
    "alter table charges validate constraint k; alter table charges validate constraint l",
    "update charges set metadata = '{}'",
    "select 1",
  ])("%s is refused", async (sql) => {
    expect(await judge(alone(sql))).toHaveLength(1);
  });
});

describe("statements in rounds", () => {
  const pages = "ctid >= $1 and ctid < $2";
  test.each([
    `update charges set description = reference where description is null and ${pages}`,
    `delete from events where created_at < '2020-01-01' and ${pages}`,
  ])("%s passes", async (sql) => {
    expect(await judge(rounds(sql))).toEqual([]);
  });
  test.each([
    "update charges set description = reference where description is null",
    `update charges set description = reference where ${pages}`,
    `update charges set description = reference where description is null or (${pages})`,
    "update charges set description = reference where description is null and ctid >= $1",
    "update charges set description = reference where description is null and ctid >= $1 and ctid < $1",
    `update charges set description = reference where description is null and ${pages} returning 1`,
    `insert into events select * from events where sequence > 1 and ${pages}`,
    `delete from events where sequence > 1 and ${pages}; delete from events where sequence > 1 and ${pages}`,
  ])("%s is refused", async (sql) => {
    expect((await judge(rounds(sql))).length).toBeGreaterThan(0);
  });
});

describe("the list of hot tables", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("names tables that exist, each once", async () => {
    const rows = await database.owner.query<{ name: string }>({
      text: `select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name
               from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relkind in ('r', 'p') and n.nspname in ('public', 'simulator')`,
    });
    const existing = rows.map(({ name }) => name);
    expect(hotTables.filter((table) => !existing.includes(table))).toEqual([]);
    expect(new Set(hotTables).size).toBe(hotTables.length);
  });

  test("has every table that a statement of the batch writers names", async () => {
    const { stmts } = await parse(await readFile(join(root, "server/src/db/statements.sql"), "utf8"));
    const text = JSON.stringify(stmts);
    const own = [...text.matchAll(/"ctename":"(\w+)"/g)].map(([, name]) => name);
    const named = new Set([...text.matchAll(/"relname":"(\w+)"/g)].map(([, name = ""]) => name));
    const tables = [...named].filter((name) => !own.includes(name)).sort();
    expect(tables).toContain("charges");
    expect(tables.filter((table) => !hotTables.includes(table))).toEqual([]);
  });
});
