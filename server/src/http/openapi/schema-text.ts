import { isJson, type Json } from "./json.ts";

/** Where a schema holds another one, a list of them, and a map of them. */
export const schemaKeys = ["items", "additionalProperties", "not"];
export const listKeys = ["anyOf", "oneOf"];
export const mapKeys = ["properties", "patternProperties"];

export function subschemas(node: Json): readonly unknown[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (schemaKeys.includes(key)) return [value];
    if (listKeys.includes(key)) return value as readonly unknown[];
    return mapKeys.includes(key) ? Object.values(value as Json) : [];
  });
}

const texts = new WeakMap<object, string>();

/** A schema as text: equal for schemas that differ in names and in the messages to callers alone. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(textOf).join()}]`;
  if (!isJson(node)) return JSON.stringify(node);
  const known = texts.get(node) ?? keyOf(node, []);
  texts.set(node, known);
  return known;
}

/** The same without some keys of the outermost level. */
export function keyOf(schema: Json, without: readonly string[]): string {
  return Object.entries(schema)
    .filter(([key, value]) => !without.includes(key) && !(isUnread(key) && typeof value === "string"))
    .map(([key, value]) => `${key}:${textOf(value)};`)
    .join("");
}

const isUnread = (key: string): boolean => key === "title" || key === "x-rule";

/** The constant of an object's field `object`. */
export function kindOf({ properties }: Json): string | undefined {
  const kind = isJson(properties) ? properties.object : undefined;
  if (!isJson(kind)) return undefined;
  const only = kind.const ?? (Array.isArray(kind.enum) && kind.enum.length === 1 ? kind.enum[0] : undefined);
  return typeof only === "string" ? only : undefined;
}

const BASE_FIELDS_MIN = 3;

/**
 * The schema that this one extends: of those whose fields it has all, the one with the most. Only a schema of the same
 * kind, for one that does not bear the kind's name, or one whose name says so: `PayoutBatch` and `PayoutBatchSummary`,
 * `SignedWebhookAttempt` and `WebhookAttempt`.
 */
export function baseOf(
  name: string,
  kind: string | undefined,
  known: ReadonlyMap<string, Json>,
): string | undefined {
  const fields = fieldTexts(known.get(name) ?? {});
  const bases = [...known].flatMap(([other, candidate]) => {
    const isOfKind = kind !== undefined && kindOf(candidate) === kind;
    if (other === name || !(isOfKind || isNameOf(name, other))) return [];
    const inherited = fieldTexts(candidate);
    const isBase =
      inherited.size >= BASE_FIELDS_MIN &&
      inherited.size < fields.size &&
      [...inherited].every(([field, text]) => fields.get(field) === text);
    return isBase ? [{ other, size: inherited.size }] : [];
  });
  return bases.toSorted((left, right) => right.size - left.size)[0]?.other;
}

const isNameOf = (name: string, base: string): boolean =>
  base.startsWith(name) || name.startsWith(base) || name.endsWith(base);

/** Each field with its schema and whether it is required, as text. */
function fieldTexts({ properties = {}, required }: Json): ReadonlyMap<string, string> {
  const needed = new Set(required as readonly string[] | undefined);
  return new Map(
    Object.entries(properties as Json).map(([field, schema]) => [
      field,
      `${needed.has(field)} ${textOf(schema)}`,
    ]),
  );
}
