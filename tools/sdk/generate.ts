import { methodNames } from "./method-names.ts";
import { docLines, refName, type Schema, typeOf } from "./types-of-schema.ts";

/** The parts of an OpenAPI document that the client is made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly "x-idempotency"?: "none" | "optional" | "required";
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Response {
  readonly content?: Content;
}

const verbs = ["get", "post", "put", "patch", "delete"] as const;
const HEADER =
  "// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.\n\n";

/** The client's generated files, by name. Pure. Throws when an operation has no method's name. */
export function generateClient(document: ApiDocument): Readonly<Record<string, string>> {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      return operation === undefined ? [] : [methodOf(document, path, verb, operation)];
    }),
  );
  const groups = [...new Set(methods.map(({ group }) => group))];
  const used = new Set(methods.flatMap(({ signature }) => signature.match(/\b[A-Z]\w+\b/g) ?? []));
  const names = Object.keys(document.components.schemas).filter((name) => used.has(name));
  return {
    "schemas.ts": `${[HEADER.trimEnd(), ...Object.entries(document.components.schemas).map(declaration)].join("\n\n")}\n`,
    "methods.ts": [
      HEADER.trimEnd(),
      `\n\nimport type { CallOptions, List } from "../call.ts";\nimport type {\n${names.map((name) => `  ${name},\n`).join("")}} from "./schemas.ts";\n`,
      ...groups.map((group) => {
        const own = methods.filter((method) => method.group === group).map(({ signature }) => signature);
        return `\nexport interface ${capital(group)} {\n${own.join("\n")}\n}\n`;
      }),
      `\nexport interface Methods {\n${groups.map((group) => `  readonly ${group}: ${capital(group)};`).join("\n")}\n}\n`,
    ].join(""),
    "operations.ts": `${HEADER}import type { OperationTerms } from "../call.ts";\n\nexport const operations: Readonly<Record<string, OperationTerms>> = {\n${methods
      .map(({ group, method, terms }) => `  "${group}.${method}": ${terms},`)
      .join("\n")}\n};\n`,
  };
}

function declaration([name, schema]: readonly [string, Schema]): string {
  return [...docLines(schema, ""), `export type ${name} = ${typeOf(schema)};`].join("\n");
}

interface Method {
  readonly group: string;
  readonly method: string;
  /** With its comment, as a line of the group's interface. */
  readonly signature: string;
  /** An `OperationTerms`, as source. */
  readonly terms: string;
}

function methodOf(document: ApiDocument, path: string, verb: string, operation: Operation): Method {
  const name = methodNames[operation.operationId];
  const [group, method] = name?.split(".") ?? [];
  if (group === undefined || method === undefined)
    throw new Error(`${operation.operationId} has no name in tools/sdk/method-names.ts`);
  const parameters = (operation.parameters ?? []).map((one) =>
    "$ref" in one ? parameterAt(document, one.$ref) : one,
  );
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
  const query = parameters.filter((one) => one.in === "query");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = answerOf(document, operation);
  const args = [
    ...inPath.filter((parameter) => parameter !== MERCHANT).map((parameter) => `${parameter}: string`),
    ...(body === undefined
      ? []
      : [`body${operation.requestBody?.required === true ? "" : "?"}: ${typeOf(body, "    ")}`]),
    ...(query.length === 0
      ? []
      : [`query${query.some(({ required }) => required) ? "" : "?"}: ${queryType(query)}`]),
    "options?: CallOptions",
  ];
  const doc = docLines({ description: `${operation.summary}. ${operation.description ?? ""}` }, "  ");
  const hasHeader = (header: string) => parameters.some((one) => one.in === "header" && one.name === header);
  const terms = {
    verb: verb.toUpperCase(),
    path,
    ...(body === undefined ? {} : { body: true }),
    ...(query.length === 0 ? {} : { query: true }),
    ...(hasHeader("Idempotency-Key") ? { idempotent: true } : {}),
    answer: answer.kind,
  };
  return {
    group,
    method,
    signature: [...doc, `  ${method}(${args.join(", ")}): ${answer.type};`].join("\n"),
    terms: JSON.stringify(terms),
  };
}

const MERCHANT = "merchantId";

function queryType(query: readonly Parameter[]): string {
  const fields = query.flatMap(({ name, required, schema, description }) => [
    ...docLines({ ...(description === undefined ? {} : { description }) }, "    "),
    `    readonly ${name}${required === true ? "" : "?"}: ${typeOf(schema, "    ")};`,
  ]);
  return `{\n${fields.join("\n")}\n  }`;
}

/** What a method resolves to: an object, a list with its cursor, a file, or an object or a file. */
function answerOf(
  document: ApiDocument,
  { operationId, responses }: Operation,
): { readonly kind: "object" | "list" | "file" | "either"; readonly type: string } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const response =
    success !== undefined && "$ref" in success
      ? document.components.responses[refName(success.$ref)]
      : success;
  const schema = (response as Response | undefined)?.content?.["application/json"]?.schema;
  if (schema === undefined) return { kind: "file", type: "Promise<Uint8Array>" };
  const envelope = schema.$ref === undefined ? schema : document.components.schemas[refName(schema.$ref)];
  const { data, meta } = envelope?.properties ?? {};
  if (data === undefined) throw new Error(`${operationId} answers without an envelope`);
  const isList = data.type === "array" && meta?.$ref?.endsWith("/PageMeta") === true;
  if (isList) return { kind: "list", type: `List<${typeOf(data.items ?? {}, "  ")}>` };
  // Which of them it is follows from the query's `format`.
  const isFileToo = Object.keys((response as Response).content ?? {}).some(
    (type) => type !== "application/json",
  );
  return isFileToo
    ? { kind: "either", type: `Promise<${typeOf(data, "  ")} | Uint8Array>` }
    : { kind: "object", type: `Promise<${typeOf(data, "  ")}>` };
}

function parameterAt(document: ApiDocument, ref: string): Parameter {
  const found = document.components.parameters[refName(ref)];
  if (found === undefined) throw new Error(`there is no parameter ${ref}`);
  return found;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
