import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isFenced } from "../db/errors.ts";
import { Refusal } from "../kit/errors.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { embedFile } from "./embed-file.ts";
import { type SuccessEnvelope, successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { acceptsStream } from "./event-stream.ts";
import { findAnswer, IdempotencyKeyTaken, SECRETS_KEPT_FOR_MS } from "./idempotency.ts";
import { factsOf } from "./request-facts.ts";
import { apiHeaders } from "./response-headers.ts";
import type { AcceptedReply, FileReply, IdempotencyClaim, Reply, Route } from "./route.ts";
import { claimOf } from "./route-claim.ts";
import type { RouteDeps } from "./route-deps.ts";
import { answerStream } from "./route-stream.ts";

export async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<SuccessEnvelope<unknown> | Buffer | Readable | FastifyReply> {
  if ("follow" in route && route.follow !== undefined && acceptsStream(request))
    return answerStream(route, request, reply, deps);
  const claim = claimOf(route, request, deps.keyring);
  const params = request.params as Record<string, never>;
  const isWrite = route.method !== "GET";
  const merchantNo =
    claim === null && (!isWrite || deps.fenced.isEmpty()) ? null : await scopeOf(route, request);
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
    if (isWrite) deps.fenced.refuse(merchantNo);
    const result = await handle(route, input, request);
    if ("file" in result) return sendFile(reply, route, result);
    if ("accepted" in result) {
      reply.code(202);
      return successEnvelope(result.accepted, null);
    }
    if (result.headers !== undefined) reply.headers(result.headers);
    reply.code(route.successStatus);
    request.answered = result.data;
    const envelope = successEnvelope(result.data, result.meta ?? null);
    if (result.embedded === undefined) return envelope;
    return embedFile(reply, envelope as SuccessEnvelope<object>, result.embedded);
  } catch (error) {
    if (isFenced(error)) deps.fenced.refused(merchantNo ?? (await scopeOf(route, request)));
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
  { caller, operator, account, file }: FastifyRequest,
): Promise<Reply<unknown> | AcceptedReply<unknown> | FileReply> {
  if (route.auth === "public" || route.auth === "visitor") return route.handle(input);
  if (route.auth === "account") return route.handle({ ...input, account: present(account) });
  if (route.auth === "key") return route.handle({ ...input, caller: present(caller), file });
  return route.handle({ ...input, operator: present(operator), file });
}

/** The scope of the `Idempotency-Key`; null when the path of a public operation names no merchant. */
async function scopeOf(route: Route, request: FastifyRequest): Promise<MerchantNo | null> {
  if (route.auth === "key") return present(request.caller).merchantNo;
  if (route.auth === "operator") return present(request.operator).scopeNo;
  if (route.auth !== "public") return null;
  return (await route.merchantNoOf?.(request.params as Record<string, never>)) ?? null;
}

/** Always a download: a browser must not run an uploaded file in our origin. */
function sendFile(reply: FastifyReply, route: Route, { file }: FileReply): Buffer | Readable {
  if (!route.produces?.includes(file.mediaType) || !/^[\w.-]{1,120}$/.test(file.fileName)) {
    throw new Error(`${route.operationId} answered a file that it does not declare`);
  }
  reply
    .code(200)
    .type(file.mediaType.startsWith("text/") ? `${file.mediaType}; charset=utf-8` : file.mediaType)
    .headers({ ...apiHeaders, "Content-Disposition": `attachment; filename="${file.fileName}"` });
  return Buffer.isBuffer(file.body) ? file.body : Readable.from(file.body);
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

/** The caller was determined before the body was read. */
function present<Who>(who: Who | null): Who {
  if (who === null) throw new Error("a route that asks who calls ran without an answer");
  return who;
}
