import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { AmountText, CurrencyText, InstantText, Metadata, Nullable, OneOf } from "./schemas.ts";
import { closed, compileBody, compileQuery, type FieldError, fieldErrors } from "./validation.ts";

const Sample = Type.Object({
  amount: AmountText,
  currency: CurrencyText,
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  label: Type.Optional(
    Type.String({ minLength: 1, pattern: "\\S", "x-rule": "must be text on one line, not only blanks" }),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
  methods: Type.Optional(Type.Array(OneOf(["CARD", "QR"]), { minItems: 1, maxItems: 2, uniqueItems: true })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  expiresAt: Type.Optional(InstantText),
  email: Type.Optional(Type.String({ format: "email" })),
  fields: Type.Optional(Type.Array(Type.Object({ key: Type.String() }))),
  metadata: Type.Optional(Metadata),
  details: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal("PHONE"), phone: Type.String() }),
      Type.Object({ kind: Type.Literal("BANK"), iban: Type.String({ minLength: 15 }) }),
    ]),
  ),
});
const validate = compileBody(closed(Sample));

function fieldsOf(body: unknown): readonly FieldError[] {
  return validate(body) ? [] : fieldErrors(validate.errors ?? [], "body");
}
const good = { amount: "5000", currency: "XOF" };

test("what fits is accepted and left as it is", () => {
  const body = {
    ...good,
    description: null,
    methods: ["QR"],
    metadata: { a: "b" },
    details: { kind: "PHONE", phone: "1" },
  };
  const before = structuredClone(body);
  expect(fieldsOf(body)).toEqual([]);
  expect(body).toEqual(before);
});

describe("each misfit is named with its path, its rule and a sentence", () => {
  test.each<[string, object, string, string, RegExp]>([
    ["a missing field", { amount: "1" }, "currency", "required", /currency is required/],
    ["an unknown field", { ...good, colour: 1 }, "colour", "unknown", /is not a field/],
    [
      "an unknown field inside",
      { ...good, fields: [{ key: "a", x: 1 }] },
      "fields[0].x",
      "unknown",
      /is not a field/,
    ],
    ["a number for an amount", { ...good, amount: 5000 }, "amount", "type", /minor units written as text/],
    ["an unknown currency", { ...good, currency: "XXX" }, "currency", "enum", /ISO 4217/],
    ["an empty text", { ...good, title: "" }, "title", "minLength", /must not be empty/],
    ["a long text", { ...good, title: "abcdef" }, "title", "maxLength", /at most 5 characters/],
    ["null where it is not allowed", { ...good, title: null }, "title", "type", /must be text, not null/],
    [
      "a long text in a nullable field",
      { ...good, description: "abcdef" },
      "description",
      "maxLength",
      /at most 5/,
    ],
    [
      "a number in a nullable field",
      { ...good, description: 1 },
      "description",
      "type",
      /must be text, not a number/,
    ],
    ["a word that is not offered", { ...good, methods: ["CASH"] }, "methods[0]", "enum", /one of CARD, QR/],
    ["an empty list", { ...good, methods: [] }, "methods", "minItems", /at least one entry/],
    ["the same entry twice", { ...good, methods: ["QR", "QR"] }, "methods", "uniqueItems", /twice/],
    ["a text for a number", { ...good, count: "3" }, "count", "type", /must be a whole number, not text/],
    ["a fraction", { ...good, count: 1.5 }, "count", "type", /must be a whole number/],
    ["a number that is too large", { ...good, count: 11 }, "count", "maximum", /at most 10/],
    ["a local time", { ...good, expiresAt: "2026-11-21T10:00:00" }, "expiresAt", "format", /offset/],
    ["a wrong e-mail address", { ...good, email: "x@" }, "email", "format", /e-mail/],
    ["metadata that is no text", { ...good, metadata: { a: 1 } }, "metadata.a", "type", /must be text/],
    ["a list for an object", { ...good, metadata: [] }, "metadata", "type", /must be an object/],
    [
      "a union's wrong discriminator",
      { ...good, details: { kind: "CASH" } },
      "details.kind",
      "enum",
      /one of PHONE, BANK/,
    ],
    [
      "a union's missing field",
      { ...good, details: { kind: "BANK" } },
      "details.iban",
      "required",
      /is required/,
    ],
    [
      "a union's misfit",
      { ...good, details: { kind: "BANK", iban: "x" } },
      "details.iban",
      "minLength",
      /15/,
    ],
  ])("%s", (_name, body, path, rule, sentence) => {
    const fields = fieldsOf(body);
    expect(fields.map((field) => ({ path: field.path, rule: field.rule }))).toEqual([{ path, rule }]);
    expect(fields[0]?.message).toMatch(sentence);
    expect(fields[0]?.message).toMatch(/\.$/);
  });

  test("all of them at once", () => {
    expect(
      fieldsOf({ amount: 1, count: 0 })
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["amount", "count", "currency"]);
  });

  test("each once, however many rules it breaks", () => {
    expect(fieldsOf({ ...good, label: "" })).toEqual([
      { path: "label", rule: "minLength", message: "label must be text on one line, not only blanks." },
    ]);
  });

  test("a hostile body is answered with a bounded list", () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]));
    expect(fieldsOf({ ...good, ...body })).toHaveLength(50);
  });

  test("more metadata than allowed", () => {
    const metadata = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, "v"]));
    expect(fieldsOf({ ...good, metadata })[0]).toMatchObject({ path: "metadata", rule: "maxProperties" });
    expect(fieldsOf({ ...good, metadata: { ["k".repeat(41)]: "v" } })).not.toEqual([]);
  });
});

describe("query strings", () => {
  const query = compileQuery(
    closed(
      Type.Object({ n: Type.Optional(Type.Integer({ maximum: 100 })), flag: Type.Optional(Type.Boolean()) }),
    ),
  );
  test("numbers and booleans are read", () => {
    const value = { n: "25", flag: "false" };
    expect(query(value)).toBe(true);
    expect(value).toEqual({ n: 25, flag: false });
  });
  test.each([["1e1"], ["0x10"], [" 5"], ["+5"], ["05"], ["5.0"], [""], ["101"], ["99999999999999999999"]])(
    "n=%j is refused",
    (n) => {
      expect(query({ n })).toBe(false);
    },
  );
  test.each([["1"], ["TRUE"], ["yes"], [""]])("flag=%j is refused", (flag) => {
    expect(query({ flag })).toBe(false);
  });
  test("an unknown parameter and a repeated one are refused", () => {
    expect(query({ x: "1" })).toBe(false);
    expect(query({ n: ["1", "2"] })).toBe(false);
  });
});

test("a schema that cannot be strict is refused when it is declared", () => {
  expect(() =>
    closed(Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])),
  ).toThrow("allOf");
});

test("equal schemas that are declared apart share one strict copy, and different ones do not", () => {
  const declare = (maximum: number) => closed(Type.Object({ n: Type.Integer({ maximum }) }));
  expect(declare(5)).toBe(declare(5));
  expect(declare(5)).not.toBe(declare(6));
});
