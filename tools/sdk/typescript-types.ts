import { refName, type Schema, valuesOf } from "./schema.ts";

/** TypeScript for a schema. Pure; throws on a form that our documents do not have. */
export function typeOf(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((one) => typeOf(one, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeOf(one, indent)).join(" & ");
  const { type } = schema;
  if (typeof type === "object") return union(type.map((one) => typeOf({ ...schema, type: one }, indent)));
  switch (type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${grouped(typeOf(schema.items ?? {}, indent))}[]`;
    case "object":
      return objectType(schema, indent);
    case undefined:
      return "unknown";
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectType(schema: Schema, indent: string): string {
  const { properties, required = [] } = schema;
  const values = valuesOf(schema);
  if (properties === undefined) {
    return `Readonly<Record<string, ${values.length === 0 ? "unknown" : union(values.map((one) => typeOf(one, indent)))}>>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, one]) => [
    ...docLines(one, inner),
    `${inner}readonly ${keyOf(name)}${required.includes(name) ? "" : "?"}: ${typeOf(one, inner)};`,
  ]);
  return lines.length === 0 ? "Readonly<Record<string, never>>" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** A description as a comment. */
export function docLines({ description, deprecated }: Schema, indent: string): readonly string[] {
  const text = [description, deprecated === true ? "@deprecated" : undefined]
    .filter((part) => part !== undefined)
    .join(" ")
    .replaceAll("*/", "* /")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? [] : [`${indent}/** ${text} */`];
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function grouped(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}
