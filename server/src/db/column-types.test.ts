import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { parseTextArray, parseTimestamp } from "./column-types.ts";

describe("parseTimestamp", () => {
  test.each([
    ["2026-11-21 07:05:12.123456+00", Date.UTC(2026, 10, 21, 7, 5, 12, 123)],
    ["2026-11-21 07:05:12+00", Date.UTC(2026, 10, 21, 7, 5, 12)],
    ["2026-11-21 07:05:12.1+00", Date.UTC(2026, 10, 21, 7, 5, 12, 100)],
    ["2026-11-21 07:05:12.0019+00", Date.UTC(2026, 10, 21, 7, 5, 12, 1)],
    ["2024-02-29 23:59:60+00", Date.UTC(2024, 2, 1)],
    ["1969-12-31 23:59:59.999+00", -1],
    ["2026-11-21 07:05:12+05:30", Date.UTC(2026, 10, 21, 1, 35, 12)],
    ["2026-11-21 07:05:12-03", Date.UTC(2026, 10, 21, 10, 5, 12)],
    ["0050-01-01 00:00:00+00", Date.parse("0050-01-01T00:00:00Z")],
    ["12026-01-01 00:00:00+00", Date.UTC(12026, 0, 1)],
    ["infinity", Number.POSITIVE_INFINITY],
    ["-infinity", Number.NEGATIVE_INFINITY],
  ])("%s", (text, expected) => {
    expect(parseTimestamp(text)).toBe(expected);
  });

  test.each(["", "21/11/2026 07:05:12 UTC", "0044-03-15 00:00:00+00 BC", "2026-11-21"])(
    "refuses %j",
    (text) => {
      expect(() => parseTimestamp(text)).toThrow("not a timestamp");
    },
  );

  const proper = "2026-11-21 07:05:12.123456+00";
  test.each(Array.from(proper, (_character, at) => `${proper.slice(0, at)}x${proper.slice(at + 1)}`))(
    "refuses %j",
    (text) => {
      expect(() => parseTimestamp(text)).toThrow("not a timestamp");
    },
  );

  test.each([".+00", ".1234567+00", "+00x", "+0"])("refuses seconds followed by %j", (rest) => {
    expect(() => parseTimestamp(`2026-11-21 07:05:12${rest}`)).toThrow("not a timestamp");
  });
});

describe("parseTextArray", () => {
  test.each([
    ["{}", []],
    ["{a}", ["a"]],
    ["{a,b c,É}", ["a", "b c", "É"]],
    ["{NULL}", [null]],
    ["{a,NULL,NULLS}", ["a", null, "NULLS"]],
    ['{a,"NULL"}', ["a", "NULL"]],
    ['{"a,b","","\\"","\\\\"}', ["a,b", "", '"', "\\"]],
    ['{"{x}"}', ["{x}"]],
    [
      "{{a,b},{c,d}}",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["[0:1]={a,b}", ["a", "b"]],
  ])("%s", (text, expected) => {
    expect(parseTextArray(text)).toEqual(expected);
  });
});

describe("columns come back as documented", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("money is never a float, times are milliseconds, JSON is parsed", async () => {
    const [row] = await database.db.query<Record<string, unknown>>({
      text: `select 9007199254740993::bigint as big, array[1, null, -9223372036854775808]::bigint[] as bigs,
                    timestamptz '2026-11-21 08:05:12.123+01' as at, array[timestamptz '1970-01-01 00:00:01+00', null] as ats,
                    1.10::numeric as exact, array[1.10, 2]::numeric[] as exacts, 7::int as small,
                    '\\x00ff'::bytea as bytes, '{"a": [1]}'::jsonb as json, '[null]'::json as plain,
                    date '2026-11-21' as day, array['a,b', null, '"']::text[] as texts,
                    array['NULL', 'null', ' ', '', '}', 'b']::text[] as odd, array['a', 'b']::text[] as words, '{}'::text[] as none,
                    array['0193d1f0-0000-7000-8000-000000000000', null]::uuid[] as ids, null::bigint as nothing,
                    '0193d1f0-0000-7000-8000-000000000000'::uuid as id, true as yes`,
    });
    expect(row).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null, -9223372036854775808n],
      at: Date.UTC(2026, 10, 21, 7, 5, 12, 123),
      ats: [1000, null],
      exact: "1.10",
      exacts: ["1.10", "2"],
      small: 7,
      bytes: Buffer.from([0, 255]),
      json: { a: [1] },
      plain: [null],
      day: "2026-11-21",
      texts: ["a,b", null, '"'],
      odd: ["NULL", "null", " ", "", "}", "b"],
      words: ["a", "b"],
      none: [],
      ids: ["0193d1f0-0000-7000-8000-000000000000", null],
      nothing: null,
      id: "0193d1f0-0000-7000-8000-000000000000",
      yes: true,
    });
  });

  test("what goes in comes out: BigInt, times and bytes, alone and in arrays", async () => {
    const atMs = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
    const [row] = await database.db.query<Record<string, unknown>>({
      text: `select $1::bigint as big, $2::bigint[] as bigs, $3::timestamptz as at, $4::timestamptz[] as ats,
                    $5::bytea as bytes, $6::bytea[] as list`,
      values: [
        9007199254740993n,
        [-1n, 9223372036854775807n],
        new Date(atMs),
        [new Date(atMs), null],
        Buffer.from("é"),
        [Buffer.from([0]), Buffer.from([255])],
      ],
    });
    expect(row).toEqual({
      big: 9007199254740993n,
      bigs: [-1n, 9223372036854775807n],
      at: atMs,
      ats: [atMs, null],
      bytes: Buffer.from("é"),
      list: [Buffer.from([0]), Buffer.from([255])],
    });
  });
});
