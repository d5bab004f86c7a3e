import { describe, expect, test } from "vitest";
import { describeFields, shareFields } from "./fields.ts";
import type { Json } from "./json.ts";

const object = (properties: Json): Json => ({ type: "object", properties });

describe("a field without a description", () => {
  test("says what fields of its name say, and another thing where it may be null", () => {
    const described = describeFields({
      Thing: object({ sessionId: { type: "string" } }),
      Other: object({ sessionId: { type: ["string", "null"] } }),
    });
    expect(described).toMatchObject({
      Thing: { properties: { sessionId: { description: "The checkout session, `cs_…`." } } },
      Other: {
        properties: { sessionId: { description: "The checkout session, `cs_…`; null: made without one." } },
      },
    });
  });
  test("keeps its own words, and those of the schema that it refers to", () => {
    const schemas = {
      Word: { type: "string", description: "A word." },
      Thing: object({
        id: { type: "string", description: "Own." },
        version: { $ref: "#/components/schemas/Word" },
      }),
    };
    expect(describeFields(schemas)).toEqual(schemas);
  });
  test("that may be null says it itself, not in its first branch", () => {
    const field = { anyOf: [{ type: "string", enum: ["A"], description: "Which." }, { type: "null" }] };
    expect(describeFields({ Thing: object({ way: field }) })).toEqual({
      Thing: object({
        way: { anyOf: [{ type: "string", enum: ["A"] }, { type: "null" }], description: "Which." },
      }),
    });
  });
});

describe("a field in the same words", () => {
  const description = "A sentence that is long enough to be worth a reference, and so to be shared.";
  test("is written once, where that is shorter", () => {
    const note = { type: "string", description };
    const shared = shareFields({ A: object({ note }), B: object({ note }), C: object({ note }) });
    const ref = { $ref: "#/components/schemas/Note" };
    expect(shared).toEqual({
      A: object({ note: ref }),
      B: object({ note: ref }),
      C: object({ note: ref }),
      Note: note,
    });
  });
  test("stays where it stands once, and where a schema has its name", () => {
    const once = { A: object({ note: { type: "string", description } }) };
    expect(shareFields(once)).toEqual(once);
    const note = { type: "string", description };
    const taken = { A: object({ note }), B: object({ note }), C: object({ note }), Note: object({}) };
    expect(shareFields(taken)).toEqual(taken);
  });
});
