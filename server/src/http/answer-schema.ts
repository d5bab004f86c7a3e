import fastJsonStringify from "fast-json-stringify";

const metaSchema = {
  title: "PageMeta",
  type: "object",
  required: ["page", "pageSize", "total", "totalPages", "hasMore", "nextCursor"],
  properties: {
    page: { type: ["integer", "null"] },
    pageSize: { type: "integer" },
    total: { type: ["integer", "null"] },
    totalPages: { type: ["integer", "null"] },
    hasMore: { type: "boolean" },
    nextCursor: { type: ["string", "null"] },
  },
} as const;

type Json = Record<string, unknown>;
const envelopes = {
  list: new WeakMap<object, Json>(),
  array: new WeakMap<object, Json>(),
  object: new WeakMap<object, Json>(),
};

/** The schema of the whole answer around `data`. One schema has one envelope, so that a process compiles it once. */
export function envelopeSchema(data: object, isList: boolean): Json {
  const items = itemsOf(data);
  const known = envelopes[isList ? "list" : items === null ? "object" : "array"];
  const key = items ?? data;
  const envelope = known.get(key) ?? {
    type: "object",
    required: ["success", "data", "error", "meta"],
    properties: {
      success: { type: "boolean", const: true },
      data,
      error: { type: "null" },
      meta: isList ? metaSchema : { type: "null" },
    },
  };
  known.set(key, envelope);
  return envelope;
}

/**
 * The item type of a plain array: routes write a new `Type.Array(Thing)` each time, but `Thing` is always the same
 * object.
 */
function itemsOf(data: object): object | null {
  const { type, items, ...rest } = data as Readonly<Record<string, unknown>>;
  const isPlain = type === "array" && Object.keys(rest).every((key) => key.startsWith("~"));
  return isPlain && typeof items === "object" ? items : null;
}

type Serializer = (answer: unknown) => string;
const serializers = new WeakMap<object, Serializer>();

/** The serializer for answers of this schema, compiled by the first; it leaves out fields that the schema does not declare. */
export function compileAnswer(schema: object): Serializer {
  const known = serializers.get(schema);
  if (known !== undefined) return known;
  let compiled: Serializer | null = null;
  const serialize: Serializer = (answer) => {
    compiled ??= fastJsonStringify(withNullable(schema) as object) as Serializer;
    return compiled(answer);
  };
  serializers.set(schema, serialize);
  return serialize;
}

/**
 * A copy in which "this or null" is written as `nullable`: the serializer then makes one comparison, while for a union
 * it tries each branch completely before it writes one.
 */
function withNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullable);
  if (typeof node !== "object" || node === null) return node;
  const { anyOf, ...rest } = node as Json;
  const other = otherThanNull(anyOf);
  const plain = other === null ? (node as Json) : { ...other, ...rest, nullable: true };
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, withNullable(value)]));
}

/** The other branch of a two-branch union with null; null when there is none, or when it has no single type. */
function otherThanNull(anyOf: unknown): Json | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const branches = anyOf as readonly Json[];
  const other = branches.find(({ type }) => type !== "null");
  const hasNull = branches.some(({ type }) => type === "null");
  return hasNull && typeof other?.type === "string" ? other : null;
}
