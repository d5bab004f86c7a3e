import { describe, expect, it } from "vitest";
import { fieldsOf, readJsonObject } from "./json-object.ts";

describe("a JSON object from outside", () => {
  it("has its fields", () => {
    expect(readJsonObject(Buffer.from('{"a":1,"b":{"c":null}}'))).toEqual({ a: 1, b: { c: null } });
    expect(fieldsOf({ a: 1 })).toEqual({ a: 1 });
  });

  it.each(["", "<html>", '{"a":', "null", "[1]", '"text"', "5"])("%j has none", (text) => {
    expect(readJsonObject(text)).toEqual({});
  });

  it.each([undefined, null, [1], "text", 5])("%j has no fields", (value) => {
    expect(fieldsOf(value)).toEqual({});
  });
});
