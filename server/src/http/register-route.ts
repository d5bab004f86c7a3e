import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type TSchema, Type } from "typebox";
import type { BatchWriter } from "../db/batch-writer.ts";
import { formatActor } from "../kit/actor.ts";
import { containsCardNumber, holdsCardNumber, holdsCardNumberInTurns } from "../kit/card-numbers.ts";
import type { Clock } from "../kit/clock.ts";
import { Refusal } from "../kit/errors.ts";
import { isUuid, type MerchantId, type MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { AMOUNT_PATTERN } from "../kit/money.ts";
import { concealSessionIds } from "../kit/session-id.ts";
import { envelopeSchema } from "./answer-schema.ts";
import { fingerprintOf } from "./canonical-json.ts";
import { compressAnswer, isCompressed } from "./compress.ts";
import { embedFile } from "./embed-file.ts";
import { type SuccessEnvelope, successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { takeFiles } from "./file-body.ts";
import {
  findAnswer,
  IdempotencyKeyTaken,
  OPEN_KEY_LENGTH_MIN,
  parseIdempotencyKey,
  SECRETS_KEPT_FOR_MS,
} from "./idempotency.ts";
import { checkText } from "./json-body.ts";
import type { TakeTurn } from "./large-bodies.ts";
import { addressShare } from "./limits/address.ts";
import type { Admission } from "./limits/index.ts";
import { typesTaken } from "./media-types.ts";
import { type Overload, rankOf } from "./overload/index.ts";
import { hasPermission } from "./permissions.ts";
import { apiHeaders, corsHeaders, preflightHeaders } from "./response-headers.ts";
import type {
  AcceptedReply,
  AccessPort,
  Caller,
  FileReply,
  IdempotencyClaim,
  KeyRoute,
  OperatorCaller,
  OperatorRoute,
  Reply,
  RequestFacts,
  Route,
} from "./route.ts";
import { readScenario, SCENARIO_HEADER } from "./scenario.ts";
import type { WaitingRequests } from "./transport.ts";
import { closed } from "./validation.ts";

export interface RouteDeps {
  readonly access: AccessPort;
  readonly batchReader: BatchWriter;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly waiting: WaitingRequests;
  readonly admission: Admission;
  readonly overload?: Overload;
  readonly takeTurn: TakeTurn;
  /** Valid values of the header `Sandbox-Scenario`. */
  readonly scenarios: ReadonlySet<string>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the check of the API key, before the body is read. */
    caller: Caller | null;
    /** Set by the check of an operator's token, before the body is read. */
    operator: OperatorCaller | null;
  }
}

const everyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"] as const;

/** Registers `routes` on the API's scope, and OPTIONS and the refusal of other methods for each of their paths. */
export function registerRoutes(api: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void {
  const operationIds = new Set<string>();
  const byPath = new Map<string, Route[]>();
  for (const route of routes) {
    if (operationIds.has(route.operationId))
      throw new Error(`operation ${route.operationId} is declared twice`);
    operationIds.add(route.operationId);
    const shape = route.path.replace(/:[^/]+/g, ":");
    byPath.set(shape, [...(byPath.get(shape) ?? []), route]);
    const { file } = route;
    if (file === undefined) registerRoute(api, route, deps);
    else
      api.register((scope, _options, done) => {
        takeFiles(scope, file, deps.takeTurn);
        registerRoute(scope, route, deps);
        done();
      });
  }
  for (const siblings of byPath.values()) registerOtherMethods(api, siblings);
}

function registerRoute(api: FastifyInstance, route: Route, deps: RouteDeps): void {
  const { schemas } = route;
  const rank = rankOf(route);
  const isBodied = route.method !== "GET";
  const amountFields = amountFieldsOf(schemas.body);
  const headers = route.auth === "public" ? { ...apiHeaders, ...corsHeaders } : apiHeaders;
  api.route({
    method: route.method,
    url: route.path,
    config: { mediaTypes: typesTaken(route.file) },
    ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
    schema: {
      params: closed(schemas.params ?? paramsOf(route.path)),
      querystring: closed(schemas.query ?? nothing),
      ...(isBodied ? { body: closed(schemas.body ?? nothing) } : {}),
      response: {
        [route.successStatus]: envelopeSchema(schemas.response, route.list === true),
        ...(schemas.accepted === undefined ? {} : { 202: envelopeSchema(schemas.accepted, false) }),
      },
    },
    // A hook either returns a promise or calls `done`: a synchronous answer needs no promise.
    onRequest: (request, reply, done) => {
      reply.headers(headers);
      refuseEmptyParameters(request.params);
      deps.overload?.admit(rank);
      const admitted = letIn(route, request, reply, deps);
      return admitted === null ? done() : admitted;
    },
    preValidation: (request, _reply, done) => {
      if (isBodied && request.body === undefined) request.body = {};
      refuseBadInput(request, amountFields);
      if (route.bodyBytesMax !== undefined) return refuseCardsInTurns(request, amountFields);
      if (holdsCardNumber(request.body, amountFields)) throw errors.CARD_DATA_NOT_ALLOWED();
      return done();
    },
    ...(isCompressed(route) ? { onSend: compressAnswer } : {}),
    handler: (request, reply) => answer(route, request, reply, deps),
  });
}

/** `/checkout/sessions/` is not the list and names no session: an empty id is an unknown address. */
function refuseEmptyParameters(params: unknown): void {
  for (const name in params as Readonly<Record<string, string>>)
    if ((params as Readonly<Record<string, string>>)[name] === "") throw errors.RESOURCE_NOT_FOUND();
}

/** Refuses callers without access, and stores the caller; null when there is nothing to wait for. */
function letIn(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<void> | null {
  if (route.auth === "public") return deps.admission.payer(route, request, reply);
  if (route.auth === "key")
    return admit(route, request, reply, deps).then((caller) => {
      request.caller = caller;
    });
  return admitOperator(route, request, reply, deps).then((operator) => {
    request.operator = operator;
  });
}

/** Key, then its limit, permission and scope: a caller without access learns nothing about what the request lacks. */
async function admit(
  route: KeyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, admission }: RouteDeps,
): Promise<Caller> {
  const caller = await access
    .authenticate(request.headers.authorization, request.ip)
    .catch((error: unknown) => refuseStranger(error, request, reply, admission));
  await admission.key(caller, reply);
  if (!hasPermission(caller.permissions, route.permission)) {
    throw errors.INSUFFICIENT_PERMISSIONS({ required: route.permission });
  }
  const { merchantId } = request.params as { merchantId?: string };
  if (merchantId === undefined || merchantId === caller.merchantId) return caller;
  if (!isUuid(merchantId)) throw errors.INVALID_MERCHANT_SCOPE();
  return access.actFor(caller, merchantId as MerchantId);
}

async function refuseStranger(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
): Promise<never> {
  await admission.stranger(error, request, reply);
  throw error;
}

async function admitOperator(
  route: OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, admission }: RouteDeps,
): Promise<OperatorCaller> {
  const operator = await access
    .authenticateOperator(request.headers.authorization)
    .catch((error: unknown) => refuseStranger(error, request, reply, admission));
  await admission.operator(operator, reply);
  if (route.permission === null) return operator;
  if (operator.mustEnrolSecondFactor) throw errors.SECOND_FACTOR_ENROLMENT_REQUIRED();
  const anyOf = [route.permission].flat();
  if (!anyOf.some((permission) => hasPermission(operator.permissions, permission))) {
    throw errors.INSUFFICIENT_PERMISSIONS({ required: route.permission });
  }
  return operator;
}

/**
 * What schemas cannot express, in path and query: characters that cannot be stored, and card numbers, in any field,
 * declared or not.
 */
function refuseBadInput(request: FastifyRequest, amountFields: ReadonlySet<string>): void {
  const { url } = request.raw;
  const queryAt = url?.indexOf("?") ?? -1;
  if (url !== undefined && queryAt >= 0) {
    const query = url.slice(queryAt + 1);
    if (query.includes("%")) refuseBadEncoding(query);
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      checkText(name, "query");
      for (const text of Array.isArray(value) ? value : [value]) checkText(String(text), name);
    }
    if (holdsCardNumber(request.query, amountFields)) throw errors.CARD_DATA_NOT_ALLOWED();
  }
  for (const [name, value] of Object.entries(request.params as Record<string, string>))
    checkText(value, name);
}

/** Card numbers in a body that may have megabytes: looked for with turns for other requests in between. */
async function refuseCardsInTurns(
  { body }: FastifyRequest,
  amountFields: ReadonlySet<string>,
): Promise<void> {
  if (await holdsCardNumberInTurns(body, amountFields)) throw errors.CARD_DATA_NOT_ALLOWED();
}

function refuseBadEncoding(query: string): void {
  try {
    decodeURIComponent(query);
  } catch {
    throw errors.VALIDATION_ERROR({
      fields: [{ path: "query", rule: "encoding", message: "The query is not valid percent-encoded UTF-8." }],
    });
  }
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<SuccessEnvelope<unknown> | Buffer> {
  const claim = claimOf(route, request, deps.keyring);
  const params = request.params as Record<string, never>;
  const merchantNo = claim === null ? null : await scopeOf(route, request);
  // In a public operation whose path names no merchant a key has no scope: the header is ignored.
  const scoped = merchantNo === null ? null : claim;
  if (scoped !== null && merchantNo !== null && route.claimsFirst !== true) {
    const replayed = await replay(route, reply, merchantNo, scoped, deps);
    if (replayed !== null) return replayed;
  }
  const input = {
    facts: factsOf(route, request, reply, deps),
    idempotency: scoped,
    params,
    query: request.query as Record<string, never>,
    body: request.body as Record<string, never>,
  };
  try {
    const result = await handle(route, input, request);
    if ("file" in result) return sendFile(reply, route, result);
    if ("accepted" in result) {
      reply.code(202);
      return successEnvelope(result.accepted, null);
    }
    if (result.headers !== undefined) reply.headers(result.headers);
    reply.code(route.successStatus);
    const envelope = successEnvelope(result.data, result.meta ?? null);
    if (result.embedded === undefined) return envelope;
    return embedFile(reply, envelope as SuccessEnvelope<object>, result.embedded);
  } catch (error) {
    if (scoped === null || merchantNo === null) throw error;
    const isTaken = error instanceof IdempotencyKeyTaken;
    // What is refused now may have been allowed for the first request of this key.
    if (!isTaken && !(route.claimsFirst === true && error instanceof Refusal)) throw error;
    const replayed = await replay(route, reply, merchantNo, scoped, deps);
    if (replayed !== null) return replayed;
    throw isTaken ? errors.IDEMPOTENCY_REQUEST_IN_PROGRESS({}, error.retryAfterSeconds) : error;
  }
}

function handle(
  route: Route,
  input: Parameters<Extract<Route, { auth: "public" }>["handle"]>[0],
  { caller, operator, file }: FastifyRequest,
): Promise<Reply<unknown> | AcceptedReply<unknown> | FileReply> {
  if (route.auth === "public") return route.handle(input);
  if (route.auth === "key") return route.handle({ ...input, caller: present(caller), file });
  return route.handle({ ...input, operator: present(operator) });
}

/** The scope of the `Idempotency-Key`; null when the path of a public operation names no merchant. */
async function scopeOf(route: Route, request: FastifyRequest): Promise<MerchantNo | null> {
  if (route.auth === "key") return present(request.caller).merchantNo;
  if (route.auth === "operator") return present(request.operator).scopeNo;
  return (await route.merchantNoOf?.(request.params as Record<string, never>)) ?? null;
}

/** Always a download: a browser must not run an uploaded file in our origin. */
function sendFile(reply: FastifyReply, route: Route, { file }: FileReply): Buffer {
  if (!route.produces?.includes(file.mediaType) || !/^[\w.-]{1,120}$/.test(file.fileName)) {
    throw new Error(`${route.operationId} answered a file that it does not declare`);
  }
  reply
    .code(200)
    .type(file.mediaType.startsWith("text/") ? `${file.mediaType}; charset=utf-8` : file.mediaType)
    .headers({ ...apiHeaders, "Content-Disposition": `attachment; filename="${file.fileName}"` });
  return file.body;
}

async function replay(
  { answersSecret = [] }: Route,
  reply: FastifyReply,
  merchantNo: MerchantNo,
  claim: IdempotencyClaim,
  { batchReader, keyring, clock }: RouteDeps,
): Promise<SuccessEnvelope<unknown> | null> {
  const kept = await findAnswer(batchReader, keyring, merchantNo, claim);
  if (kept === null) return null;
  reply.code(kept.status).header("Idempotency-Replayed", "true");
  const isOld = clock.nowMs() >= kept.createdAtMs + SECRETS_KEPT_FOR_MS;
  return successEnvelope(isOld ? withoutFields(kept.data, answersSecret) : kept.data, null);
}

/** `data` with null in these places; a place that is null or missing stays so. */
function withoutFields(data: unknown, fields: readonly string[]): unknown {
  return fields.reduce((rest, field) => withoutField(rest, field.split(".")), data);
}

function withoutField(data: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined) return null;
  if (typeof data !== "object" || data === null || !(name in data)) return data;
  return { ...data, [name]: withoutField((data as Readonly<Record<string, unknown>>)[name], deeper) };
}

/**
 * The claim of the request's `Idempotency-Key`, or null. Refuses with IDEMPOTENCY_KEY_REQUIRED where a key is required.
 */
function claimOf(route: Route, request: FastifyRequest, keyring: Keyring): IdempotencyClaim | null {
  if (route.idempotency === "none") return null;
  const key = parseIdempotencyKey(request.headers["idempotency-key"]);
  if (key === null) {
    if (route.idempotency === "required") throw errors.IDEMPOTENCY_KEY_REQUIRED();
    return null;
  }
  if (containsCardNumber(key)) throw errors.CARD_DATA_NOT_ALLOWED();
  const isOpen = route.auth === "public" && route.manyPayers === true;
  if (isOpen && key.length < OPEN_KEY_LENGTH_MIN) return null;
  const params = request.params as Record<string, string>;
  const path = route.path.replace(/:([^/]+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  return {
    // Another caller who repeats the request gets the result of an own first call, not what was shown to this one.
    route: concealSessionIds(`${route.method} ${path}${scopeWithin(route, request, keyring)}`),
    // Callers often use the session's id as the key.
    key: concealSessionIds(key),
    fingerprint: fingerprintOf(request.body),
  };
}

/** The only caller who may repeat the request; empty when every caller of the merchant may. */
function scopeWithin(route: Route, request: FastifyRequest, keyring: Keyring): string {
  if (route.answersSecret !== undefined) return ` ${whoAsks(request)}`;
  if (route.auth !== "public" || route.manyPayers !== true) return "";
  // A keyed hash: a plain hash of an address can be reversed by trying all addresses.
  return ` ${keyring.mac("phone", `payer ${addressShare(request.ip)}`).toString("base64url")}`;
}

function whoAsks({ caller, operator }: FastifyRequest): string {
  if (caller !== null) return formatActor(caller.actor);
  return operator === null ? "anybody" : formatActor({ kind: "operator", id: operator.operatorId });
}

function factsOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, waiting, scenarios }: RouteDeps,
): RequestFacts {
  const header = route.takesScenario === true ? request.headers[SCENARIO_HEADER] : undefined;
  const scenario = readScenario(header, request.caller?.mode ?? null, scenarios);
  return new Facts(request, clock.nowMs(), scenario, () => waiting.signalFor(reply.raw));
}

/** A class, because an object literal with a getter costs as much as all of its other fields. */
class Facts implements RequestFacts {
  readonly requestId: string;
  readonly ip: string;
  readonly authorization: string | undefined;
  readonly nowMs: number;
  readonly scenario: string | null;
  readonly #makeSignal: () => AbortSignal;
  #signal: AbortSignal | null = null;

  constructor(
    request: FastifyRequest,
    nowMs: number,
    scenario: string | null,
    makeSignal: () => AbortSignal,
  ) {
    this.requestId = request.id;
    this.ip = request.ip;
    this.authorization = request.headers.authorization;
    this.nowMs = nowMs;
    this.scenario = scenario;
    this.#makeSignal = makeSignal;
  }

  /** Made on demand: few requests wait. */
  get signal(): AbortSignal {
    this.#signal ??= this.#makeSignal();
    return this.#signal;
  }
}

/** The caller was determined before the body was read. */
function present<Who>(who: Who | null): Who {
  if (who === null) throw new Error("a route that asks who calls ran without an answer");
  return who;
}

function registerOtherMethods(api: FastifyInstance, siblings: readonly Route[]): void {
  const [first] = siblings;
  if (first === undefined) return;
  const methods = siblings.map(({ method }) => method as string);
  const withHead = methods.includes("GET") ? ["HEAD", ...methods] : methods;
  const allow = [...withHead, "OPTIONS"].join(", ");
  const isPublic = siblings.some(({ auth }) => auth === "public");
  const headers = isPublic ? preflightHeaders(allow) : {};
  api.route({
    method: "OPTIONS",
    url: first.path,
    onRequest: async (_request, reply) =>
      reply
        .headers({ ...apiHeaders, ...headers, Allow: allow })
        .code(204)
        .send(),
    handler: async () => "",
  });
  api.route({
    method: everyMethod.filter((method) => !methods.includes(method)),
    url: first.path,
    onRequest: async (_request, reply) => {
      reply.headers({ ...apiHeaders, ...(isPublic ? corsHeaders : {}), Allow: allow });
      throw errors.METHOD_NOT_ALLOWED({ allowed: withHead });
    },
    handler: async () => "",
  });
}

const nothing = Type.Object({});
const paramsByPath = new Map<string, TSchema>();

/** Path parameters are text; an id that cannot exist is answered as not found. */
function paramsOf(path: string): TSchema {
  const known = paramsByPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/:([^/]+)/g)].map(([, name]) => name ?? "");
  const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
  paramsByPath.set(path, schema);
  return schema;
}

/** Names of the fields that hold minor units: their digits are money, even if they look like a card number. */
function amountFieldsOf(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return found;
  for (const [key, child] of Object.entries(node)) {
    if ((child as { pattern?: unknown } | null)?.pattern === AMOUNT_PATTERN) found.add(key);
    amountFieldsOf(child, found);
  }
  return found;
}
