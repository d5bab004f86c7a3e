import { capital, joined, refName, type Schema, sentence, valuesOf } from "./schema.ts";

/** Words that cannot be a field of a class. */
const keywords = new Set([
  "from",
  "in",
  "is",
  "class",
  "pass",
  "global",
  "import",
  "return",
  "not",
  "or",
  "and",
]);

/** Writes a document's schemas as Python: aliases, and a TypedDict for each object, also for those inside others. */
export interface PythonTypes {
  /** Python for a schema. An object without a name of its own becomes the TypedDict `name`. */
  typeOf(schema: Schema, name: string): string;
  /** Declares `name` as the schema. */
  declare(name: string, schema: Schema): void;
  /** What has been declared, in its order. */
  declarations(): readonly string[];
}

/** Throws on a form that our documents do not have, and when two types would have one name. */
export function createPythonTypes(schemas: Readonly<Record<string, Schema>>): PythonTypes {
  const declared = new Map<string, string>();

  const put = (name: string, text: string): void => {
    if (declared.has(name)) throw new Error(`two types are named ${name}`);
    declared.set(name, text);
  };

  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) return refName(schema.$ref);
    if ("const" in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return union(choices.map((one) => typeOf(one, name)));
    if (schema.allOf !== undefined) return object(joined(schema, schemas), name);
    const { type } = schema;
    if (typeof type === "object") return union(type.map((one) => typeOf({ ...schema, type: one }, name)));
    switch (type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `List[${typeOf(schema.items ?? {}, `${name}Item`)}]`;
      case "object":
        return object(schema, name);
      case undefined:
        return "Any";
      default:
        throw new Error(`no type for ${JSON.stringify(schema)}`);
    }
  };

  const object = (schema: Schema, name: string): string => {
    const { properties } = schema;
    const values = valuesOf(schema);
    const value = values.length === 0 ? "Any" : union(values.map((one) => typeOf(one, `${name}Value`)));
    if (properties === undefined || Object.keys(properties).length === 0) return `Dict[str, ${value}]`;
    declareObject(name, schema);
    return name;
  };

  const declareObject = (name: string, { properties = {}, required = [], description }: Schema): void => {
    const fields = Object.entries(properties).map(([key, one]) => {
      const type = typeOf(one, `${name}${capital(key.replaceAll(/\W/g, ""))}`);
      return { key, doc: sentence(one), type: required.includes(key) ? type : `NotRequired[${type}]` };
    });
    const isClass = fields.every(({ key }) => /^[A-Za-z_]\w*$/.test(key) && !keywords.has(key));
    const lines = isClass
      ? [
          `class ${name}(TypedDict):`,
          ...(description === undefined ? [] : [...docstring(sentence({ description }), "    "), ""]),
          ...fields.flatMap(({ key, doc, type }) => [`    ${key}: ${type}`, ...docstring(doc, "    ")]),
        ]
      : [
          `${name} = TypedDict(`,
          `    "${name}",`,
          "    {",
          ...fields.flatMap(({ key, doc, type }) => [
            ...(doc === "" ? [] : [`        # ${doc}`]),
            `        "${key}": ${JSON.stringify(type.replaceAll('"', "'"))},`,
          ]),
          "    },",
          ")",
        ];
    put(name, lines.join("\n"));
  };

  return {
    typeOf,
    declare(name, schema) {
      const whole = schema.allOf === undefined ? schema : joined(schema, schemas);
      const withDoc = {
        ...whole,
        ...(schema.description === undefined ? {} : { description: schema.description }),
      };
      if (withDoc.properties !== undefined && Object.keys(withDoc.properties).length > 0) {
        declareObject(name, withDoc);
        return;
      }
      const type = typeOf(schema, `${name}Value`).replaceAll('"', "'");
      put(
        name,
        [`${name}: TypeAlias = ${JSON.stringify(type)}`, ...docstring(sentence(schema), "")].join("\n"),
      );
    },
    declarations: () => [...declared.values()],
  };
}

/** A description as the string after what it describes, which editors show. */
export function docstring(text: string, indent: string): readonly string[] {
  if (text === "") return [];
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
  return [`${indent}"""${safe}${safe.endsWith('"') ? " " : ""}"""`];
}

function literal(value: unknown): string {
  return typeof value === "boolean" ? capital(String(value)) : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
