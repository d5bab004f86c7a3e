import type { TSchema } from "typebox";
import { envelopeSchema } from "../answer-schema.ts";
import { tagDescriptions } from "../openapi-descriptions.ts";
import type { Route } from "../route.ts";
import { sharedShapes } from "../schemas.ts";
import { closed } from "../validation.ts";
import { shareEnvelopes } from "./envelopes.ts";
import { errorSchema } from "./error-schema.ts";
import { describeFields, shareFields } from "./fields.ts";
import type { Json } from "./json.ts";
import {
  type Example,
  type NamedSchemas,
  nameSchemas,
  type SchemaNames,
  schemaWriter,
  typeName,
} from "./named-schemas.ts";
import { parametersOf } from "./parameters.ts";
import { refusalsOf } from "./refusals.ts";
import { anyError, headersFor, responseName, responsesOf } from "./responses.ts";
import { securityOf, securitySchemesOf, usualSecurity } from "./security.ts";
import { type Part, shareParts } from "./shared-parts.ts";
import { type DocumentName, documentInfo, documentOf, tagGroups } from "./tags.ts";
import { type DocumentedEvent, webhooksOf } from "./webhooks.ts";

/** Where the service is, and which release it is. */
interface ApiDescription {
  readonly version: string;
  /** Base address of the paths; ends in `/api/v1`. */
  readonly serverUrl: string;
}

/**
 * Writes the OpenAPI 3.1 documents of `routes`, from the schemas that validate requests and shape answers, so they
 * always match the server. Each operation names its permission and every error code it can answer. Schemas with a name,
 * repeated responses and repeated parameters stand once, under `components`. Each document is written when it is first
 * asked for: that takes a good part of a second, which a start need not wait for.
 */
export function openApiDocuments(
  routes: readonly Route[],
  events: readonly DocumentedEvent[],
  api: ApiDescription,
): (name: DocumentName) => Json {
  let names: SchemaNames | undefined;
  return (name) => {
    const shapes = [...sharedShapes, ...routes.flatMap(schemasOf), ...events.map(({ data }) => data)];
    names ??= nameSchemas(shapes, routes.flatMap(examplesOf));
    return openApiDocument(
      name,
      routes.filter((route) => documentOf(route) === name),
      name === "merchants" ? events : [],
      names,
      api,
    );
  };
}

function openApiDocument(
  name: DocumentName,
  routes: readonly Route[],
  events: readonly DocumentedEvent[],
  names: SchemaNames,
  api: ApiDescription,
): Json {
  const schemas = schemaWriter(names);
  schemas.write(errorSchema(routes.flatMap(refusalsOf)));
  const operations = routes.map((route) => ({
    route,
    parameters: parametersOf(route, schemas).map((value) => parameterPart(route, value)),
    responses: Object.entries(responsesOf(route, schemas)).map(([status, value]) => ({
      status,
      name: responseName(status, value as Json),
      value: value as Json,
    })),
  }));
  const sharedParameters = shareParts(
    "parameters",
    operations.flatMap(({ parameters }) => parameters),
  );
  const sharedResponses = shareParts(
    "responses",
    operations.flatMap(({ responses }) => responses),
  );
  const security = usualSecurity[name];
  const paths = new Map<string, Json>();
  for (const { route, parameters, responses } of operations) {
    const template = templateOf(route);
    paths.set(template, {
      ...paths.get(template),
      [route.method.toLowerCase()]: {
        ...headOf(route, security),
        parameters: parameters.map(sharedParameters.place),
        ...requestBodyOf(route, schemas),
        responses: Object.fromEntries(
          responses.map((response) => [response.status, sharedResponses.place(response)]),
        ),
      },
    });
  }
  refuseRenamedParameters([...paths.keys()]);
  const received = webhooksOf(events, schemas);
  return {
    openapi: "3.1.0",
    info: {
      ...documentInfo[name],
      version: api.version,
      contact: { name: "Who hosts this service", url: new URL(api.serverUrl).origin },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: api.serverUrl }],
    security,
    ...tagsOf(name, routes),
    paths: Object.fromEntries(paths),
    ...(events.length === 0 ? {} : { webhooks: received.webhooks }),
    components: {
      securitySchemes: securitySchemesOf(routes),
      schemas: shareFields(
        describeFields(shareEnvelopes({ ...schemas.components(), ...received.components.schemas })),
      ),
      parameters: { ...sharedParameters.components(), ...received.components.parameters },
      responses: {
        ...anyError,
        ...sharedResponses.components(),
        ...received.components.responses,
      },
      headers: headersFor(routes),
    },
  };
}

/** The document's tags in reading order, and their groups. */
function tagsOf(name: DocumentName, routes: readonly Route[]): Json {
  const used = new Set(routes.map(({ tag }) => tag));
  const groups = tagGroups[name]
    .map((group) => ({ ...group, tags: group.tags.filter((tag) => used.has(tag)) }))
    .filter(({ tags }) => tags.length > 0);
  const inOrder = new Set([...groups.flatMap(({ tags }) => tags), ...used]);
  return {
    tags: [...inOrder].map((tag) => ({
      name: tag,
      ...(tagDescriptions[tag] === undefined ? {} : { description: tagDescriptions[tag] }),
    })),
    "x-tagGroups": groups,
  };
}

/** Every schema of a route, as it is written: bodies and queries accept no undeclared fields. */
function schemasOf({ schemas, list }: Route): readonly object[] {
  const taken = [schemas.params, schemas.query, schemas.shownBody ?? schemas.body] as readonly (
    | TSchema
    | undefined
  )[];
  const given = [schemas.response, schemas.accepted] as readonly (TSchema | undefined)[];
  return [
    ...taken.flatMap((schema) => (schema === undefined ? [] : [closed(schema)])),
    ...given.flatMap((schema) => (schema === undefined ? [] : [envelopeSchema(schema, list === true)])),
  ];
}

/** What answers are shown with: an object's most frequent example stands beside its schema. */
function examplesOf({ schemas, examples }: Route): readonly Example[] {
  const shown = [
    [schemas.response, examples?.data],
    [schemas.accepted, examples?.accepted],
  ] as readonly (readonly [TSchema | undefined, unknown])[];
  return shown.flatMap(([data, example]) => {
    if (data === undefined || example === undefined) return [];
    const { type, items } = data as { readonly type?: string; readonly items?: object };
    if (type !== "array" || items === undefined) return [{ schema: data, value: example }];
    return (example as readonly unknown[]).map((value) => ({ schema: items, value }));
  });
}

const templateOf = ({ path }: Route): string => path.replace(/:([^/]+)/g, "{$1}");

/** OpenAPI identifies a path by its shape: two names for one parameter would make the document invalid. */
function refuseRenamedParameters(templates: readonly string[]): void {
  const known = new Map<string, string>();
  for (const template of templates) {
    const shape = template.replace(/\{[^}]+\}/g, "{}");
    const other = known.get(shape);
    if (other !== undefined) throw new Error(`path ${template} is already declared as ${other}`);
    known.set(shape, template);
  }
}

/**
 * `Idempotency-Key` as `IdempotencyKey`, or `RequiredIdempotencyKey`; the `id` behind `/payouts` as `IdOfPayout`; a `page`
 * that is another one in the group "Webhooks" as `PageInWebhooks`.
 */
function parameterPart({ path, tag }: Route, value: Json): Part {
  const { name, in: where, required } = value;
  const [, list] = name === "id" ? (/([^/]+)\/:id(?:\/|$)/.exec(path) ?? []) : [];
  const own = list === undefined ? typeName(String(name)) : `IdOf${typeName(singular(list))}`;
  const full = where !== "path" && required === true ? `Required${own}` : own;
  return { name: full, otherName: `${full}In${typeName(tag)}`, value };
}

const singular = (list: string): string => list.replace(/ies$/, "y").replace(/s$/, "");

function headOf(route: Route, usual: readonly Json[]): Json {
  const security = securityOf(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(JSON.stringify(security) === JSON.stringify(usual) ? {} : { security }),
    ...("permission" in route && route.permission !== null ? { "x-permission": route.permission } : {}),
    ...(route.idempotency === "none" ? {} : { "x-idempotency": route.idempotency }),
  };
}

function requestBodyOf(route: Route, schemas: NamedSchemas): Json {
  const body = route.schemas.body as TSchema | undefined;
  if (body === undefined) return {};
  const required = (body as { required?: readonly string[] }).required !== undefined;
  return {
    requestBody: {
      required,
      content: {
        "application/json": {
          schema: schemas.write(
            closed(route.schemas.shownBody ?? body),
            `${typeName(route.operationId)}Request`,
          ),
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
  };
}
