import { fieldDescriptions, schemaDescriptions } from "./field-descriptions.ts";
import { isJson, type Json } from "./json.ts";
import { mapSchema } from "./map-schema.ts";
import { typeName } from "./named-schemas.ts";

/**
 * The schemas of a document with a sentence for each field. A field's own description comes first, then that of
 * `Schema.field` in `field-descriptions.ts`, then that of the schema it refers to, then that of its name.
 */
export function describeFields(schemas: Json): Json {
  const described = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, describeSchema(name, schema as Json)]),
  );
  return Object.fromEntries(
    Object.entries(described).map(([owner, schema]) => [
      owner,
      mapSchema(schema, (field, name) => describeField(described, owner, name, field)),
    ]),
  );
}

const describeSchema = (name: string, schema: Json): Json => {
  const description = schemaDescriptions[name];
  return schema.description !== undefined || description === undefined ? schema : { description, ...schema };
};

function describeField(schemas: Json, owner: string, name: string, given: Json): Json {
  const field = describedOutside(given);
  if (field.description !== undefined) return field;
  const suffix = mayBeNull(field) ? "?" : "";
  const description =
    fieldDescriptions[`${owner}.${name}${suffix}`] ??
    fieldDescriptions[`${owner}.${name}`] ??
    (isDescribed(schemas, field) ? undefined : fieldDescriptions[`${name}${suffix}`]);
  return description === undefined ? field : { ...field, description };
}

function isDescribed(schemas: Json, { $ref }: Json): boolean {
  const target = typeof $ref === "string" ? schemas[$ref.slice($ref.lastIndexOf("/") + 1)] : undefined;
  return isJson(target) && target.description !== undefined;
}

function mayBeNull({ type, anyOf }: Json): boolean {
  const types = Array.isArray(anyOf) ? anyOf.map((branch: Json) => branch.type) : type;
  return Array.isArray(types) && types.includes("null");
}

/** "This or null" says what it is itself, not in its first branch: that is where readers and generators look. */
function describedOutside(field: Json): Json {
  const { anyOf, ...rest } = field;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || rest.description !== undefined) return field;
  const [{ description, ...first }, none] = anyOf as unknown as readonly [Json, Json];
  if (description === undefined || none.type !== "null") return field;
  return { anyOf: [first, none], ...rest, description };
}

/**
 * Fields that occur more than once in the same words are written once, as a schema with the field's name: `createdAt` is
 * `CreatedAt`, and `CreatedAtOrNull` where it may be null. Objects and enums have names of their own already. Of several forms of one field the most frequent
 * one has the name, and only where this makes the document shorter.
 */
export function shareFields(schemas: Json): Json {
  const counts = new Map<string, Map<string, number>>();
  const count = (field: Json, name: string): Json => {
    const shared = sharedName(field, name);
    if (shared === undefined || schemas[shared] !== undefined) return field;
    const forms = counts.get(shared) ?? new Map<string, number>();
    const text = JSON.stringify(field);
    forms.set(text, (forms.get(text) ?? 0) + 1);
    counts.set(shared, forms);
    return field;
  };
  for (const schema of Object.values(schemas)) mapSchema(schema as Json, count);
  const shared = new Map<string, string>();
  for (const [name, forms] of counts) {
    const [text, times] = [...forms].toSorted(([, left], [, right]) => right - left)[0] ?? ["", 0];
    const saved = times * (text.length - JSON.stringify(refTo(name)).length) - text.length - name.length;
    if (saved > 0) shared.set(name, text);
  }
  const place = (field: Json, name: string): Json => {
    const found = sharedName(field, name);
    return found !== undefined && shared.get(found) === JSON.stringify(field) ? refTo(found) : field;
  };
  return Object.fromEntries(
    [
      ...Object.entries(schemas).map(([name, schema]) => [name, mapSchema(schema as Json, place)] as const),
      ...[...shared].map(([name, text]) => [name, JSON.parse(text) as Json] as const),
    ].toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The name under which a field would be shared; undefined for one with fields or a choice of values of its own. */
function sharedName(field: Json, name: string): string | undefined {
  const { $ref, enum: values, const: only, properties } = field;
  if ([$ref, values, only, properties].some((part) => part !== undefined)) return undefined;
  return mayBeNull(field) ? `${typeName(name)}OrNull` : typeName(name);
}
