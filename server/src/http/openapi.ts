import { type TSchema, Type } from "typebox";
import type { ErrorDeclaration } from "../kit/errors.ts";
import { envelopeSchema } from "./answer-schema.ts";
import { errorEnvelope, successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { parameterDescription, tagDescriptions } from "./openapi-descriptions.ts";
import type { Route } from "./route.ts";
import { closed } from "./validation.ts";

/** Title and address of the published API. */
export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Base address of the paths; ends in `/api/v1`. */
  readonly serverUrl: string;
}

type Json = Record<string, unknown>;
const EXAMPLE_REQUEST_ID = "req_01jd7b3k5m8n9p2q4r6s8t0v2w";

/**
 * The OpenAPI 3.1 document of `routes`, made from the schemas that validate requests and shape answers, so it always
 * matches the server. Each operation names its permission and every error code it can answer.
 */
export function openApiDocument(routes: readonly Route[], api: ApiDescription): Json {
  const paths = new Map<string, Json>();
  const templates = new Map<string, string>();
  for (const route of routes) {
    const template = route.path.replace(/:([^/]+)/g, "{$1}");
    const shape = route.path.replace(/:[^/]+/g, ":");
    const known = templates.get(shape) ?? template;
    // OpenAPI identifies a path by its shape: two names for one parameter would make the document invalid.
    if (known !== template) throw new Error(`path ${template} is already declared as ${known}`);
    templates.set(shape, template);
    paths.set(template, { ...paths.get(template), [route.method.toLowerCase()]: operation(route) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: api.title,
      version: api.version,
      description: api.description,
      contact: { name: "Who hosts this service", url: new URL(api.serverUrl).origin },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: api.serverUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      ...(tagDescriptions[name] === undefined ? {} : { description: tagDescriptions[name] }),
    })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `svc_mk_sandbox_…` or `svc_mk_live_…`. The key decides merchant and mode.",
        },
        operatorToken: {
          type: "http",
          scheme: "bearer",
          description: "The token of an operator who has logged in: `svc_op_…`. See Log in as an operator.",
        },
        logIn: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-cauris-merchant",
          description:
            "The cookie of a log-in: `__Host-cauris-merchant` for persons, `__Host-cauris-console` for operators; without HTTPS, on one's own machine, without `__Host-`. Requests that change something also need the header `Cauris-Request: 1` and come from a page of this service.",
        },
      },
      schemas: { Error: errorSchema() },
      examples: errorExamples(routes),
      headers: {
        RequestId: {
          description: "Names this exchange; quote it to support.",
          schema: { type: "string", examples: [EXAMPLE_REQUEST_ID] },
        },
        RateLimitLimit: {
          description: "Requests that the limit nearest its end allows in its window.",
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
      },
    },
  };
}

/** What persons who call by a cookie are refused with, beside what keys are. */
const personRefusals = [
  errors.LOG_IN_REQUIRED,
  errors.INVALID_MERCHANT_SCOPE,
  errors.NO_ROLE_IN_MODE,
  errors.LIVE_MODE_REFUSED,
  errors.SECOND_FACTOR_ENROLMENT_REQUIRED,
] as const;

/** Every refusal that the operation can answer: its own, and those of its auth, validation and idempotency. */
function refusalsOf(route: Route): readonly ErrorDeclaration[] {
  const isBodied = route.method !== "GET";
  const hasQuery = route.schemas.query !== undefined;
  const common = [
    errors.VALIDATION_ERROR,
    ...(isBodied || hasQuery ? [errors.CARD_DATA_NOT_ALLOWED] : []),
    ...(route.auth === "key" ? [errors.INVALID_API_KEY, errors.INSUFFICIENT_PERMISSIONS] : []),
    ...(route.auth === "operator" ? [errors.INVALID_OPERATOR_TOKEN] : []),
    ...(route.auth === "account" ? [errors.LOG_IN_REQUIRED, errors.RESOURCE_NOT_FOUND] : []),
    ...((route.auth === "account" || route.auth === "visitor") && isBodied ? [errors.FOREIGN_REQUEST] : []),
    ...(route.auth === "operator" && route.permission !== null
      ? [errors.INSUFFICIENT_PERMISSIONS, errors.SECOND_FACTOR_ENROLMENT_REQUIRED]
      : []),
    ...(route.stepUp === undefined ? [] : [errors.STEP_UP_REQUIRED]),
    ...(route.auth === "key" ? personRefusals : []),
    ...(route.auth === "operator" ? [errors.LOG_IN_REQUIRED] : []),
    ...((route.auth === "key" || route.auth === "operator") && isBodied ? [errors.FOREIGN_REQUEST] : []),
    ...(route.idempotency === "required" ? [errors.IDEMPOTENCY_KEY_REQUIRED] : []),
    ...(route.idempotency === "none"
      ? []
      : [errors.IDEMPOTENCY_KEY_MISMATCH, errors.IDEMPOTENCY_REQUEST_IN_PROGRESS]),
    ...(isBodied ? [errors.PAYLOAD_TOO_LARGE, errors.UNSUPPORTED_MEDIA_TYPE] : []),
    errors.RATE_LIMITED,
    ...(route.takesScenario === true ? [errors.SANDBOX_ONLY] : []),
    errors.INTERNAL_ERROR,
    errors.SERVICE_UNAVAILABLE,
  ];
  const byName = new Map(
    [...common, ...route.errors].map(({ declaration }) => [declaration.name, declaration]),
  );
  return [...byName.values()];
}

function securityOf(route: Route): Json {
  if (route.auth === "public" || route.auth === "visitor") return { security: [] };
  if (route.auth === "account") return { security: [{ logIn: [] }] };
  return {
    security: [route.auth === "key" ? { apiKey: [] } : { operatorToken: [] }, { logIn: [] }],
    ...(route.permission === null ? {} : { "x-permission": route.permission }),
  };
}

function operation(route: Route): Json {
  const { schemas } = route;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...securityOf(route),
    "x-idempotency": route.idempotency,
    parameters: parametersOf(route),
    ...(schemas.body === undefined
      ? {}
      : {
          requestBody: {
            required: (schemas.body as { required?: readonly string[] }).required !== undefined,
            content: {
              "application/json": {
                schema: closed(schemas.body),
                ...(route.examples?.body === undefined ? {} : { example: route.examples.body }),
              },
              ...Object.fromEntries(
                (route.file?.mediaTypes ?? []).map((mediaType) => [
                  mediaType,
                  { schema: { type: "string", format: "binary" } },
                ]),
              ),
            },
          },
        }),
    responses: {
      [route.successStatus]: successResponse(route),
      ...(schemas.accepted === undefined ? {} : { 202: acceptedResponse(schemas.accepted, route) }),
      ...errorResponses(route),
    },
  };
}

function parametersOf(route: Route): readonly Json[] {
  const names = [...route.path.matchAll(/:([^/]+)/g)].map(([, name]) => name ?? "");
  const params = propertiesOf(route.schemas.params);
  const query = propertiesOf(route.schemas.query);
  const required = new Set(
    (route.schemas.query as { required?: readonly string[] } | undefined)?.required ?? [],
  );
  return [
    ...names.map((name) => parameter(route, "path", name, params[name] ?? Type.String(), true)),
    ...Object.entries(query).map(([name, schema]) =>
      parameter(route, "query", name, schema, required.has(name)),
    ),
    ...(route.idempotency === "none"
      ? []
      : [
          parameter(
            route,
            "header",
            "Idempotency-Key",
            Type.String({
              minLength: 1,
              maxLength: 255,
              description:
                "Your own unique text for this request. The same key and body give the same answer again, with the header " +
                "`Idempotency-Replayed: true` and without a second effect. Kept for 7 days.",
            }),
            route.idempotency === "required",
          ),
        ]),
    ...(route.takesScenario === true
      ? [
          parameter(
            route,
            "header",
            "Sandbox-Scenario",
            Type.String({
              description:
                "Sandbox only: the name of what the provider simulator is to do, whatever the phone number. See `docs/start/sandbox.md`.",
              examples: ["no_funds"],
            }),
            false,
          ),
        ]
      : []),
  ];
}

function parameter(
  { path }: Route,
  where: "path" | "query" | "header",
  name: string,
  schema: TSchema,
  required: boolean,
): Json {
  const { description = parameterDescription(where, name, path), ...rest } = closed(schema);
  return { name, in: where, required, ...(description === undefined ? {} : { description }), schema: rest };
}

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const limitedHeaders = {
  "Request-Id": headerRef("RequestId"),
  "RateLimit-Limit": headerRef("RateLimitLimit"),
  "RateLimit-Remaining": headerRef("RateLimitRemaining"),
  "RateLimit-Reset": headerRef("RateLimitReset"),
};

function successResponse(route: Route): Json {
  const isList = route.list === true;
  const example = route.examples?.data;
  const meta = isList
    ? { page: 1, pageSize: 25, total: 1, totalPages: 1, hasMore: false, nextCursor: null }
    : null;
  return {
    description: route.successStatus === 201 ? "Created." : "Done.",
    headers: limitedHeaders,
    content: {
      ...(route.filesOnly === true
        ? {}
        : {
            "application/json": {
              schema: envelopeSchema(route.schemas.response, isList),
              ...(example === undefined ? {} : { example: successEnvelope(example, meta) }),
            },
          }),
      ...Object.fromEntries(
        (route.produces ?? []).map((mediaType) => [
          mediaType,
          { schema: { type: "string", ...(mediaType.startsWith("text/") ? {} : { format: "binary" }) } },
        ]),
      ),
    },
  };
}

function acceptedResponse(schema: TSchema, { examples }: Route): Json {
  return {
    description: "Proposed: it is done once another operator confirms it.",
    headers: limitedHeaders,
    content: {
      "application/json": {
        schema: envelopeSchema(schema, false),
        ...(examples?.accepted === undefined ? {} : { example: successEnvelope(examples.accepted, null) }),
      },
    },
  };
}

function errorResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorDeclaration[]>();
  for (const declaration of refusalsOf(route)) {
    byStatus.set(declaration.status, [...(byStatus.get(declaration.status) ?? []), declaration]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, declarations]) => [
      status,
      {
        description: declarations.map(({ wire, message }) => `\`${wire}\`: ${message}`).join("\n\n"),
        "x-error-codes": declarations.map(({ wire }) => wire),
        headers: {
          ...limitedHeaders,
          ...(Number(status) === 401 ? { "WWW-Authenticate": headerRef("WwwAuthenticate") } : {}),
          ...(Number(status) === 429 ? { "Retry-After": headerRef("RetryAfter") } : {}),
        },
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: Object.fromEntries(
              declarations.map((declaration) => [
                declaration.name,
                { $ref: `#/components/examples/${declaration.name}` },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

/** Declared once and referenced: most operations share most of them. */
function errorExamples(routes: readonly Route[]): Json {
  const declarations = new Map(
    routes.flatMap(refusalsOf).map((declaration) => [declaration.name, declaration]),
  );
  return Object.fromEntries(
    [...declarations].map(([name, declaration]) => [
      name,
      { summary: declaration.wire, value: errorEnvelope(declaration, {}, EXAMPLE_REQUEST_ID) },
    ]),
  );
}

function errorSchema(): Json {
  return {
    type: "object",
    required: ["success", "data", "error", "meta"],
    properties: {
      success: { type: "boolean", const: false },
      data: { type: "null" },
      error: {
        type: "object",
        required: ["code", "message", "details"],
        properties: {
          code: { type: "string", description: "Stable: decide by it, never by the message." },
          message: { type: "string" },
          details: {
            type: "object",
            required: ["requestId"],
            properties: {
              requestId: { type: "string" },
              fields: {
                type: "array",
                description: "With VALIDATION_ERROR: every field that does not fit.",
                items: {
                  type: "object",
                  required: ["path", "rule", "message"],
                  properties: {
                    path: { type: "string" },
                    rule: { type: "string" },
                    message: { type: "string" },
                  },
                },
              },
            },
            additionalProperties: true,
          },
        },
      },
      meta: { type: "null" },
    },
  };
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}
