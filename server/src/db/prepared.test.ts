import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "./dedicated.ts";
import { CommitUnknownError, DatabaseUnavailableError, sqlState } from "./errors.ts";
import { itemRows } from "./item-rows.ts";

interface Item {
  readonly n: number;
  readonly note?: string;
}

const input = itemRows<Item>([
  { name: "n", type: "int", value: ({ n }) => n },
  { name: "note", type: "text", value: ({ note }) => note ?? null },
]);
const asked = (name: string, text: string, ...items: readonly Item[]) => ({
  name,
  text,
  values: input.values(items),
});
const allTypes = `
  select item.item, 9007199254740993::bigint + n as big, timestamptz '2026-11-21 08:05:12.123+01' as at, 1.10::numeric as exact,
         '\\x00ff'::bytea as bytes, '{"a": [1]}'::jsonb as json, date '2026-11-21' as day, array['a,b', null] as texts,
         array[1, 2]::bigint[] as bigs, null::bigint as nothing, n > 1 as more, note
    from ${input.from} order by item`;
const half = `select item.item, 100 / n as share from ${input.from} order by item`;

let database: TestDatabase;
let connection: DedicatedConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query({ text: "create table scribbles (n int primary key, note text)" });
  await database.owner.query({ text: "grant select, insert on scribbles to cauris_app" });
});
afterAll(() => database.drop());
beforeEach(async () => {
  connection = await openDedicatedConnection({ url: database.url, applicationName: "prepared" });
  return () => connection.close().catch(() => undefined);
});

describe("a prepared statement with binary parameters", () => {
  test("gives the same rows as the driver, the first time and each time after", async () => {
    const items = [{ n: 1, note: "é\n'" }, { n: 2 }];
    const numbers = [1, 2];
    const byDriver = await connection.query({
      text: allTypes.replace(input.from, "unnest($1::int[], $2::int[], $3::text[]) as item (item, n, note)"),
      values: [[0, 1], numbers, items.map(({ note }) => note ?? null)],
    });
    expect(byDriver).toHaveLength(2);
    for (let time = 0; time < 3; time += 1) {
      expect(await connection.query(asked("types", allTypes, ...items))).toEqual(byDriver);
    }
    expect(await connection.query(asked("types", allTypes))).toEqual([]);
  });

  test("rows do not share what they hold", async () => {
    await connection.query(asked("types", allTypes, { n: 1, note: "first" }));
    const [one, other] = await connection.query<{ note: string | null }>(
      asked("types", allTypes, { n: 1, note: "second" }, { n: 1 }),
    );
    expect([one?.note, other?.note]).toEqual(["second", null]);
  });

  test("one that fails rejects with PostgreSQL's error and runs again afterwards", async () => {
    for (let time = 0; time < 2; time += 1) {
      const failing = connection.query(asked("half", half, { n: 0 }));
      await expect(failing.catch((error: unknown) => sqlState(error))).resolves.toBe("22012");
      expect(await connection.query(asked("half", half, { n: 4 }))).toEqual([{ item: 0, share: 25 }]);
    }
  });

  test("one that fails before it is described runs afterwards", async () => {
    const good = asked("half", half, { n: 4 });
    const [positions = Buffer.alloc(0), , notes = Buffer.alloc(0)] = good.values;
    const bad = connection.query({ ...good, values: [positions, Buffer.from("no array"), notes] });
    await expect(bad.catch((error: unknown) => sqlState(error))).resolves.toBe("54000");
    expect(await connection.query(good)).toEqual([{ item: 0, share: 25 }]);
    expect(await connection.query(good)).toEqual([{ item: 0, share: 25 }]);
  });

  test("one that PostgreSQL does not understand says so each time", async () => {
    for (let time = 0; time < 2; time += 1) {
      const failing = connection.query(asked("wrong", `selec 1 from ${input.from}`, { n: 1 }));
      await expect(failing.catch((error: unknown) => sqlState(error))).resolves.toBe("42601");
    }
  });

  test("one without columns answers no rows", async () => {
    const text = `insert into scribbles select n, note from ${input.from}`;
    expect(await connection.query(asked("insert", text, { n: 1 }, { n: 2 }))).toEqual([]);
    expect(await connection.query(asked("insert", text, { n: 3 }))).toEqual([]);
    expect(await connection.query({ text: "select count(*)::int as n from scribbles" })).toEqual([{ n: 3 }]);
  });

  test("a name stands for one text", async () => {
    await connection.query(asked("half", half, { n: 4 }));
    await expect(connection.query(asked("half", allTypes, { n: 4 }))).rejects.toThrow("another text");
    expect(await connection.query(asked("half", half, { n: 4 }))).toEqual([{ item: 0, share: 25 }]);
  });

  test("a statement whose columns have changed is refused, never misread", async () => {
    const text = `select x.* from ${input.from} cross join lateral (select * from changing offset 0) x`;
    await database.owner.query({ text: "create table changing (a int)" });
    await database.owner.query({ text: "grant select on changing to cauris_app" });
    await database.owner.query({ text: "insert into changing values (1)" });
    expect(await connection.query(asked("changing", text, { n: 1 }))).toEqual([{ a: 1 }]);
    await database.owner.query({ text: "alter table changing add column b int default 2" });
    const failing = connection.query(asked("changing", text, { n: 1 }));
    await expect(failing.catch((error: unknown) => sqlState(error))).resolves.toBe("0A000");
  });
});

test("a statement that a pooler has prepared anew with other columns is refused once, then described again", async () => {
  const one = asked("pooled", `select item.item from ${input.from}`, { n: 7 });
  expect(await connection.query(one)).toEqual([{ item: 0 }]);
  await connection.query({ text: "deallocate pooled" });
  await connection.query({
    text: `prepare pooled (int[], int[], text[]) as select item.item, item.n from ${input.from}`,
  });
  await expect(connection.query(one)).rejects.toThrow("the columns of pooled are others");
  expect(await connection.query(one)).toEqual([{ item: 0, n: 7 }]);
});

describe("a connection that breaks under a prepared statement", () => {
  const pause = `select item.item, pg_sleep(5)::text from ${input.from}`;

  test("leaves its outcome unknown, and is of no use afterwards", async () => {
    const [pid] = await connection.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
    // The rejection must be expected already: the promise may reject before the breaking statement is answered.
    const unknown = expect(connection.query(asked("pause", pause, { n: 1 }))).rejects.toThrow(
      CommitUnknownError,
    );
    await database.owner.query({ text: "select pg_terminate_backend($1)", values: [pid?.pid] });
    await unknown;
    await expect(connection.query(asked("half", half, { n: 4 }))).rejects.toThrow(DatabaseUnavailableError);
    expect(connection.isBroken()).toBe(true);
  });
});
