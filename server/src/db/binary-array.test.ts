import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { type ElementType, type ElementValues, binaryArray as encode } from "./binary-array.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const binaryArray = <Type extends ElementType>(
  type: Type,
  values: readonly (ElementValues[Type] | null)[],
): Buffer => encode(type, values, (value) => value);

/** What PostgreSQL reads, in its text form. */
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
      ["Léonie Brou", "Léonie Brou"],
      ["a".repeat(200), "a".repeat(200)],
      // More than the scratch buffer holds.
      ["é".repeat(100_000), "é".repeat(100_000)],
      ["after it", "after it"],
      [null, null],
      ["null", "null"],
    ],
  ],
  [
    "uuid",
    [
      ["019aa8e2-0000-7abc-8def-0123456789ab", "019aa8e2-0000-7abc-8def-0123456789ab"],
      ["FFFFFFFF-0123-4567-89AB-CDEFabcdef00", "ffffffff-0123-4567-89ab-cdefabcdef00"],
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
      [-1n, "-1"],
      [123_456_789_012_345n, "123456789012345"],
      [-123_456_789_012_345n, "-123456789012345"],
      [2n ** 53n + 1n, "9007199254740993"],
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
    ["a UUID without its dashes", () => binaryArray("uuid", ["019aa8e200007abc8def0123456789ab0000"])],
    ["a UUID of letters from afar", () => binaryArray("uuid", ["019aa8e2-0000-7abc-8def-0123456789a\u0161"])],
    ["an int too large", () => binaryArray("int", [2 ** 31])],
    ["a smallint too large", () => binaryArray("smallint", [2 ** 15])],
    ["an int too small", () => binaryArray("int", [-(2 ** 31) - 1])],
    ["an int that is none", () => binaryArray("int", [Number.NaN])],
    ["a bigint too large", () => binaryArray("bigint", [2n ** 63n])],
    ["a time that is none", () => binaryArray("timestamptz", [Number.NaN])],
    ["a time too far away", () => binaryArray("timestamptz", [1e300])],
  ])("%s", (_name, write) => {
    expect(write).toThrow();
  });
});
