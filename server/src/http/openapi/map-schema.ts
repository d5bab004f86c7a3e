import { isJson, type Json } from "./json.ts";
import { listKeys, mapKeys, schemaKeys } from "./schema-text.ts";

/** A copy of a written schema with `change` applied to each field of an object in it, the innermost first. */
export function mapSchema(schema: Json, change: (field: Json, name: string) => Json): Json {
  const inner = (part: unknown): unknown => (isJson(part) ? mapSchema(part, change) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (schemaKeys.includes(key)) return [key, inner(value)];
      if (listKeys.includes(key) || key === "allOf") return [key, (value as readonly unknown[]).map(inner)];
      if (!mapKeys.includes(key)) return [key, value];
      const isFields = key === "properties";
      const parts = Object.entries(value as Json).map(([name, part]) => {
        const copy = inner(part);
        return [name, isFields && isJson(copy) ? change(copy, name) : copy];
      });
      return [key, Object.fromEntries(parts)];
    }),
  );
}
