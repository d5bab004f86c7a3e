import Type from "typebox";
import { describe, expect, it } from "vitest";
import { shapeReader } from "./json-shape.ts";

const read = shapeReader(
  Type.Object({
    id: Type.String({ pattern: "^[a-z]+$", maxLength: 3 }),
    code: Type.Union([Type.String(), Type.Null()]),
    note: Type.Optional(Type.String()),
  }),
);

describe("a value that fits", () => {
  it.each([
    [{ id: "abc", code: null }],
    [{ id: "abc", code: "x", note: "y" }],
    // Providers add fields.
    [{ id: "abc", code: null, added: 1 }],
  ])("%j is returned itself", (value) => {
    expect(read(value)).toBe(value);
  });
});

describe("a value that does not fit", () => {
  it.each([
    [null],
    ["abc"],
    [[]],
    [{ id: "abc" }],
    [{ id: "abcd", code: null }],
    [{ id: "ABC", code: null }],
    [{ id: "abc", code: 7 }],
    [{ id: "abc", code: null, note: null }],
  ])("%j is null", (value) => {
    expect(read(value)).toBeNull();
  });
});

it("refuses a schema with a format, which it would not check", () => {
  expect(() => shapeReader(Type.String({ format: "email" }))("a@b.example")).toThrow(
    /unknown format "email"/,
  );
});
