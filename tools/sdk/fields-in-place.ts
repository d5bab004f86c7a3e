import type { ApiDocument } from "./document.ts";
import { capital, refName, type Schema } from "./schema.ts";

const SCHEMAS = "#/components/schemas/";

/**
 * The document with each shared field written where it stands. The document writes a field that many objects have once,
 * as a schema with the field's name (`createdAt` as `CreatedAt`); a type of that name would tell a reader of a client
 * nothing, and would hide the sentence. Pure.
 */
export function fieldsInPlace(document: ApiDocument): ApiDocument {
  const { schemas } = document.components;
  const shared = new Set(sharedFields(document));
  const place = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(place);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...own } = node as Schema;
    if ($ref?.startsWith(SCHEMAS) === true && shared.has(refName($ref))) {
      return place({ ...schemas[refName($ref)], ...own });
    }
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, place(part)]));
  };
  const kept = Object.entries(schemas).filter(([name]) => !shared.has(name));
  const placed = place({
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(kept) },
  });
  return placed as ApiDocument;
}

/** Names of schemas that are no object and no choice of values, to which fields of the same name refer, and nothing else. */
function sharedFields({ paths, components }: ApiDocument): readonly string[] {
  const { schemas, parameters } = components;
  const foreign = new Set<string>();
  const used = new Set<string>();
  const walk = (node: unknown, field: string | null): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref, properties } = node as Schema;
    if ($ref?.startsWith(SCHEMAS) === true) {
      const name = refName($ref);
      const own = field === null ? "" : typeName(field);
      (name === own || name === `${own}OrNull` ? used : foreign).add(name);
    }
    for (const [name, part] of Object.entries(properties ?? {})) walk(part, name);
    for (const [key, part] of Object.entries(node)) if (key !== "properties") walk(part, null);
  };
  for (const part of [...Object.values(schemas), ...Object.values(parameters), ...Object.values(paths)])
    walk(part, null);
  return [...used].filter((name) => {
    const { type, allOf, oneOf, enum: values } = schemas[name] ?? {};
    const hasParts = type === "object" || [allOf, oneOf, values].some((part) => part !== undefined);
    return !foreign.has(name) && !hasParts;
  });
}

const typeName = (field: string): string =>
  field
    .split(/[^a-zA-Z0-9]+/)
    .map(capital)
    .join("");
