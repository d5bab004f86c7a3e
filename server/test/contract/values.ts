import fc from "fast-check";
import type { Json } from "./document.ts";

/** Request values from JSON schemas: valid ones, and ones broken in ways that harm careless servers. */

const PATTERN_FALLBACK = fc.string({ minLength: 1, maxLength: 12 });
const DEPTH_MAX = 4;

/** Mostly fits `schema`; values that break rules outside the schema (a lookahead, a check in code) may be refused. */
export function fitting(schema: Json, depth = 0): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const branches: readonly Json[] = schema.anyOf ?? schema.oneOf ?? [];
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => fitting(branch, depth)));
  switch (schema.type) {
    case "string":
      return fittingText(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 1_000_000) });
    case "number":
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
    case "boolean":
      return fc.boolean();
    case "array":
      return (schema.uniqueItems === true ? fc.uniqueArray : fc.array)(
        fitting(schema.items ?? {}, depth + 1),
        {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 4),
        },
      );
    case "object":
      return fittingObject(schema, depth);
    default:
      return fc.constant(null);
  }
}

function fittingObject(schema: Json, depth: number): fc.Arbitrary<unknown> {
  if (depth > DEPTH_MAX) return fc.constant({});
  const patterns = Object.entries<Json>(schema.patternProperties ?? {});
  const [keyed] = patterns;
  if (keyed !== undefined)
    return fc.dictionary(textMatching(keyed[0]), fitting(keyed[1], depth + 1), { maxKeys: 3 });
  const fields = Object.entries<Json>(schema.properties ?? {});
  const required: readonly string[] = schema.required ?? [];
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, fitting(field, depth + 1)])), {
    requiredKeys: [...required],
  });
}

function fittingText(schema: Json): fc.Arbitrary<string> {
  const examples: readonly string[] = schema.examples ?? [];
  const some = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  if (schema.format === "date-time")
    return fc
      .date({ min: new Date(0), max: new Date("2099-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === "email") return fc.emailAddress();
  if (schema.pattern !== undefined) return fc.oneof(...some, textMatching(schema.pattern));
  const text = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 60),
    unit: "grapheme",
  });
  return fc.oneof(...some, text, fc.constantFrom("https://shop.example/a", "+2250500000789", "MTN", "a"));
}

function textMatching(pattern: string): fc.Arbitrary<string> {
  if (pattern.includes("(?=")) return PATTERN_FALLBACK;
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return PATTERN_FALLBACK;
  }
}

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

/** Values that no field expects. */
export const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, "", " ", "\t", "\n"],
  ...["\0", "a\0b", "\ud800", "\udc00a", "\u202e", "\ufeff", "\u200b", "e\u0301", "💥".repeat(300), "١٢٣"],
  ...[
    "a".repeat(5_000),
    "9".repeat(400),
    "-1",
    "0",
    "1e3",
    "１２",
    "0x10",
    "NaN",
    "Infinity",
    "null",
    "true",
  ],
  ...[
    "<script>alert(1)</script>",
    "' or '1'='1",
    "$1; drop table x",
    "{{7*7}}",
    "#{7*7}",
    "%00",
    "%s%n",
    "../../x",
  ],
  ...[
    "\r\nSet-Cookie: a=b",
    "https://[::1",
    "javascript:alert(1)",
    "https://u:p@h/",
    "//evil.example",
    "data:,x",
  ],
  ...["2026-13-45T99:99:99Z", "0000-01-01T00:00:00Z", "+275760-09-13T00:00:00.001Z", "2026-11-21T10:00:00"],
  ...[
    "9999-12-31T23:59:60Z",
    "-000001-01-01T00:00:00Z",
    "__proto__",
    "constructor",
    "cs_",
    `cs_${"z".repeat(58)}`,
  ],
  ...[
    [],
    [[]],
    [null],
    {},
    { a: 1 },
    { length: 1e9 },
    { toString: "x" },
    { valueOf: "x" },
    nested(10),
    nested(60),
  ],
  ...[
    Array.from({ length: 2_000 }, () => 0),
    Object.fromEntries(Array.from({ length: 300 }, (_none, n) => [`k${n}`, n])),
  ],
];

const hostile = fc.constantFrom(...hostileValues);

/**
 * A JSON text made from a valid body by one or two mutations: the text itself, since some cannot be expressed as a
 * value.
 */
export function bentBody(schema: Json): fc.Arbitrary<string> {
  const body = fitting(schema);
  const replaced = fc
    .tuple(body, fc.nat(), hostile)
    .map(([value, at, blow]) => JSON.stringify(replaceAt(value, at, blow)));
  const renamed = fc
    .tuple(
      body,
      fc.constantFrom("__proto__x", "Amount", "amount ", "$ref", "", "a.b", "é", "constructo"),
      hostile,
    )
    .map(([value, name, blow]) => JSON.stringify({ ...(value as object), [name]: blow }));
  const dropped = fc.tuple(body, fc.nat()).map(([value, at]) => {
    const entries = Object.entries(value as object);
    return JSON.stringify(
      Object.fromEntries(entries.filter((_entry, index) => index !== at % entries.length)),
    );
  });
  const rewritten = fc
    .tuple(body, fc.constantFrom(...textBlows))
    .map(([value, blow]) => blow(JSON.stringify(value)));
  return fc.oneof({ weight: 5, arbitrary: replaced }, renamed, dropped, { weight: 2, arbitrary: rewritten });
}

const inject = (json: string, member: string): string =>
  json === "{}" ? `{${member}}` : `{${member},${json.slice(1)}`;

/** Mutations of the text that `JSON.stringify` would never write. */
const textBlows: readonly ((json: string) => string)[] = [
  (json) => inject(json, '"amount":"1","amount":"2"'),
  (json) => inject(json, '"__proto__":{"admin":true}'),
  (json) => inject(json, '"constructor":{"prototype":{"x":1}}'),
  (json) => inject(json, `"amount":${"9".repeat(400)}`),
  (json) => inject(json, '"amount":1e999'),
  (json) => inject(json, '"maxAttempts":-1e-999'),
  (json) => inject(json, `"metadata":${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  (json) => inject(json, `"metadata":${'{"a":'.repeat(500)}1${"}".repeat(500)}`),
  (json) => inject(json, '"title":"\\u0000"'),
  (json) => inject(json, '"title":"\\ud83d"'),
  (json) => json.slice(0, -1),
  (json) => `${json}${json}`,
  (json) => `\ufeff${json}`,
  (json) => `[${json}]`,
  (json) => `/* */${json}`,
  (json) => json.replaceAll('"', "'"),
  (json) => ` ${json} \n`,
  () => "",
  () => "null",
  () => "0",
  () => '"{}"',
];

/** `value` with the node number `at` in reading order replaced. */
function replaceAt(value: unknown, at: number, blow: unknown): unknown {
  const paths = pathsOf(value);
  const path = paths[at % paths.length] ?? [];
  const put = (node: unknown, rest: readonly (string | number)[]): unknown => {
    const [key, ...more] = rest;
    if (key === undefined) return blow;
    if (Array.isArray(node)) return node.map((item, index) => (index === key ? put(item, more) : item));
    return { ...(node as object), [key]: put((node as Record<string, unknown>)[key], more) };
  };
  return put(value, path);
}

function pathsOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [at];
  const children: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return [at, ...children.flatMap(([key, child]) => pathsOf(child, [...at, key]))];
}

/** Path and query values where `usual` ones work. */
export function bentText(usual: readonly string[]): fc.Arbitrary<string> {
  const texts = hostileValues.filter((value): value is string => typeof value === "string");
  return fc.oneof(
    fc.constantFrom(...usual),
    fc.constantFrom(...texts),
    fc
      .tuple(fc.constantFrom(...usual), fc.constantFrom("x", " ", "\0", "/", "%", "é"))
      .map(([text, end]) => text + end),
    fc.string({ maxLength: 30, unit: "binary" }),
  );
}
