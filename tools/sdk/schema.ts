/** A JSON Schema as our OpenAPI documents have it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** The name at the end of a reference. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The schemas of the values of an object without named fields. */
export function valuesOf({ additionalProperties, patternProperties }: Schema): readonly Schema[] {
  return [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ];
}

/** The fields of an object whose parts are joined by `allOf`, references followed; other schemas as they are. */
export function joined(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref !== undefined) {
    const target = schemas[refName(schema.$ref)];
    if (target === undefined) throw new Error(`there is no schema ${schema.$ref}`);
    return joined(target, schemas);
  }
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((part) => joined(part, schemas));
  const fields = parts.map(({ properties = {} }) => properties);
  return {
    ...(schema.description === undefined ? {} : { description: schema.description }),
    type: "object",
    properties: Object.assign({}, ...fields) as Readonly<Record<string, Schema>>,
    required: [...new Set(parts.flatMap(({ required = [] }) => required))],
  };
}

/** A description on one line. */
export function sentence({ description, deprecated }: Schema): string {
  return [description, deprecated === true ? "Deprecated." : undefined]
    .filter((part) => part !== undefined)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

/** `checkoutSessions` as `CheckoutSessions`. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `checkoutSessions` as `checkout_sessions`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
