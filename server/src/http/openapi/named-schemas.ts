import { isJson, type Json } from "./json.ts";
import { baseOf, keyOf, kindOf, subschemas } from "./schema-text.ts";
import { writeParts } from "./write-schema.ts";

/**
 * The names of schemas. A schema's name is its `title`. An object without a title is named after its kind, the constant
 * of its field `object`: `checkout.session` becomes `CheckoutSession`.
 */
export interface SchemaNames {
  /** The schema of this name. */
  schema(name: string): Json | undefined;
  /** The name that a schema gives itself, or that an equal one has. */
  nameOf(schema: Json): string | undefined;
  /** The name of the schema that the schema of this name extends. */
  baseOf(name: string): string | undefined;
  /** What stands beside the schema of this name, as JSON. */
  example(name: string): string | undefined;
}

/**
 * The schemas of one document. Each named one is written once, under `components/schemas`; every place that holds it, or
 * an equal schema without a name, refers to it.
 */
export interface NamedSchemas {
  /** The schema as the document shows it. `nameIfNone` names an object that has no name and equals no named one. */
  write(schema: object, nameIfNone?: string): Json;
  /** The name under which `schema` is written; undefined when it has none. */
  nameOf(schema: object): string | undefined;
  /** What was referred to so far, by name in alphabetical order. */
  components(): Json;
}

/** A value that an operation answers with in the documentation. */
export interface Example {
  readonly schema: object;
  readonly value: unknown;
}

/** These say something about one place, so they do not make two schemas different. */
const remarks = ["description", "examples", "default", "deprecated"];

/**
 * Throws when two different schemas have one name. `roots` holds every schema of the service, so that a schema is called
 * the same in each of its documents. Of the `examples` of a named schema, the most frequent one stands beside it.
 */
export function nameSchemas(roots: readonly object[], examples: readonly Example[] = []): SchemaNames {
  const byName = new Map<string, Json>();
  const nameByKey = new Map<string, string>();
  const seen = new WeakSet<object>();
  const collect = (node: unknown): void => {
    if (!isJson(node) || seen.has(node)) return;
    seen.add(node);
    const name = ownName(node);
    if (name !== undefined) {
      const known = byName.get(name);
      if (known !== undefined && keyOf(known, remarks) !== keyOf(node, remarks))
        throw new Error(`two different schemas are named ${name}: give one of them another title`);
      if (known === undefined) byName.set(name, node);
      const key = keyOf(node, remarks);
      if (!nameByKey.has(key)) nameByKey.set(key, name);
    }
    for (const part of subschemas(node)) collect(part);
  };
  for (const root of roots) collect(root);
  const nameOf = (schema: Json): string | undefined =>
    ownName(schema) ?? (isNameable(schema) ? nameByKey.get(keyOf(schema, remarks)) : undefined);
  const exampleTexts = mostFrequent(
    examples.flatMap(({ schema, value }) => {
      const name = nameOf(schema as Json);
      return name === undefined ? [] : [[name, JSON.stringify(value)] as const];
    }),
  );
  return {
    schema: (name) => byName.get(name),
    nameOf,
    // The schema that bears the name of its kind is the one that others extend.
    baseOf: (name) => {
      const kind = kindOf(byName.get(name) ?? {});
      return baseOf(name, kind === undefined || typeName(kind) === name ? undefined : kind, byName);
    },
    example: (name) => exampleTexts.get(name),
  };
}

/** The schemas of a new document. */
export function schemaWriter(names: SchemaNames): NamedSchemas {
  const written = new Map<string, Json>();
  const ownByName = new Map<string, Json>();
  const ownByKey = new Map<string, string>();
  const nameOf = (schema: Json): string | undefined =>
    names.nameOf(schema) ?? (isNameable(schema) ? ownByKey.get(keyOf(schema, remarks)) : undefined);

  const write = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(write);
    if (!isJson(node)) return node;
    const name = nameOf(node);
    return name === undefined ? writeParts(node, write) : refer(name, node);
  };
  const refer = (name: string, place: Json): Json => {
    const schema = names.schema(name) ?? ownByName.get(name) ?? place;
    if (!written.has(name)) {
      written.set(name, {});
      const example = names.example(name);
      written.set(name, {
        ...writeExtension(name, schema),
        ...(example === undefined ? {} : { examples: [JSON.parse(example) as unknown] }),
      });
    }
    const own = remarks.filter(
      (remark) =>
        place[remark] !== undefined && JSON.stringify(place[remark]) !== JSON.stringify(schema[remark]),
    );
    return {
      $ref: `#/components/schemas/${name}`,
      ...Object.fromEntries(own.map((remark) => [remark, place[remark]])),
    };
  };
  /** A schema that has all fields of another one of its kind is written as that one and the rest. */
  const writeExtension = (name: string, schema: Json): Json => {
    const base = names.baseOf(name);
    if (base === undefined) return writeParts(schema, write);
    const inherited = Object.keys((names.schema(base)?.properties ?? {}) as Json);
    const { properties, required, description, title: _name, ...rest } = schema;
    const own = Object.entries(properties as Json).filter(([field]) => !inherited.includes(field));
    const needed = (required as readonly string[]).filter((field) => !inherited.includes(field));
    const extension = { ...rest, required: needed, properties: Object.fromEntries(own) };
    return {
      ...(description === undefined ? {} : { description }),
      allOf: [refer(base, {}), writeParts(extension, write)],
    };
  };

  return {
    nameOf: (schema) => nameOf(schema as Json),
    write: (schema, nameIfNone) => {
      const node = schema as Json;
      if (nameIfNone !== undefined && isNameable(node) && nameOf(node) === undefined) {
        ownByName.set(nameIfNone, node);
        ownByKey.set(keyOf(node, remarks), nameIfNone);
      }
      return write(node) as Json;
    },
    components: () => Object.fromEntries([...written].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** The name that the schema gives itself. */
function ownName(schema: Json): string | undefined {
  if (typeof schema.title === "string") return schema.title;
  const kind = kindOf(schema);
  return kind === undefined ? undefined : typeName(kind);
}

const isNameable = (schema: Json): boolean => isJson(schema.properties) || Array.isArray(schema.enum);

/** `checkout.session`, `createCharge` and `RATE_LIMITED` as names of types. */
export function typeName(text: string): string {
  const words = /[a-z]/.test(text) ? text : text.toLowerCase();
  return words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/** For each name the text that stands beside it most often; of equally frequent ones the first. */
function mostFrequent(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [name, text] of pairs) {
    const texts = counts.get(name) ?? new Map<string, number>();
    texts.set(text, (texts.get(text) ?? 0) + 1);
    counts.set(name, texts);
  }
  return new Map(
    [...counts].flatMap(([name, texts]) => {
      const [most] = [...texts].toSorted(([, left], [, right]) => right - left);
      return most === undefined ? [] : [[name, most[0]] as const];
    }),
  );
}
