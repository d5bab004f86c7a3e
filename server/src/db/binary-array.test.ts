import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { binaryArray, type ElementType, type ElementValues } from "./binary-array.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What PostgreSQL reads, as it prints it. */
async function read(type: ElementType, array: Buffer): Promise<readonly (string | null)[]> {
  const rows = await database.db.query<{ text: string | null }>({
    text: `select value::text as text from unnest($1::${type}[]) with ordinality as read (value, place) order by place`,
    values: [array],
  });
  return rows.map(({ text }) => text);
}

type Case = {
  readonly [Type in ElementType]: readonly [
    Type,
    readonly (readonly [ElementValues[Type] | null, string | null])[],
  ];
}[ElementType];

const at = (text: string): number => Date.parse(text);
const cases: readonly Case[] = [
  [
    "text",
    [
      ["", ""],
      ['é "quoted" \\ {a,b} NULL\n', 'é "quoted" \\ {a,b} NULL\n'],
      ["🙂", "🙂"],
      [null, null],
      ["null", "null"],
    ],
  ],
  [
    "uuid",
    [
      ["019aa8e2-0000-7abc-8def-0123456789ab", "019aa8e2-0000-7abc-8def-0123456789ab"],
      [null, null],
    ],
  ],
  [
    "int",
    [
      [0, "0"],
      [-2_147_483_648, "-2147483648"],
      [2_147_483_647, "2147483647"],
      [null, null],
    ],
  ],
  [
    "smallint",
    [
      [-32_768, "-32768"],
      [32_767, "32767"],
    ],
  ],
  [
    "bigint",
    [
      [-(2n ** 63n), "-9223372036854775808"],
      [2n ** 63n - 1n, "9223372036854775807"],
      [0n, "0"],
    ],
  ],
  [
    "float8",
    [
      [0.1, "0.1"],
      [-1e300, "-1e+300"],
    ],
  ],
  [
    "boolean",
    [
      [true, "true"],
      [false, "false"],
      [null, null],
    ],
  ],
  [
    "bytea",
    [
      [Buffer.alloc(0), "\\x"],
      [Buffer.from([0, 255, 92, 34]), "\\x00ff5c22"],
    ],
  ],
  [
    "timestamptz",
    [
      [at("2026-11-21T13:14:15.678Z"), "2026-11-21 13:14:15.678+00"],
      [at("2000-01-01T00:00:00.000Z"), "2000-01-01 00:00:00+00"],
      [at("1999-12-31T23:59:59.999Z"), "1999-12-31 23:59:59.999+00"],
      [at("1970-01-01T00:00:00.001Z"), "1970-01-01 00:00:00.001+00"],
      [at("9999-12-31T23:59:59.999Z"), "9999-12-31 23:59:59.999+00"],
      [null, null],
    ],
  ],
  [
    "date",
    [
      [at("2026-11-21T23:59:59.999Z"), "2026-11-21"],
      [at("2026-11-22T00:00:00.000Z"), "2026-11-22"],
      [at("1999-12-31T23:59:59.999Z"), "1999-12-31"],
    ],
  ],
];

describe("PostgreSQL reads what was meant", () => {
  test.each(cases)("%s", async (type, pairs) => {
    const values = pairs.map(([value]) => value) as readonly (ElementValues[typeof type] | null)[];
    expect(await read(type, binaryArray(type, values))).toEqual(pairs.map(([, text]) => text));
    expect(await read(type, binaryArray(type, []))).toEqual([]);
  });
});

describe("what a type cannot hold is an error, not another value", () => {
  test.each<[string, () => Buffer]>([
    ["a UUID cut short", () => binaryArray("uuid", ["019aa8e2-0000-7abc-8def-0123456789a"])],
    ["a UUID of other letters", () => binaryArray("uuid", ["019aa8e2-0000-7abc-8def-0123456789ag"])],
    ["an int too large", () => binaryArray("int", [2 ** 31])],
    ["a smallint too large", () => binaryArray("smallint", [2 ** 15])],
    ["a bigint too large", () => binaryArray("bigint", [2n ** 63n])],
    ["a time that is none", () => binaryArray("timestamptz", [Number.NaN])],
  ])("%s", (_name, encode) => {
    expect(encode).toThrow();
  });
});
