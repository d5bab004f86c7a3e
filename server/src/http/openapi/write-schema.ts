import type { Json } from "./json.ts";
import { listKeys, mapKeys, schemaKeys } from "./schema-text.ts";

const plainTypes = ["string", "integer", "number", "boolean"];

/** "This or null" of a plain type without a name in its short form: `type: [string, null]`. */
function shortNull(node: Json): Json {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node;
  const [plain, none] = anyOf as unknown as readonly [Json, Json];
  const isPlain =
    plainTypes.includes(String(plain.type)) &&
    plain.enum === undefined &&
    plain.const === undefined &&
    plain.title === undefined;
  if (!isPlain || none.type !== "null") return node;
  return { ...plain, ...rest, type: [plain.type, "null"] };
}

/** A copy without what only this service's own messages need, with `write` applied to the schemas inside. */
export function writeParts(given: Json, write: (part: unknown) => unknown): Json {
  const node = shortNull(given);
  const rule = node["x-rule"];
  const described =
    node.description !== undefined || typeof rule !== "string"
      ? node
      : { ...node, description: sentence(rule) };
  return Object.fromEntries(
    Object.entries(described).flatMap(([key, value]) => {
      if (key === "title" || key === "x-rule") return [];
      if (key === "x-told-by") return [["discriminator", discriminator(node, String(value), write)]];
      if (schemaKeys.includes(key) || listKeys.includes(key)) return [[key, write(value)]];
      if (!mapKeys.includes(key)) return [[key, value]];
      const fields = Object.entries(value as Json).map(([name, field]) => [name, write(field)]);
      return [[key, Object.fromEntries(fields)]];
    }),
  );
}

const sentence = (rule: string): string => `${rule.slice(0, 1).toUpperCase()}${rule.slice(1)}.`;

/** The forms of `oneOf` by the constant of their field `propertyName`. Each form has a name. */
function discriminator(node: Json, propertyName: string, write: (part: unknown) => unknown): Json {
  const forms = node.oneOf as readonly { readonly properties: Readonly<Record<string, Json>> }[];
  const mapping = forms.map((form) => [form.properties[propertyName]?.const, (write(form) as Json).$ref]);
  return { propertyName, mapping: Object.fromEntries(mapping) };
}
