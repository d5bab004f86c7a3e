import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { compileAnswer, envelopeSchema } from "./answer-schema.ts";
import { successEnvelope } from "./envelope.ts";
import { Nullable, OneOf } from "./schemas.ts";

const Thing = Type.Object({
  name: Nullable(Type.String()),
  size: Nullable(Type.Integer()),
  kind: Nullable(OneOf(["small", "large"])),
  inner: Nullable(Type.Object({ code: Nullable(Type.String()) })),
  list: Nullable(Type.Array(Nullable(Type.String()))),
  either: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
});
const write = compileAnswer(envelopeSchema(Thing, false));
const dataOf = (data: unknown): unknown =>
  (JSON.parse(write(successEnvelope(data, null))) as { data: unknown }).data;

describe("what may be null", () => {
  test("is written as null", () => {
    const nothing = { name: null, size: null, kind: null, inner: null, list: null, either: null };
    expect(dataOf(nothing)).toEqual(nothing);
  });

  test("is written whole where it is there, at every depth", () => {
    const all = {
      name: 'of "Abidjan"',
      size: 7,
      kind: "large",
      inner: { code: null },
      list: ["a", null],
      either: true,
    };
    expect(dataOf(all)).toEqual(all);
    expect(dataOf({ ...all, inner: { code: "x" } })).toEqual({ ...all, inner: { code: "x" } });
  });

  test("keeps back what its schema does not declare", () => {
    const data = {
      name: "a",
      size: 1,
      kind: "small",
      inner: { code: "x", secret: "s" },
      list: [],
      either: "b",
    };
    expect(dataOf(data)).toEqual({ ...data, inner: { code: "x" } });
  });

  test("must be present nevertheless", () => {
    expect(() =>
      write(successEnvelope({ size: 1, kind: null, inner: null, list: null, either: null }, null)),
    ).toThrow(/"name" is required/);
  });
});
