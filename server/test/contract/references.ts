import type { Json } from "./json.ts";

/**
 * The document as if every named part stood where it is used, so that tests read schemas as the routes declare them:
 * references filled in, extensions (`allOf`) in one object, "this or null" as two branches.
 */
export function withoutReferences(document: Json): Json {
  const filled = new Map<string, Json>();
  const fill = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(fill);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...rest } = node;
    if (typeof $ref !== "string")
      return inOneObject(Object.fromEntries(Object.entries(node).map(([key, part]) => [key, fill(part)])));
    const target = filled.get($ref) ?? fill(targetOf(document, $ref));
    filled.set($ref, target);
    return Object.keys(rest).length === 0 ? target : { ...target, ...rest };
  };
  return withSecurity(fill(document));
}

/** What the document says of all operations, in each that does not say otherwise. */
function withSecurity(document: Json): Json {
  const paths = Object.entries<Json>(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries<Json>(item).map(([method, raw]) => [method, { security: document.security, ...raw }]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function targetOf(document: Json, $ref: string): Json {
  const target = $ref
    .split("/")
    .slice(1)
    .reduce((node: Json, step) => node?.[step], document);
  if (target === undefined) throw new Error(`nothing stands at ${$ref}`);
  return target;
}

function inOneObject(node: Json): Json {
  if (Array.isArray(node.type)) {
    const { type, description, ...rest } = node;
    const branches = type.map((one: string) => (one === "null" ? { type: one } : { type: one, ...rest }));
    return { anyOf: branches, ...(description === undefined ? {} : { description }) };
  }
  if (!Array.isArray(node.allOf)) return node;
  const { allOf, ...rest } = node;
  const [base, extension] = allOf;
  return {
    ...base,
    ...rest,
    required: [...new Set([...(base.required ?? []), ...(extension.required ?? [])])],
    properties: { ...base.properties, ...extension.properties },
  };
}
