import type { FastifyInstance, onResponseHookHandler } from "fastify";
import { holdsCardNumber } from "../kit/card-numbers.ts";
import { envelopeSchema } from "./answer-schema.ts";
import { compressAnswer, isCompressed } from "./compress.ts";
import { errors } from "./errors.ts";
import { takeFiles } from "./file-body.ts";
import { typesTaken } from "./media-types.ts";
import { rankOf } from "./overload/index.ts";
import { createRequestRecords, type RequestRecorder } from "./request-record.ts";
import { apiHeaders, corsHeaders } from "./response-headers.ts";
import type { KeyRoute, Route } from "./route.ts";
import { letIn } from "./route-access.ts";
import { answer } from "./route-answer.ts";
import type { RouteDeps } from "./route-deps.ts";
import {
  amountFieldsOf,
  nothing,
  paramsOf,
  refuseBadInput,
  refuseCardsInTurns,
  refuseEmptyParameters,
} from "./route-input.ts";
import { closed } from "./validation.ts";

/** Registers `routes` on the API's scope. */
export function registerRoutes(api: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void {
  const operationIds = new Set<string>();
  for (const route of routes) {
    if (operationIds.has(route.operationId))
      throw new Error(`operation ${route.operationId} is declared twice`);
    operationIds.add(route.operationId);
    const { file } = route;
    if (file === undefined) registerRoute(api, route, deps);
    else
      api.register((scope, _options, done) => {
        takeFiles(scope, file, deps.takeTurn);
        registerRoute(scope, route, deps);
        done();
      });
  }
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
      // A browser on another origin always names it. Our own pages poll without, over slow networks.
      reply.headers(request.headers.origin === undefined ? apiHeaders : headers);
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
    ...(route.auth === "key" && deps.recorder !== undefined
      ? { onResponse: recordAnswers(route, deps.recorder) }
      : {}),
    handler: (request, reply) => answer(route, request, reply, deps),
  });
}

function recordAnswers(route: KeyRoute, recorder: RequestRecorder): onResponseHookHandler {
  const recordOf = createRequestRecords(route);
  return (request, reply, done) => {
    const record = recordOf(request, reply);
    if (record !== null) recorder.record(record);
    done();
  };
}
