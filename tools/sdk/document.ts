import { methodNames } from "./method-names.ts";
import { joined, refName, type Schema } from "./schema.ts";

/** The parts of an OpenAPI document that the clients are made of. */
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
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

/** A parameter of a path, a query or a header. */
export interface Parameter {
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

/** What a method gives: an object, a list with its cursor, a file, or an object or a file, as the query's `format` says. */
export type AnswerKind = "object" | "list" | "file" | "either";

/** An operation as a method of a client, before any language. */
export interface Method {
  readonly group: string;
  readonly name: string;
  /** Summary and description. */
  readonly doc: string;
  readonly verb: string;
  readonly path: string;
  /** The ids in the path, without the merchant's, which the client has. */
  readonly ids: readonly string[];
  readonly body: { readonly schema: Schema; readonly isRequired: boolean } | null;
  readonly query: readonly Parameter[];
  readonly isIdempotent: boolean;
  readonly takesScenario: boolean;
  readonly answer: {
    readonly kind: AnswerKind;
    /** Of the object, or of an entry of the list; null for a file. */
    readonly schema: Schema | null;
  };
}

const verbs = ["get", "post", "put", "patch", "delete"] as const;
const MERCHANT = "merchantId";

/** The methods of a document, in its order. Pure. Throws when an operation has no method's name. */
export function methodsOf(document: ApiDocument): readonly Method[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      return operation === undefined ? [] : [methodOf(document, path, verb, operation)];
    }),
  );
}

function methodOf(document: ApiDocument, path: string, verb: string, operation: Operation): Method {
  const [group, name] = methodNames[operation.operationId]?.split(".") ?? [];
  if (group === undefined || name === undefined)
    throw new Error(`${operation.operationId} has no name in tools/sdk/method-names.ts`);
  const parameters = (operation.parameters ?? []).map((one) =>
    "$ref" in one ? parameterAt(document, one.$ref) : one,
  );
  const hasHeader = (header: string) => parameters.some((one) => one.in === "header" && one.name === header);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
  return {
    group,
    name,
    doc: `${operation.summary}. ${operation.description ?? ""}`.trim(),
    verb: verb.toUpperCase(),
    path,
    ids: inPath.filter((parameter) => parameter !== MERCHANT),
    body: schema === undefined ? null : { schema, isRequired: operation.requestBody?.required === true },
    query: parameters.filter((one) => one.in === "query"),
    isIdempotent: hasHeader("Idempotency-Key"),
    takesScenario: hasHeader("Sandbox-Scenario"),
    answer: answerOf(document, operation),
  };
}

function answerOf(document: ApiDocument, { operationId, responses }: Operation): Method["answer"] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const response =
    success !== undefined && "$ref" in success
      ? document.components.responses[refName(success.$ref)]
      : success;
  const schema = (response as Response | undefined)?.content?.["application/json"]?.schema;
  if (schema === undefined) return { kind: "file", schema: null };
  const { data, meta } = joined(schema, document.components.schemas).properties ?? {};
  if (data === undefined) throw new Error(`${operationId} answers without an envelope`);
  const isList = data.type === "array" && meta?.$ref?.endsWith("/PageMeta") === true;
  if (isList) return { kind: "list", schema: data.items ?? {} };
  const types = Object.keys((response as Response).content ?? {});
  return { kind: types.some((type) => type !== "application/json") ? "either" : "object", schema: data };
}

function parameterAt(document: ApiDocument, ref: string): Parameter {
  const found = document.components.parameters[refName(ref)];
  if (found === undefined) throw new Error(`there is no parameter ${ref}`);
  return found;
}

/** The groups of methods, in the order of the document. */
export function groupsOf(methods: readonly Method[]): readonly (readonly [string, readonly Method[]])[] {
  const names = [...new Set(methods.map(({ group }) => group))];
  return names.map((name) => [name, methods.filter(({ group }) => group === name)]);
}
