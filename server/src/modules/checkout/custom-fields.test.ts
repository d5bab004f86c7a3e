import { describe, expect, it } from "vitest";
import { Refusal } from "../../kit/errors.ts";
import type { CustomField } from "../payments/index.ts";
import { checkCustomFields, readCustomFieldValues } from "./custom-fields.ts";

function refusalOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.declaration.name !== "VALIDATION_ERROR") throw error;
    const fields = error.details.fields as readonly { path: string; rule: string; message: string }[];
    return fields.map(({ path, rule, message }) => `${path} | ${rule} | ${message}`);
  }
  return [];
}

const field = (fields: Partial<CustomField> = {}): CustomField => ({
  key: "size",
  label: "Size",
  type: "TEXT",
  required: false,
  ...fields,
});
const options = [
  { value: "s", label: "Small" },
  { value: "l", label: "Large" },
];

describe("what a merchant asks the payer", () => {
  const cases: readonly (readonly [string, readonly CustomField[], ...string[]])[] = [
    ["no field", []],
    ["a text", [field()]],
    [
      "a choice with its options and a default among them",
      [field({ type: "DROPDOWN", options, defaultValue: "s" })],
    ],
    ["bounds that meet", [field({ minLength: 3, maxLength: 3 })]],
    [
      "the same key twice",
      [field(), field()],
      "customFields[1].key | unique | customFields[1].key is used twice.",
    ],
    [
      "a choice without options",
      [field({ type: "DROPDOWN" })],
      "customFields[0].options | required | customFields[0].options is required for a DROPDOWN.",
    ],
    [
      "options of something else",
      [field({ options })],
      "customFields[0].options | unexpected | customFields[0].options applies to a DROPDOWN only.",
    ],
    [
      "bounds that cross",
      [field({ minLength: 4, maxLength: 3 })],
      "customFields[0].minLength | maximum | customFields[0].minLength must not exceed maxLength.",
    ],
    [
      "a default that the field refuses",
      [field(), field({ key: "age", type: "NUMBER", defaultValue: "many" })],
      "customFields[1].defaultValue | format | customFields[1].defaultValue is not a value that the field itself accepts.",
    ],
    [
      "several faults at once",
      [field({ type: "DROPDOWN", minLength: 9, maxLength: 1 })],
      "customFields[0].options | required | customFields[0].options is required for a DROPDOWN.",
      "customFields[0].minLength | maximum | customFields[0].minLength must not exceed maxLength.",
    ],
  ];
  const named = cases.map(([name, fields, ...lines]) => ({ name, fields, lines }));
  it.each(named)("$name", ({ fields, lines }) => {
    expect(refusalOf(() => checkCustomFields(fields))).toEqual(lines);
  });
});

describe("what a payer answers", () => {
  const path = "customFieldValues.size";
  const format = (text: string) => `${path} | format | ${path} must be ${text}.`;
  const number = format("a number");
  const email = format("an e-mail address");
  const phone = format("a phone number in international form");
  const choice = `${path} | enum | ${path} must be one of the field's options.`;

  /** The field, the answer, and the refusal, or null when it is accepted. */
  const cases: readonly (readonly [Partial<CustomField>, string, string | null])[] = [
    [{}, "anything at all", null],
    [{ minLength: 2, maxLength: 4 }, "ab", null],
    [{ minLength: 2, maxLength: 4 }, "abcd", null],
    [{ minLength: 2 }, "a", `${path} | minLength | ${path} must have at least 2 characters.`],
    [{ maxLength: 4 }, "abcde", `${path} | maxLength | ${path} must have at most 4 characters.`],
    [{}, "x".repeat(501), `${path} | maxLength | ${path} must have at most 500 characters.`],
    [{ required: true }, "", `${path} | required | ${path} is required.`],
    [{ required: true }, " \t ", `${path} | required | ${path} is required.`],
    [{ type: "NUMBER" }, "42", null],
    [{ type: "NUMBER" }, "-3.5", null],
    [{ type: "NUMBER" }, "3,5", null],
    [{ type: "NUMBER" }, "1e3", number],
    [{ type: "NUMBER" }, "１２", number],
    [{ type: "NUMBER" }, "0x10", number],
    [{ type: "EMAIL" }, "a@b.ci", null],
    [{ type: "EMAIL" }, "a@b", email],
    [{ type: "EMAIL" }, "a b@c.ci", email],
    [{ type: "PHONE" }, "+225 07 07 07 07 07", null],
    [{ type: "PHONE" }, "0707070707", phone],
    [{ type: "DROPDOWN", options }, "l", null],
    [{ type: "DROPDOWN", options }, "Large", choice],
    [{ type: "DROPDOWN", options }, "xl", choice],
  ];
  it.each(cases)("%j takes or refuses %j", (fields, value, line) => {
    const asked = [field(fields)];
    if (line === null) expect(readCustomFieldValues(asked, { size: value })).toEqual({ size: value });
    else expect(refusalOf(() => readCustomFieldValues(asked, { size: value }))).toEqual([line]);
  });

  it("is kept without blanks around it, and left out when blank and not required", () => {
    expect(readCustomFieldValues([field(), field({ key: "note" })], { size: "  L ", note: " " })).toEqual({
      size: "L",
    });
    expect(readCustomFieldValues([field()], {})).toEqual({});
  });

  it("is refused for a field that was not asked, and all faults are told at once", () => {
    const asked = [field({ required: true }), field({ key: "age", type: "NUMBER" })];
    expect(refusalOf(() => readCustomFieldValues(asked, { age: "x", colour: "red" }))).toEqual([
      "customFieldValues.colour | unexpected | customFieldValues.colour is not a field of this session.",
      `${path} | required | ${path} is required.`,
      "customFieldValues.age | format | customFieldValues.age must be a number.",
    ]);
  });

  it.each(["constructor", "toString", "valueOf", "hasOwnProperty"])("may be to a field called %s", (key) => {
    expect(readCustomFieldValues([field({ key })], {})).toEqual({});
    expect(refusalOf(() => readCustomFieldValues([field({ key, required: true })], {}))).toHaveLength(1);
    expect(readCustomFieldValues([field({ key })], { [key]: "x" })).toEqual({ [key]: "x" });
  });
});
