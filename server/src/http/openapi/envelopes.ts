import { isJson, type Json } from "./json.ts";

/** What every answer has beside its `data`, for an object and for a page of a list. */
const shared = {
  Answer: sharedPart("What every answer has beside its `data`.", {
    type: "null",
    description: "Null: this is no page of a list.",
  }),
  ListAnswer: sharedPart("What every page of a list has beside its `data`.", {
    $ref: "#/components/schemas/PageMeta",
  }),
};

function sharedPart(description: string, meta: Json): Json {
  return {
    type: "object",
    description,
    required: ["success", "error", "meta"],
    properties: {
      success: { type: "boolean", const: true, description: "True: it was done. A refusal is an `Error`." },
      error: { type: "null", description: "Null: nothing was refused." },
      meta,
    },
  };
}

/** The schemas of a document, with each answer written as what all answers have, and its own `data`. */
export function shareEnvelopes(schemas: Json): Json {
  const used = new Set<keyof typeof shared>();
  const written = Object.entries(schemas).map(([name, schema]) => {
    const { properties } = schema as Json;
    if (!isJson(properties) || !isEnvelope(properties)) return [name, schema];
    const { data, meta } = properties;
    const part = "$ref" in (meta as Json) ? "ListAnswer" : "Answer";
    used.add(part);
    return [
      name,
      {
        allOf: [
          { $ref: `#/components/schemas/${part}` },
          { type: "object", required: ["data"], properties: { data: inOrder(data as Json) } },
        ],
      },
    ];
  });
  return {
    ...Object.fromEntries(written),
    ...Object.fromEntries([...used].map((name) => [name, shared[name]])),
  };
}

const inOrder = (data: Json): Json =>
  data.type !== "array" || data.description !== undefined
    ? data
    : { ...data, description: "In the order of the list." };

/** Of an answer: the error's has `false`. */
const isEnvelope = ({ success, data, error, meta }: Json): boolean =>
  isJson(success) && success.const === true && data !== undefined && isJson(error) && isJson(meta);
