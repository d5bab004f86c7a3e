import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type DocumentName, documentNames } from "../../src/http/openapi/index.ts";
import type { Answer, TestApp } from "../harness/app.ts";
import type { Json } from "./json.ts";
import { withoutReferences } from "./references.ts";

export type { Json } from "./json.ts";

/**
 * The OpenAPI document as a caller reads it from the running service, and a client that checks every answer against it:
 * status, shape and error code.
 */

/** Where the document is kept: `docs/reference/openapi.json`, or with its name behind a hyphen. */
export const documentFile = (name: DocumentName): string =>
  resolve(
    import.meta.dirname,
    "../../../docs/reference",
    name === "merchants" ? "openapi.json" : `openapi-${name}.json`,
  );

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** As in the document: `/checkout/sessions/{id}`. */
  readonly path: string;
  readonly isPublic: boolean;
  /** How it is authenticated. */
  readonly auth: "public" | "key" | "operator";
  /** Any one of these is enough; empty: none is needed. */
  readonly permissions: readonly string[];
  readonly idempotency: "required" | "optional" | "none";
  readonly isList: boolean;
  readonly pathParams: readonly string[];
  readonly query: readonly { readonly name: string; readonly schema: Json }[];
  readonly bodySchema: Json | null;
  readonly bodyExample: Json;
  readonly successStatus: number;
  /** Media types of the files that it can answer. */
  readonly produces: readonly string[];
  /** Wire codes of its refusals. */
  readonly errorCodes: readonly string[];
  readonly raw: Json;
}

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The value after `Bearer`: an API key or an operator's token. */
  readonly apiKey?: string | null;
}

export interface Contract {
  /** As they are served, by name. */
  readonly documents: Readonly<Record<string, Json>>;
  /** Those of programs: with a key, a token, or for everybody. */
  readonly operations: readonly Operation[];
  /** Those of our own pages. */
  readonly pageOperations: readonly Operation[];
  operation(id: string): Operation;
  /** Calls the operation and throws when the answer does not match the document. */
  call(operation: Operation | string, call?: Call): Promise<Answer>;
  /** What is wrong with an answer of the operation, in sentences; empty when it is as documented. */
  misfits(operation: Operation, answer: Answer): readonly string[];
}

const methods = ["get", "post", "patch", "put", "delete"];
/**
 * Answers of the transport, before an operation is known: they have the envelope, and belong to no single operation.
 */
const transportCodes = ["METHOD_NOT_ALLOWED", "HEADERS_TOO_LARGE", "REQUEST_TIMEOUT"];

const contracts = new WeakMap<TestApp, Promise<Contract>>();

/** Read once per service. */
export function readContract(app: TestApp): Promise<Contract> {
  const known = contracts.get(app) ?? fetchContract(app);
  contracts.set(app, known);
  return known;
}

async function fetchContract(app: TestApp): Promise<Contract> {
  const documents = await fetchDocuments(app);
  const order = new Map(app.app.routes.map(({ operationId }, index) => [operationId, index]));
  // In the order of the routes, in which what one operation makes is there for the next.
  const all = Object.values(documents)
    .flatMap((document) => operationsOf(withoutReferences(document)))
    .toSorted((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
  const operations = all.filter((operation) => !isForPages(operation));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);

  const misfits: Contract["misfits"] = (operation, { status, headers, body }) => {
    const where = `${operation.id} ${status}`;
    if (!/^req_[0-9a-z]{26}$/.test(headers.get("request-id") ?? "")) return [`${where}: no Request-Id`];
    if (status >= 400 && transportCodes.includes(body?.error?.code)) return [];
    const { [status]: own = status < 400 ? undefined : operation.raw.responses.default } =
      operation.raw.responses;
    if (own === undefined)
      return [`${where}: the status is not documented (${JSON.stringify(body)?.slice(0, 200)})`];
    const mediaType = headers.get("content-type")?.split(";")[0] ?? "";
    if (status < 400 && operation.produces.includes(mediaType)) return fileMisfits(where, headers);
    const { schema } = own.content["application/json"] ?? {};
    if (schema === undefined) return [`${where}: ${mediaType} is not documented`];
    // Ajv compiles one schema once, and most errors share theirs.
    const validate = ajv.compile<Json>(schema);
    if (!validate(body)) return [`${where}: ${ajv.errorsText(validate.errors)}`];
    if (status < 400) {
      return undeclaredIn(schema, body).map((path) => `${where}: ${path} is not declared`);
    }
    const { code, details } = (body as Json).error;
    if (!own["x-error-codes"].includes(code)) return [`${where}: the code ${code} is not documented`];
    return details.requestId === headers.get("request-id") ? [] : [`${where}: two request ids`];
  };

  const operation = (id: string): Operation => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`there is no operation ${id}`);
    return found;
  };
  return {
    documents,
    operations,
    pageOperations: all.filter(isForPages),
    operation,
    misfits,
    call: async (named, call = {}) => {
      const target = typeof named === "string" ? operation(named) : named;
      const { params = {}, query = {}, body, headers, apiKey } = call;
      const path = target.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(params[name] ?? ""),
      );
      const search = new URLSearchParams(query).toString();
      const answer = await app.request(target.method, search === "" ? path : `${path}?${search}`, {
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      const problems = misfits(target, answer);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      return answer;
    },
  };
}

async function fetchDocuments(app: TestApp): Promise<Readonly<Record<string, Json>>> {
  const documents: Record<string, Json> = {};
  for (const name of documentNames) {
    const address = name === "merchants" ? "/docs-json" : `/docs-json/${name}`;
    documents[name] = (await app.request("GET", address, { apiKey: null })).body;
  }
  return documents;
}

/** Of pages: they ask for a cookie and its guards, and are tried in `e2e/log-in*.test.ts`. */
const isForPages = ({ path }: Operation): boolean => path.startsWith("/auth/");

function operationsOf(document: Json): readonly Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => {
        const raw = item[method];
        const content = raw.requestBody?.content["application/json"];
        const statuses = Object.keys(raw.responses).map(Number);
        const successStatus = statuses.find((status) => status < 300) ?? 0;
        const parameters: readonly Json[] = raw.parameters;
        const answers = raw.responses[successStatus]?.content ?? {};
        const meta = answers["application/json"]?.schema.properties.meta;
        return {
          id: raw.operationId,
          method: method.toUpperCase(),
          path,
          isPublic: raw.security.length === 0,
          auth: authOf(raw),
          permissions: [raw["x-permission"] ?? []].flat(),
          idempotency: raw["x-idempotency"] ?? "none",
          isList: meta?.type === "object",
          pathParams: parameters.filter((one) => one.in === "path").map((one) => one.name),
          query: parameters.filter((one) => one.in === "query"),
          bodySchema: content?.schema ?? null,
          bodyExample: content?.example,
          successStatus,
          produces: Object.keys(answers).filter((mediaType) => mediaType !== "application/json"),
          errorCodes: Object.values<Json>(raw.responses).flatMap((one) => one["x-error-codes"] ?? []),
          raw,
        };
      }),
  );
}

function authOf({ security }: Json): Operation["auth"] {
  if (security.length === 0) return "public";
  return "operatorToken" in security[0] ? "operator" : "key";
}

/** Always a download with a plain name, and of its declared type. */
function fileMisfits(where: string, headers: Headers): readonly string[] {
  const disposition = headers.get("content-disposition") ?? "";
  return [
    ...(/^attachment; filename="[\w.-]+"$/.test(disposition) ? [] : [`${where}: disposition ${disposition}`]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : [`${where}: the type may be guessed`]),
  ];
}

/** Paths in `value` that `schema` does not declare: possible leaks. Free-form objects declare everything. */
function undeclaredIn(schema: Json, value: Json, at = ""): readonly string[] {
  if (schema === undefined || value === null || typeof value !== "object") return [];
  const branches: readonly Json[] = schema.anyOf ?? schema.oneOf ?? [];
  if (branches.length > 0) {
    const results = branches
      .filter((branch) => branch.type !== "null")
      .map((branch) => undeclaredIn(branch, value, at));
    return results.toSorted((left, right) => left.length - right.length)[0] ?? [];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => undeclaredIn(schema.items, item, `${at}[${index}]`));
  if (schema.properties === undefined || schema.additionalProperties === true) return [];
  if (schema.patternProperties !== undefined) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    schema.properties[key] === undefined
      ? [`${at}.${key}`]
      : undeclaredIn(schema.properties[key], item, `${at}.${key}`),
  );
}
