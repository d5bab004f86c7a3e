import type { ErrorDeclaration, RefusalFactory } from "../../kit/errors.ts";
import { envelopeSchema } from "../answer-schema.ts";
import { errors } from "../errors.ts";
import type { Route } from "../route.ts";
import { EXAMPLE_REQUEST_ID } from "./error-schema.ts";
import type { Json } from "./json.ts";
import { type NamedSchemas, typeName } from "./named-schemas.ts";
import { commonRefusals, personRefusals, refusalsOf } from "./refusals.ts";

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
/** Of every answer. */
const commonHeaders = {
  "Request-Id": headerRef("RequestId"),
  "Cauris-Version": headerRef("Version"),
};
/** Of every answer to an operator. */
const operatorsHeaders = { ...commonHeaders, "Cauris-Cell": headerRef("CaurisCell") };
const headersOf = (route: Route): Json => (route.auth === "operator" ? operatorsHeaders : commonHeaders);
const limitHeaders = {
  "RateLimit-Limit": headerRef("RateLimitLimit"),
  "RateLimit-Remaining": headerRef("RateLimitRemaining"),
  "RateLimit-Reset": headerRef("RateLimitReset"),
};
const errorContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

/** The headers of answers, under `components/headers`. */
const headers: Json = {
  RequestId: {
    description: "Names this exchange; quote it to support.",
    schema: { type: "string", examples: [EXAMPLE_REQUEST_ID] },
  },
  Version: {
    description: "The release that answered. The changelog says what each one changed.",
    schema: { type: "string", examples: ["0.1.0"] },
  },
  RateLimitLimit: {
    description:
      "Requests that the limit nearest its end allows in its window. Every answer has this header.",
    schema: { type: "integer", examples: [100] },
  },
  RateLimitRemaining: {
    description: "Of these, how many may still follow.",
    schema: { type: "integer", examples: [99] },
  },
  RateLimitReset: {
    description: "Seconds until all of them may follow again.",
    schema: { type: "integer", examples: [1] },
  },
  WwwAuthenticate: {
    description: "How to prove who calls; with `error` when what was sent is not good enough.",
    schema: { type: "string", examples: ['Bearer realm="Cauris", error="invalid_token"'] },
  },
  RetryAfter: {
    description: "Seconds after which a repeat may succeed.",
    schema: { type: "integer", examples: [1] },
  },
};

const operatorsHeader: Json = {
  CaurisCell: {
    description:
      "The code of the cell that answered. Absent in the default cell, and where there is one installation alone.",
    schema: { type: "string", pattern: "^[a-z0-9]{1,3}$", examples: ["ci"] },
  },
};

/** The headers that the answers of these operations refer to. */
export const headersFor = (routes: readonly Route[]): Json =>
  routes.some(({ auth }) => auth === "operator") ? { ...headers, ...operatorsHeader } : headers;

/** Every answer of the operation, by status; `default` is what any operation can be answered with. */
export function responsesOf(route: Route, schemas: NamedSchemas): Json {
  const { response, accepted } = route.schemas;
  return {
    [route.successStatus]: {
      description: route.successStatus === 201 ? "Created." : "Done.",
      headers: headersOf(route),
      content: {
        ...(route.filesOnly === true ? {} : { "application/json": answerContent(route, response, schemas) }),
        ...Object.fromEntries((route.produces ?? []).map((type) => [type, fileContent(type)])),
      },
    },
    ...(accepted === undefined
      ? {}
      : {
          202: {
            description: "Proposed: it is done once another operator confirms it.",
            headers: headersOf(route),
            content: {
              "application/json": answerContent({ ...route, list: false }, accepted, schemas),
            },
          },
        }),
    ...errorResponses(route),
  };
}

const fileContent = (mediaType: string): Json => ({
  schema: { type: "string", ...(mediaType.startsWith("text/") ? {} : { format: "binary" }) },
});

/** The envelope around `data` has the name of what it holds: `ChargeResponse`, `ChargeList`. */
function answerContent(route: Route, data: object, schemas: NamedSchemas): Json {
  const isList = route.list === true;
  const { type, items } = data as { readonly type?: string; readonly items?: object };
  const held = type === "array" && items !== undefined ? items : data;
  const name = schemas.nameOf(held) ?? `${typeName(route.operationId)}Result`;
  schemas.write(held, name);
  const suffix = isList ? "List" : type === "array" ? "ArrayResponse" : "Response";
  return { schema: schemas.write(envelopeSchema(data, isList), `${name}${suffix}`) };
}

/** Refusals of every operation: they stand once, in the response for every other status. */
const anywhere = new Set([413, 415, 429, 500, 503]);

function errorResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorDeclaration[]>();
  for (const declaration of refusalsOf(route)) {
    byStatus.set(declaration.status, [...(byStatus.get(declaration.status) ?? []), declaration]);
  }
  const own = [...byStatus].filter(
    ([status, declarations]) => !anywhere.has(status) || declarations.some((one) => !isForAll(one)),
  );
  return {
    ...Object.fromEntries(
      own.map(([status, declarations]) => [status, errorResponse(status, declarations, headersOf(route))]),
    ),
    default: { $ref: `#/components/responses/${ANY_ERROR}` },
  };
}

const common = new Set(commonRefusals.map(({ declaration }) => declaration.name));
const ANY_ERROR = "AnyError";
const forAll: readonly ErrorDeclaration[] = [
  errors.PAYLOAD_TOO_LARGE,
  errors.UNSUPPORTED_MEDIA_TYPE,
  errors.RATE_LIMITED,
  errors.INTERNAL_ERROR,
  errors.SERVICE_UNAVAILABLE,
  errors.METHOD_NOT_ALLOWED,
  errors.HEADERS_TOO_LARGE,
  errors.REQUEST_TIMEOUT,
].map(({ declaration }) => declaration);
const isForAll = (one: ErrorDeclaration): boolean => forAll.includes(one);

/** What any operation can be answered with, whatever it does. */
export const anyError: Json = {
  [ANY_ERROR]: {
    ...errorResponse(429, forAll, commonHeaders),
    description: `Every other error.\n\n${sentencesOf(forAll)}`,
  },
};

function errorResponse(status: number, declarations: readonly ErrorDeclaration[], sent: Json): Json {
  return {
    description: descriptionOf(declarations),
    "x-error-codes": declarations.map(({ wire }) => wire),
    headers: {
      ...sent,
      ...(status === 401 ? { "WWW-Authenticate": headerRef("WwwAuthenticate") } : {}),
      ...(status === 429 ? { ...limitHeaders, "Retry-After": headerRef("RetryAfter") } : {}),
    },
    content: errorContent,
  };
}

/** The sentences of what only some operations refuse; the others, which all readers know, by their codes. */
function descriptionOf(declarations: readonly ErrorDeclaration[]): string {
  const own = declarations.filter(({ name }) => !common.has(name));
  const usual = declarations.filter(({ name }) => common.has(name));
  if (own.length === 0) return sentencesOf(usual);
  const also = usual.map(({ wire }) => `\`${wire}\``).join(", ");
  return sentencesOf(own) + (usual.length === 0 ? "" : `\n\nAlso ${also}.`);
}

function sentencesOf(declarations: readonly ErrorDeclaration[]): string {
  return declarations.map(({ wire, message }) => `\`${wire}\`: ${message}`).join("\n\n");
}

/** The name of a response that several operations have; undefined for one that stays in its operation. */
export function responseName(status: string, response: Json): string | undefined {
  const codes = response["x-error-codes"] as readonly string[] | undefined;
  if (codes !== undefined) return errorName(codes);
  const content = response.content as { readonly "application/json"?: { readonly schema: Json } } | undefined;
  const ref = content?.["application/json"]?.schema.$ref;
  if (typeof ref !== "string") return undefined;
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  return status === "200" ? name : `${name}${status}`;
}

const codesOf = (...refusals: readonly RefusalFactory[]): readonly string[] =>
  refusals.map(({ declaration }) => declaration.wire);
/** Codes that come together, and their name. */
const together: readonly (readonly [string, readonly string[]])[] = [
  ["Invalid", codesOf(errors.VALIDATION_ERROR, errors.CARD_DATA_NOT_ALLOWED)],
  ["Unauthorized", codesOf(errors.INVALID_API_KEY, errors.LOG_IN_REQUIRED)],
  ["Unauthorized", codesOf(errors.INVALID_OPERATOR_TOKEN, errors.LOG_IN_REQUIRED)],
  ["Forbidden", codesOf(errors.INSUFFICIENT_PERMISSIONS, ...personRefusals.slice(1))],
  ["Forbidden", codesOf(errors.INSUFFICIENT_PERMISSIONS, errors.SECOND_FACTOR_ENROLMENT_REQUIRED)],
];

function errorName(codes: readonly string[]): string {
  const [name, held] = together.find(([, some]) => some.every((code) => codes.includes(code))) ?? ["", []];
  const others = codes.filter((code) => !held.includes(code)).map(typeName);
  return [...(name === "" ? [] : [name]), ...others].join("Or");
}
