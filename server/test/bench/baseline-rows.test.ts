import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baselineRowsSql, nobody } from "../../../bench/baseline.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";

/**
 * The benchmark compares a payment of the service with scripts for pgbench. That is valid only as long as both write
 * the same rows: a migration that the scripts do not follow must fail here.
 */
let service: TestApp;
let database: TestDatabase;
let yardstick: pg.Client;
beforeAll(async () => {
  [service, database] = await Promise.all([startTestApp(), createTestDatabase()]);
  yardstick = new pg.Client({ connectionString: database.ownerUrl });
  await yardstick.connect();
  await yardstick.query(baselineRowsSql(1));
  await yardstick.query(await script("function"));
});
afterAll(async () => {
  await yardstick.end();
  await Promise.all([service.stop(), database.drop()]);
});

const script = (name: string): Promise<string> =>
  readFile(resolve(import.meta.dirname, "../../../bench/sql", `${name}.sql`), "utf8");

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

/** Rows added to each table by `work`; tables with updates in place only are not named. */
async function rowsAddedBy(ask: Ask, work: () => Promise<void>): Promise<Readonly<Record<string, number>>> {
  const tables = await ask("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const union = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`);
  const count = async () =>
    new Map((await ask(union.join(" union all "))).map(({ name, n }) => [String(name), Number(n)]));
  const before = await count();
  await work();
  const added = [...(await count())].map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(added.filter(([, n]) => n !== 0));
}

/** A payment that its provider confirms at once, of a merchant with one endpoint that listens to everything. */
async function serviceRows() {
  const { merchantId } = service;
  const endpoint = await service.request("POST", `/merchant/merchants/${merchantId}/webhook-endpoints`, {
    body: { url: "https://shop.example/hooks", events: ["*"] },
    headers: { "idempotency-key": "endpoint" },
  });
  expect(endpoint.status).toBe(201);
  const added = await rowsAddedBy(
    (text) => service.owner.query({ text }),
    async () => {
      const session = await service.request("POST", "/checkout/sessions", {
        body: { amount: "5000", currency: "XOF", title: "Pagne wax", reference: "A-1042" },
        headers: { "idempotency-key": "session" },
      });
      const paid = await service.request("POST", `/checkout/pay/${session.body.data.id}/complete`, {
        apiKey: null,
        body: {
          paymentMethod: "MOBILE_MONEY",
          paymentDetails: { phone: "+2250500000279", operator: "MTN", countryCode: "CI" },
        },
      });
      expect(paid.body.data).toMatchObject({ status: "SUCCEEDED" });
    },
  );
  // The provider's own book; in the benchmark the provider is another process without a database.
  return Object.fromEntries(Object.entries(added).filter(([name]) => !name.startsWith("simulator_")));
}

/**
 * The part of pgbench's language that the scripts use: `\set x random(1, n)`, statements, and `\gset` after one whose
 * columns become variables. Variables are parameters, as with `--protocol=prepared`.
 */
async function run(text: string, given: Readonly<Record<string, string>>): Promise<void> {
  const variables: Record<string, string> = { ...given };
  const wanted = (name: string): string => {
    const value = variables[name];
    if (value === undefined) throw new Error(`:${name} has no value`);
    return value;
  };
  let statement = "";
  for (const line of text.split("\n")) {
    const set = /^\\set (\w+) random\((\d+), (?:\d+|:\w+)\)$/.exec(line);
    if (set !== null) variables[set[1] ?? ""] = set[2] ?? "";
    else if (!line.startsWith("--")) statement += `${line}\n`;
    const takes = /\\gset$/.test(line);
    if (statement.trim() === "" || !(takes || line.endsWith(";"))) continue;
    const values: string[] = [];
    const sql = statement.replace(/\\gset|;/g, "").replace(/(?<!:):([a-z]\w*)/g, (_whole, name: string) => {
      values.push(wanted(name));
      return `$${values.length}`;
    });
    const { rows } = await yardstick.query<Record<string, unknown>>(sql, values);
    if (takes) for (const [name, value] of Object.entries(rows[0] ?? {})) variables[name] = String(value);
    statement = "";
  }
  if (statement.trim() !== "") throw new Error(`a statement without an end: ${statement}`);
}

test("a payment of pgbench, in single statements and as one function, writes the rows of one of the service", async () => {
  const expected = await serviceRows();
  expect(expected).toMatchObject({ checkout_sessions: 1, charges: 1, ledger_transfers: 2, events: 3 });
  const given = { merchants: "1", wallet: nobody, account: nobody, endpoint: nobody };
  for (const name of ["naive", "call"]) {
    const ask: Ask = async (text) => (await yardstick.query(text)).rows;
    const added = await rowsAddedBy(ask, async () => run(await script(name), given));
    // The second payment of a day finds the day's counters.
    expect({ list_counters: 1, ...added }, name).toEqual(expected);
  }
});
