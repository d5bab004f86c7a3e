import { describe, expect, test } from "vitest";
import { Refusal } from "../kit/errors.ts";
import { JSON_DEPTH_MAX, parseJsonBody } from "./json-body.ts";

const parse = (text: string | Buffer) => parseJsonBody(Buffer.from(text as string));

/** The only field error of the refusal of `text`. */
function refusalOf(text: string | Buffer): { path: string; rule: string } {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    const { declaration, details } = error as Refusal;
    expect(declaration.name).toBe("VALIDATION_ERROR");
    const [field] = details.fields as { path: string; rule: string }[];
    return { path: field?.path ?? "", rule: field?.rule ?? "" };
  }
  throw new Error(`not refused: ${text.toString()}`);
}

describe("a body is accepted", () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['  {"a" : ":" , "b\\":":"\\"" }  ', { a: ":", 'b":': '"' }],
    ['{"a":{"x":1},"b":{"x":1}}', { a: { x: 1 }, b: { x: 1 } }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"emoji":"\\ud83d\\ude00 😀"}', { emoji: "😀 😀" }],
    ['"é"', "é"],
  ])("%s", (text, value) => {
    expect(parse(text)).toEqual(value);
  });
  test("empty, as nothing", () => expect(parse("")).toBeUndefined());
});

describe("a body is refused", () => {
  test.each([
    ["broken JSON", '{"a":', "body", "json"],
    ["a comment", '{"a":1}//x', "body", "json"],
    ["NaN", '{"a":NaN}', "body", "json"],
    ["a byte order mark", '\ufeff{"a":1}', "body", "json"],
    ["a field written twice", '{"a":1,"a":2}', "body", "duplicate"],
    ["a field written twice inside", '{"x":{"a":1,"\\u0061":2}}', "body", "duplicate"],
    ["__proto__", '{"__proto__":{"x":1}}', "__proto__", "unknown"],
    ["constructor, inside", '{"a":{"constructor":1}}', "a.constructor", "unknown"],
    ["NUL in a text", '{"a":["\\u0000"]}', "a[0]", "characters"],
    ["NUL in a name", '{"a\\u0000":1}', "body", "characters"],
    ["half a surrogate pair", '{"a":"\\ud800"}', "a", "characters"],
    [
      "too deep nesting",
      `${"[".repeat(JSON_DEPTH_MAX + 1)}${"]".repeat(JSON_DEPTH_MAX + 1)}`,
      "body",
      "depth",
    ],
    ["depth that would exhaust a stack", "[".repeat(32_000) + "]".repeat(32_000), "body", "depth"],
  ])("%s", (_name, text, path, rule) => {
    expect(refusalOf(text)).toEqual({ path, rule });
  });
  test.each([
    ["a lone continuation byte", Buffer.from([0x22, 0x80, 0x22])],
    ["an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["UTF-16", Buffer.from('{"a":"é"}', "utf16le")],
  ])("%s", (_name, bytes) => {
    expect(["encoding", "characters", "json"]).toContain(refusalOf(bytes).rule);
  });
});
