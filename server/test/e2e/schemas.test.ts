import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/db/migrate.ts";
import { notify } from "../../src/db/notify.ts";
import { appRoleOf, reportRoleOf } from "../../src/db/roles.ts";
import { migrationIn } from "../../src/db/schema-names.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createTestDatabase, createTestSchema, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { dumpSchema } from "../migrations/schema-dump.ts";

/** Two cells in one database, each with its tables in a schema of its own. One name is a word of SQL's. */
const schemas = { ci: "cell_ci", sn: "order" } as const;
type Code = keyof typeof schemas;
const codes = ["ci", "sn"] as const;
const DENIED = { code: "42501" };

let database: TestDatabase;
const cells = new Map<Code, TestApp>();
const cellOf = (code: Code): TestApp => {
  const cell = cells.get(code);
  if (cell === undefined) throw new Error(`cell ${code} was started`);
  return cell;
};
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await Promise.all(
    codes.map(async (code) => {
      const openDatabase: typeof createTestDatabase = (options) =>
        createTestSchema(database, schemas[code], options);
      cells.set(code, await startTestApp({ cell: code as CellCode, openDatabase }));
    }),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all([...cells.values()].map((cell) => cell.stop()));
  await database?.drop();
});

describe("two cells in two schemas of one database", () => {
  it.each(codes)("%s takes a payment, and its books are right", async (code) => {
    const cell = cellOf(code);
    const order = { amount: "5000", currency: "XOF", title: "Commande 1" };
    const made = await cell.request("POST", "/checkout/sessions", { body: order });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const payer = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
    const paid = await cell.request("POST", `/checkout/pay/${id}/complete`, {
      apiKey: null,
      body: { paymentMethod: "MOBILE_MONEY", paymentDetails: payer },
    });
    expect(paid.status).toBe(200);
    await cell.advance(3_000);
    const status = await cell.request("GET", `/checkout/pay/${id}/status`, { apiKey: null });
    expect(status.body.data.status).toBe("SUCCEEDED");
    const booked = await cell.owner.query({ text: "select from ledger_transfers" });
    expect(booked.length).toBeGreaterThan(0);
    await expectInvariants(cell.owner);
  });

  it.each([
    ["ci", "sn"],
    ["sn", "ci"],
  ] as const)("the role of %s cannot read, write or call anything of %s", async (one, other) => {
    const { db } = cellOf(one);
    const theirs = `"${schemas[other]}"`;
    for (const text of [
      `select from ${theirs}.charges`,
      `insert into ${theirs}.installation (cell) values ('x')`,
      `select ${theirs}.request_log_drop_days('2030-01-01')`,
      `select from ${schemas[other]}_simulator.operations`,
      `set role ${appRoleOf(schemas[other])}`,
    ])
      await expect(db.query({ text }), text).rejects.toMatchObject(DENIED);
    const rights = await database.owner.query({
      text: `select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname in ($1::text, $1 || '_simulator') and c.relkind in ('r', 'p', 'v')
                and (has_table_privilege($2, c.oid, 'select') or has_table_privilege($3, c.oid, 'select'))`,
      values: [schemas[other], appRoleOf(schemas[one]), reportRoleOf(schemas[one])],
    });
    expect(rights).toEqual([]);
  });

  it("a message of one does not wake the other", async () => {
    const heard: Record<Code, string[]> = { ci: [], sn: [] };
    const stops = codes.map((code) =>
      cellOf(code).db.listen("probe", (payload) => heard[code].push(payload)),
    );
    try {
      for (let tries = 0; tries < 200 && codes.some((code) => heard[code].length === 0); tries += 1) {
        for (const code of codes) await cellOf(code).db.transaction((tx) => notify(tx, "probe", code));
        await sleep(25);
      }
      expect(codes.map((code) => [...new Set(heard[code])])).toEqual([["ci"], ["sn"]]);
    } finally {
      for (const stop of stops) stop();
    }
  });
});

describe("a schema of its own", () => {
  it("has in it what `public` would have, and nothing outside of it", async () => {
    const template = await createTestDatabase();
    const expected = await dumpSchema(template.owner).finally(template.drop);
    const names = (text: string) => text.match(/^create .*/gm)?.toSorted() ?? [];
    const dumped = (await dumpSchema(database.owner)).match(/^create .*/gm) ?? [];
    for (const schema of Object.values(schemas)) {
      const own = dumped
        .filter(
          (line) => new RegExp(`\\b${schema}"?(?:\\.|_simulator)`).test(line) && !/_d\d{8}\b/.test(line),
        )
        .map((line) => line.replaceAll(new RegExp(`"?\\b${schema}"?(?:\\.|_(?=simulator))`, "g"), ""));
      expect(own.toSorted()).toEqual(names(expected.replaceAll(/\bpublic\./g, "")));
    }
    const made = await database.owner.query<{ name: string }>({
      text: `select n.nspname as name from pg_namespace n
              where n.nspname !~ '^(pg_|information_schema$)' and (n.nspname <> 'public' or exists (
                select from pg_class c where c.relnamespace = n.oid union all
                select from pg_proc p where p.pronamespace = n.oid)) order by 1`,
    });
    const wanted = Object.values(schemas).flatMap((schema) => [schema, `${schema}_simulator`]);
    expect(made.map(({ name }) => name)).toEqual(wanted.toSorted());
  });

  it("its functions look nowhere else", async () => {
    const functions = await database.owner.query<{
      schema: string;
      name: string;
      path: string;
      text: string;
    }>({
      text: `select n.nspname as schema, p.proname as name, array_to_string(p.proconfig, ' ') as path, p.prosrc as text
               from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)`,
      values: [Object.values(schemas)],
    });
    expect(functions.length).toBeGreaterThan(12);
    for (const { schema, name, path, text } of functions) {
      expect(path, name).toMatch(new RegExp(`search_path=pg_catalog, "?${schema}"?(?: |$)`));
      expect(text, name).not.toMatch(/\bpublic\.|\bsimulator\.|\bcauris_app\b/);
    }
  });

  it.each(["payment_steps", "request_log"])(
    "%s gets and loses its days in it, out of the service's reach",
    async (table) => {
      const { db, owner } = cellOf("sn");
      const day = `${table}_d20260102`;
      for (const date of ["2026-01-02", "2026-01-03"])
        await db.query({ text: `select ${table}_add_day('${date}')` });
      await expect(db.query({ text: `select from ${day}` })).rejects.toMatchObject(DENIED);
      await migrate({ ownerUrl: cellOf("sn").ownerUrl, clock: systemClock, log: quietLog });
      await expect(db.query({ text: `select from ${day}` })).rejects.toMatchObject(DENIED);
      await expect(db.query({ text: `select ${table}_drop_days('2026-01-03') as dropped` })).resolves.toEqual(
        [{ dropped: 1 }],
      );
      await expect(owner.query({ text: `select to_regclass('${day}') as day` })).resolves.toEqual([
        { day: null },
      ]);
    },
  );

  it("is named in a migration's text in place of `public`, which stays the name of everybody", () => {
    const text = "revoke execute on function f() from public;\nselect from public.events, simulator.book;";
    expect(migrationIn("public", text)).toBe(text);
    expect(migrationIn("ci", text)).toBe(
      'revoke execute on function f() from public;\nselect from "ci".events, ci_simulator.book;',
    );
  });
});
