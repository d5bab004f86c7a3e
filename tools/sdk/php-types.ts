import { joined, refName, type Schema, valuesOf } from "./schema.ts";

/** PHP for a schema, in the words of PHPStan. Pure; throws on a form that our documents do not have. */
export function phpType(schema: Schema, schemas: Readonly<Record<string, Schema>>, indent = ""): string {
  const inner = (one: Schema) => phpType(one, schemas, indent);
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if ("const" in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join("|");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(inner));
  if (schema.allOf !== undefined) return shape(joined(schema, schemas), schemas, indent);
  const { type } = schema;
  if (typeof type === "object") return union(type.map((one) => inner({ ...schema, type: one })));
  switch (type) {
    case "string":
      return "string";
    case "integer":
      return "int";
    case "number":
      return "int|float";
    case "boolean":
      return "bool";
    case "null":
      return "null";
    case "array":
      return `list<${inner(schema.items ?? {})}>`;
    case "object":
      return shape(schema, schemas, indent);
    case undefined:
      return "mixed";
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function shape(schema: Schema, schemas: Readonly<Record<string, Schema>>, indent: string): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    const values = valuesOf(schema);
    return `array<string, ${values.length === 0 ? "mixed" : union(values.map((one) => phpType(one, schemas, indent)))}>`;
  }
  const inner = `${indent}  `;
  const lines = fields.map(([name, one]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
    return ` * ${inner}${key}${required.includes(name) ? "" : "?"}: ${phpType(one, schemas, inner)},`;
  });
  return `array{\n${lines.join("\n")}\n * ${indent}}`;
}

function literal(value: unknown): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join("|");
}
