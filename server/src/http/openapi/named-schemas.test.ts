import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { Nullable, OneOf } from "../schemas.ts";
import { nameSchemas, schemaWriter, typeName } from "./named-schemas.ts";

const Shop = Type.Object({ object: Type.Literal("shop.front"), id: Type.String(), open: Type.Boolean() });
const Address = Type.Object({ street: Type.String(), city: Type.String() }, { title: "Address" });

const writerOf = (...given: Parameters<typeof nameSchemas>) => schemaWriter(nameSchemas(...given));

test.each([
  ["checkout.session", "CheckoutSession"],
  ["payment_intent", "PaymentIntent"],
  ["createCharge", "CreateCharge"],
  ["RATE_LIMITED", "RateLimited"],
  ["starting_after", "StartingAfter"],
])("%s is the type %s", (text, name) => expect(typeName(text)).toBe(name));

describe("a schema", () => {
  test("is named after its kind, and stands once", () => {
    const schemas = writerOf([Shop]);
    expect(schemas.write(Type.Array(Shop))).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/ShopFront" },
    });
    expect(schemas.components()).toMatchObject({
      ShopFront: { type: "object", required: ["object", "id", "open"] },
    });
  });
  test("is named by its title, which is not shown", () => {
    const schemas = writerOf([Address]);
    expect(schemas.write(Nullable(Address))).toEqual({
      anyOf: [{ $ref: "#/components/schemas/Address" }, { type: "null" }],
    });
    expect(schemas.components()).toEqual({
      Address: {
        type: "object",
        required: ["street", "city"],
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    });
  });
  test("without a name refers to an equal one, and keeps its own description", () => {
    const copy = Type.Object({ street: Type.String(), city: Type.String() }, { description: "Of the shop." });
    const schemas = writerOf([Address, copy]);
    expect(schemas.write(copy)).toEqual({
      $ref: "#/components/schemas/Address",
      description: "Of the shop.",
    });
  });
  test("that has all fields of its kind is written as that kind and the rest", () => {
    const WithKey = Type.Object({ ...Shop.properties, key: Type.String() }, { title: "ShopWithKey" });
    const schemas = writerOf([WithKey, Shop]);
    schemas.write(WithKey);
    expect(schemas.components()).toMatchObject({
      ShopFront: { properties: { id: { type: "string" } } },
      ShopWithKey: {
        allOf: [
          { $ref: "#/components/schemas/ShopFront" },
          { type: "object", required: ["key"], properties: { key: { type: "string" } } },
        ],
      },
    });
  });
  test("has one name only for one shape", () => {
    const other = Type.Object({ object: Type.Literal("shop.front"), id: Type.Integer() });
    expect(() => nameSchemas([Shop, other])).toThrow("two different schemas are named ShopFront");
  });
  test("says its rule where it has no description", () => {
    const schemas = writerOf([]);
    expect(schemas.write(Type.String({ "x-rule": "must be a UUID" }))).toEqual({
      type: "string",
      description: "Must be a UUID.",
    });
  });
  test("that may be null is short for a plain type, and not for a list of words", () => {
    const schemas = writerOf([]);
    expect(schemas.write(Nullable(Type.Integer({ minimum: 1 })))).toEqual({
      type: ["integer", "null"],
      minimum: 1,
    });
    expect(schemas.write(Nullable(OneOf(["A", "B"])))).toHaveProperty("anyOf");
  });
  test("is shown by the example that its operations show most often", () => {
    const example = (id: string) => ({ schema: Address, value: { street: id, city: "Abidjan" } });
    const schemas = writerOf([Address], [example("a"), example("b"), example("b")]);
    schemas.write(Address);
    expect(schemas.components()).toMatchObject({ Address: { examples: [{ street: "b", city: "Abidjan" }] } });
  });
});
