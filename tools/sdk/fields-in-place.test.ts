import { expect, it } from "vitest";
import type { ApiDocument } from "./document.ts";
import { fieldsInPlace } from "./fields-in-place.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const CreatedAt = { type: "string", description: "ISO 8601, UTC." };
const EndsAtOrNull = { type: ["string", "null"], description: "Null: never." };
const Amount = { type: "string", description: "Minor units." };
const Thing = {
  type: "object",
  properties: {
    createdAt: ref("CreatedAt"),
    endsAt: { ...ref("EndsAtOrNull"), deprecated: true },
    amount: ref("Amount"),
    fee: ref("Amount"),
  },
};
const document: ApiDocument = {
  paths: {},
  components: {
    schemas: { Amount, CreatedAt, EndsAtOrNull, Thing },
    parameters: { CreatedAt: { name: "createdAt", in: "query", schema: Amount } },
    responses: {},
  },
};

it("a field that the document shares stands in its object with its sentence, and is no type; other schemas stay", () => {
  const { schemas, parameters } = fieldsInPlace(document).components;
  expect(schemas).toEqual({
    Amount,
    Thing: {
      type: "object",
      properties: {
        createdAt: CreatedAt,
        endsAt: { ...EndsAtOrNull, deprecated: true },
        amount: ref("Amount"),
        fee: ref("Amount"),
      },
    },
  });
  expect(parameters).toEqual(document.components.parameters);
});

it("a reference to a parameter of the same name stays one", () => {
  const parameters = [{ $ref: "#/components/parameters/CreatedAt" }];
  const paths = { "/things": { get: { operationId: "list", summary: "List", parameters, responses: {} } } };
  expect(fieldsInPlace({ ...document, paths }).paths).toEqual(paths);
});
