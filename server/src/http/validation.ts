import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";

/** Ajv's error about one value. */
export type SchemaError = Pick<ErrorObject, "instancePath" | "schemaPath" | "keyword" | "params"> & {
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
};

/** One entry of `error.details.fields`. */
export interface FieldError {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** More would not help, and a hostile body must not be answered by a larger one. */
const FIELD_ERRORS_MAX = 50;
const FIELD_PATH_LENGTH_MAX = 120;

/**
 * Nothing is coerced, nothing removed: a number in place of text is refused, and so is an unknown field. Only query
 * strings get defaults, because a body's fingerprint must be that of what was sent.
 */
function createAjv(useDefaults: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults,
    allowUnionTypes: true,
  });
  addFormats.default(ajv);
  // Only documented here: each address has its own, stricter rule (scheme, host).
  for (const format of ["uri", "uri-template"]) ajv.addFormat(format, true);
  return ajv;
}
const bodyAjv = createAjv(false);
const queryAjv = createAjv(true);

export interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

export function compileBody(schema: object): Validator {
  return atFirstUse(() => bodyAjv.compile(schema) as Validator);
}

/** Query strings contain only text, so numbers and booleans are first read from their one canonical spelling. */
export function compileQuery(schema: object): Validator {
  const validate = atFirstUse(() => queryAjv.compile(schema) as Validator);
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const coerced = Object.entries(properties).filter(([, { type }]) => type !== undefined && type in readers);
  const withCoercion: Validator = (value) => {
    const query = value as Record<string, unknown>;
    for (const [name, { type }] of coerced) {
      const text = query[name];
      if (typeof text === "string") query[name] = readers[type ?? ""]?.(text) ?? text;
    }
    const valid = validate(query);
    withCoercion.errors = validate.errors ?? null;
    return valid;
  };
  return withCoercion;
}

/**
 * Compiled when the first value comes. A process has hundreds of schemas and needs few of them at once, and to compile
 * all of them was a fifth of a start.
 */
function atFirstUse(compile: () => Validator): Validator {
  let compiled: Validator | null = null;
  const validate: Validator = (value) => {
    compiled ??= compile();
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

const readers: Readonly<Record<string, (text: string) => number | boolean | null>> = {
  integer: (text) => (/^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null),
  number: (text) => (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : null),
  boolean: (text) => (text === "true" ? true : text === "false" ? false : null),
};

/**
 * A copy of `schema` in which no object accepts undeclared fields, so that bodies and queries are strict by
 * construction and no module can forget it. `allOf` is refused, since two strict halves accept nothing. Equal schemas
 * share one copy, so that each is compiled once: a third of the routes declare a query or a body that another route has
 * too, and tests make many servers in one process.
 */
export function closed(schema: TSchema): Record<string, unknown> {
  const known = closedCopies.get(schema);
  if (known !== undefined) return known;
  const copy = close(schema) as Record<string, unknown>;
  const text = JSON.stringify(copy);
  const shared = closedCopiesByText.get(text) ?? copy;
  closedCopiesByText.set(text, shared);
  closedCopies.set(schema, shared);
  return shared;
}
const closedCopies = new WeakMap<object, Record<string, unknown>>();
const closedCopiesByText = new Map<string, Record<string, unknown>>();

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== "object" || node === null) return node;
  if ("allOf" in node) throw new Error("allOf cannot be strict: declare the object's fields in one place");
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "examples" || key === "default" ? value : close(value),
    ]),
  );
  if (copy.type === "object" && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

/** Every field that does not fit, in plain sentences; `details.fields` of VALIDATION_ERROR. */
export function fieldErrors(found: readonly SchemaError[], part: string): readonly FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const error of settleUnions(found)) {
    const path = pathOf(error, part);
    // One message per field: an empty text breaks its length and its pattern, and one correction fixes both.
    if (fields.has(path)) continue;
    fields.set(path, { path, rule: ruleOf(error), message: `${path} ${sentenceOf(error, part)}.` });
    if (fields.size === FIELD_ERRORS_MAX) break;
  }
  return [...fields.values()];
}

/**
 * For a union Ajv reports the errors of all branches. The caller meant one of them: the branch that fits best is kept,
 * where a wrong discriminator counts more than any number of other errors.
 */
function settleUnions(found: readonly SchemaError[]): readonly SchemaError[] {
  const union = found
    .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
    .sort((left, right) => left.schemaPath.length - right.schemaPath.length)[0];
  if (union === undefined) return found;
  const prefix = `${union.schemaPath}/`;
  const isInside = (error: SchemaError): boolean =>
    error !== union &&
    error.schemaPath.startsWith(prefix) &&
    error.instancePath.startsWith(union.instancePath);
  const outside = found.filter((error) => error !== union && !isInside(error));
  const branches = new Map<string, SchemaError[]>();
  for (const error of found.filter(isInside)) {
    const index = error.schemaPath.slice(prefix.length).split("/")[0] ?? "";
    branches.set(index, [...(branches.get(index) ?? []), error]);
  }
  const meant = [...branches.values()].filter(
    (errors) => !errors.some((error) => isNullBranch(error, union)),
  );
  const discriminator = discriminatorOf(meant);
  if (discriminator !== undefined) return settleUnions([...outside, discriminator]);
  const best = meant.sort((left, right) => costOf(left, union) - costOf(right, union))[0];
  const keepsUnion =
    best === undefined ||
    union.parentSchema?.["x-rule"] !== undefined ||
    best.every((error) => isConst(error, union));
  const kept: SchemaError[] = keepsUnion ? [{ ...union, keyword: "enum", params: constsOf(branches) }] : best;
  return settleUnions([...outside, ...kept]);
}

/** When every branch requires another constant in the same field, that field is the error. */
function discriminatorOf(branches: readonly (readonly SchemaError[])[]): SchemaError | undefined {
  const consts = branches.map((errors) => errors.find(({ keyword }) => keyword === "const"));
  const [first] = consts;
  if (branches.length < 2 || first === undefined) return undefined;
  if (!consts.every((error) => error?.instancePath === first.instancePath)) return undefined;
  const allowedValues = consts.map((error) => error?.params.allowedValue as unknown);
  return { ...first, keyword: "enum", params: { allowedValues } };
}

const isNullBranch = (error: SchemaError, union: SchemaError): boolean =>
  error.keyword === "type" && error.params.type === "null" && error.instancePath === union.instancePath;
const isConst = (error: SchemaError, union: SchemaError): boolean =>
  error.keyword === "const" && error.instancePath === union.instancePath;
const costOf = (branch: readonly SchemaError[], union: SchemaError): number =>
  branch.reduce(
    (cost, { keyword, instancePath }) =>
      cost +
      (instancePath === union.instancePath && keyword === "type"
        ? 10_000
        : keyword === "const" || keyword === "enum"
          ? 100
          : 1),
    0,
  );
const constsOf = (branches: ReadonlyMap<string, readonly SchemaError[]>): { allowedValues: unknown[] } => ({
  allowedValues: [...branches.values()]
    .flat()
    .flatMap(({ keyword, params }) => (keyword === "const" ? [params.allowedValue as unknown] : [])),
});

function pathOf({ instancePath, keyword, params }: SchemaError, part: string): string {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const extra =
    keyword === "required"
      ? params.missingProperty
      : keyword === "additionalProperties"
        ? params.additionalProperty
        : undefined;
  if (typeof extra === "string") steps.push(extra);
  const path = steps.reduce(
    (text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
  return path === "" ? part : path.slice(0, FIELD_PATH_LENGTH_MAX);
}

function ruleOf({ keyword }: SchemaError): string {
  return keyword === "additionalProperties" ? "unknown" : keyword;
}

function sentenceOf({ keyword, params, parentSchema, data }: SchemaError, part: string): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") {
    return part === "querystring" ? "is not a parameter of this operation" : "is not a field of this request";
  }
  const rule = parentSchema?.["x-rule"];
  if (typeof rule === "string") return rule;
  const limit = Number(params.limit);
  switch (keyword) {
    case "type":
      return `must be ${kindNames[String(params.type)] ?? String(params.type)}, not ${kindOf(data)}`;
    case "enum": {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : [];
      return allowed.length === 0 ? "has none of the accepted forms" : `must be one of ${allowed.join(", ")}`;
    }
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return limit === 1 ? "must have at least one entry" : `must have at least ${limit} entries`;
    case "maxItems":
      return `must have at most ${limit} entries`;
    case "maxProperties":
      return `must have at most ${limit} fields`;
    case "minProperties":
      return `must have at least ${limit === 1 ? "one field" : `${limit} fields`}`;
    case "uniqueItems":
      return "must not hold the same entry twice";
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be above ${limit}`;
    case "exclusiveMaximum":
      return `must be below ${limit}`;
    case "multipleOf":
      return `must be a multiple of ${String(params.multipleOf)}`;
    case "format":
      return formatSentences[String(params.format)] ?? `must be in the format ${String(params.format)}`;
    case "pattern":
      return `must match ${String(params.pattern)}`;
    default:
      return "is not valid";
  }
}

const kindNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  return kindNames[typeof value] ?? typeof value;
}

const formatSentences: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  uri: "must be an absolute address (URL)",
  "date-time": "must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z",
  date: "must be a date, for example 2026-11-21",
  uuid: "must be a UUID",
};
