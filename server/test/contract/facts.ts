import type { Json } from "./document.ts";

/**
 * The facts that callers rely on, as `key` → `value`, from the OpenAPI document. `>` leads to what they send, `<` to
 * what they receive. An answer's object is a separate shape, listed once by its name; so is an event.
 */
export type Facts = ReadonlyMap<string, string>;

const constraints = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "pattern",
] as const;

export function factsOf(document: Json): Facts {
  const facts = new Map<string, string>();
  const shapes = new Map<string, string>();
  let always: readonly string[] | null = null;
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, raw] of Object.entries<Json>(item)) {
      const operation = `${method.toUpperCase()} ${path}`;
      const scheme = Object.keys(raw.security[0] ?? {})[0] ?? "public";
      facts.set(
        operation,
        [raw.operationId, scheme, raw["x-permission"] ?? "-", raw["x-idempotency"] ?? "none"].join(" "),
      );
      for (const { in: where, name, required, schema } of raw.parameters)
        requestFacts(facts, `${operation} > ${where} ${name}`, schema, required === true);
      const body = raw.requestBody?.content["application/json"].schema;
      if (body !== undefined) requestFacts(facts, `${operation} > body`, body, raw.requestBody.required);
      for (const [status, response] of Object.entries<Json>(raw.responses)) {
        const own = Object.keys(response.headers ?? {});
        always = always === null ? own : always.filter((name) => own.includes(name));
        if (!(Number(status) < 400)) continue;
        for (const [mediaType, { schema }] of Object.entries<Json>(response.content)) {
          const data = schema.properties?.data;
          const shape = data === undefined ? "file" : answerShape(facts, shapes, data, raw.operationId);
          facts.set(`${operation} < ${status} ${mediaType}`, shape);
        }
      }
    }
  }
  for (const [type, item] of Object.entries<Json>(document.webhooks ?? {})) {
    const own = new Map<string, string>();
    answerFacts(own, "", item.post.requestBody.content["application/json"].schema);
    for (const [path, value] of own) facts.set(`shape event ${type}${path}`, value);
  }
  for (const name of always ?? []) facts.set(`every answer < header ${name}`, "sent");
  return new Map([...facts].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function requestFacts(facts: Map<string, string>, at: string, schema: Json, required: boolean): void {
  const type = typeOf(schema);
  // A body can have several forms: what one of them does not require is not required.
  if (facts.get(at) !== type) facts.set(at, `${type}${required ? " required" : ""}`);
  for (const branch of branchesOf(schema)) {
    for (const name of constraints) {
      if (branch[name] !== undefined) facts.set(`${at} ${name}`, String(branch[name]));
    }
    for (const value of branch.enum ?? [branch.const ?? []].flat()) facts.set(`${at} = ${value}`, "allowed");
    if (branch.type === "array") requestFacts(facts, `${at}[]`, branch.items ?? {}, false);
    for (const [name, field] of Object.entries<Json>(branch.properties ?? {}))
      requestFacts(facts, `${at}.${name}`, field, branch.required?.includes(name) === true);
  }
}

/** The name of the answer's shape, under which its fields are listed. Two shapes with one name get numbers. */
function answerShape(
  facts: Map<string, string>,
  shapes: Map<string, string>,
  data: Json,
  operationId: string,
): string {
  if (data.type === "array") return `list of ${answerShape(facts, shapes, data.items, operationId)}`;
  const own = new Map<string, string>();
  answerFacts(own, "", data);
  const text = JSON.stringify([...own]);
  const base = data.properties?.object?.const ?? operationId;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}/${number}`;
    const known = shapes.get(name);
    if (known !== undefined && known !== text) continue;
    shapes.set(name, text);
    for (const [path, value] of own) facts.set(`shape ${name}${path}`, value);
    return name;
  }
}

function answerFacts(facts: Map<string, string>, at: string, schema: Json): void {
  for (const branch of branchesOf(schema)) {
    if (branch.type === "array") answerFacts(facts, `${at}[]`, branch.items ?? {});
    for (const [name, field] of Object.entries<Json>(branch.properties ?? {})) {
      const isSure = branch.required?.includes(name) === true;
      facts.set(`${at}.${name}`, `${typeOf(field)}${isSure ? "" : " or absent"}`);
      answerFacts(facts, `${at}.${name}`, field);
    }
  }
}

const branchesOf = (schema: Json): readonly Json[] => schema.anyOf ?? schema.oneOf ?? [schema];
const typeOf = (schema: Json): string =>
  [
    ...new Set(
      branchesOf(schema).map(({ type, const: only }) => type ?? (only === undefined ? "any" : typeof only)),
    ),
  ]
    .toSorted()
    .join("|");

export const writeFacts = (facts: Facts): string =>
  [...facts].map(([key, value]) => `${key} :: ${value}\n`).join("");
export const readFacts = (text: string): Facts =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.lastIndexOf(" :: ")), line.slice(line.lastIndexOf(" :: ") + 4)]),
  );

/** The field that holds a field; the operation for those at the top of a body or a query. */
function parentOf(key: string): string {
  const holder = key.slice(0, key.search(/(?:\.\w+|\[\]| > \w+)$/));
  return / > \w+$/.test(holder) ? holder.slice(0, holder.indexOf(" > ")) : holder;
}

/** What would break an integration written against `before` in `after`, in sentences. */
export function breaksIn(before: Facts, after: Facts): readonly string[] {
  const gone = [...before].flatMap(([key, was]) => {
    const is = after.get(key);
    if (is === was) return [];
    if (is === undefined) return isConstraint(key) ? [] : [`${key}: gone (was ${was})`];
    return isNarrower(key, was, is) ? [`${key}: ${is} instead of ${was}`] : [];
  });
  const added = [...after].flatMap(([key, is]) => {
    if (before.has(key) || !key.includes(" > ")) return [];
    // For a new field or operation, every fact is new.
    const parent = isConstraint(key) ? key.slice(0, key.lastIndexOf(" ")) : parentOf(key);
    if (!before.has(parent) && !before.has(key.slice(0, key.indexOf(" > ")))) return [];
    if (isConstraint(key)) return before.has(parent) ? [`${key}: new limit ${is}`] : [];
    return is.endsWith(" required") && (before.has(parent) || !key.includes("body."))
      ? [`${key}: newly required`]
      : [];
  });
  return [...gone, ...added];
}

/** An operation that any of several permissions opens may be opened by one more, and any may take an Idempotency-Key. */
function opensAsBefore(was: readonly string[], is: readonly string[]): boolean {
  const [PERMISSIONS, IDEMPOTENCY] = [2, 3];
  const permissions = is[PERMISSIONS]?.split(",") ?? [];
  const takesKey = was[IDEMPOTENCY] === "none" && is[IDEMPOTENCY] === "optional";
  return (
    was.length === is.length &&
    was.every((text, index) => {
      if (index === PERMISSIONS) return text.split(",").every((one) => permissions.includes(one));
      return text === is[index] || (index === IDEMPOTENCY && takesKey);
    })
  );
}

const isConstraint = (key: string): boolean => constraints.some((name) => key.endsWith(` ${name}`));

function isNarrower(key: string, was: string, is: string): boolean {
  if (/ (?:maxLength|maximum|maxItems)$/.test(key)) return Number(is) < Number(was);
  if (/ (?:minLength|minimum|minItems)$/.test(key)) return Number(is) > Number(was);
  if (key.includes(" > ")) {
    const [types, before] = [is, was].map((text) => text.replace(" required", "").split("|"));
    const stillTaken = before?.every((type) => types?.includes(type)) === true;
    return isConstraint(key) || !stillTaken || (is.endsWith(" required") && !was.endsWith(" required"));
  }
  if (key.startsWith("shape ")) return is !== was.replace(" or absent", "");
  if (/^[A-Z]+ \S+$/.test(key)) return !opensAsBefore(was.split(" "), is.split(" "));
  return true;
}
