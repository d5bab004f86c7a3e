import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { BatchWriter } from "../db/batch-writer.ts";
import { OverloadedError } from "../db/errors.ts";
import type { Clock } from "../kit/clock.ts";
import type { IdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import { formatRequestId } from "../kit/request-id.ts";
import { httpActiveRequests, httpRequestSeconds } from "../metrics/table.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { compileAnswer } from "./answer-schema.ts";
import { shareConnections } from "./connection-shares.ts";
import { registerDocs } from "./docs/routes.ts";
import { registerSite } from "./docs/site.ts";
import { errorResponse } from "./error-response.ts";
import { errors } from "./errors.ts";
import { createFencedMerchants } from "./fenced-merchants.ts";
import { type FrontPages, isForPrograms, isReader } from "./front-pages.ts";
import { createReadiness, type ReadinessChecks, registerHealth } from "./health.ts";
import { parseJsonBody } from "./json-body.ts";
import { type TakeTurn, takeTurns } from "./large-bodies.ts";
import { createLateBodies } from "./late-body.ts";
import { createAdmission, liftedLimiter, type RateLimiter } from "./limits/index.ts";
import { asMediaTypeRefusal, refuseOtherEncodings } from "./media-types.ts";
import { createMovedRefusal, type MovedMerchants, nobodyMoved } from "./moved-merchants.ts";
import type { DocumentedEvent } from "./openapi/index.ts";
import { refuseOtherCells } from "./other-cells.ts";
import { createOtherMethods } from "./other-methods.ts";
import type { Overload } from "./overload/index.ts";
import { registerRoutes } from "./register-route.ts";
import type { RequestRecorder } from "./request-record.ts";
import { endRequestSpan } from "./request-span.ts";
import { apiHeaders, HSTS } from "./response-headers.ts";
import { registerRootRoutes } from "./root-routes.ts";
import type { AccessPort, PeoplePort, Route } from "./route.ts";
import {
  answerClientError,
  createWaitingRequests,
  guardSlowReaders,
  limits,
  type WireLimits,
} from "./transport.ts";
import { createUnavailableLog } from "./unavailable-log.ts";
import { compileBody, compileQuery } from "./validation.ts";

const API_PREFIX = "/api/v1";
const isForOperators = /^\/api\/v1\/tenant(?![^/?])/;
/** Time after which a stop closes what is still open. */
const STOP_TIMEOUT_MS = 14_000;
/** How long a stopping server still accepts requests, while proxies notice the failing readiness. */
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_STEP_MS = 20;
const probes = new Set(["/livez", "/readyz"]);

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  /** What merchants' endpoints receive, for the OpenAPI document; absent: nothing. */
  readonly events?: readonly DocumentedEvent[];
  readonly access: AccessPort;
  /** Absent: nobody calls the merchants' and operators' operations by a cookie. */
  readonly people?: PeoplePort;
  readonly keyring: Keyring;
  /** Looks up kept answers of idempotency keys, for many requests at once. */
  readonly batchReader: BatchWriter;
  /** Absent: no rate limits. */
  readonly limiter?: RateLimiter;
  /** Absent: no load shedding. */
  readonly overload?: Overload;
  /** Absent: no merchant has left this cell. */
  readonly moved?: MovedMerchants;
  /** Told of every answered request of a merchant; absent: nobody is. */
  readonly recorder?: RequestRecorder;
  /** Takes a span of every answered request; absent: traces are off. */
  readonly tracing?: Tracing | undefined;
  /** Scenarios of the provider simulator; absent: none. */
  readonly scenarios?: readonly string[];
  readonly clock: Clock;
  /** Monotonic milliseconds; the process's own when absent. */
  readonly monotonicMs?: () => number;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly config: {
    /** The public address of this server, without a trailing slash. */
    readonly publicUrl: string;
    /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
    readonly trustedProxies: readonly string[];
    readonly version: string;
  };
  /** Connections that one address may have open; `limits` when absent, null lifts the limit. */
  readonly connectionsPerAddressMax?: number | null;
  /** Bodies of this length and more are read one at a time; `LARGE_BODY_BYTES` when absent. */
  readonly largeBodyBytes?: number;
  /** Overrides `limits`. */
  readonly wire?: Partial<WireLimits>;
  /** Each must pass for `/readyz` to succeed. */
  readonly readiness: ReadinessChecks;
  /**
   * Pages, callbacks, the simulator: routes outside `/api/v1`, without envelope, each in its own scope with its own
   * parsers and error handler if it wants them. They get `Request-Id`, the limits and the graceful stop.
   */
  readonly plugins?: readonly FastifyPluginAsync[];
  /** Absent: people get what programs get. */
  readonly front?: FrontPages;
}

export interface HttpServer {
  /** For tests: `app.inject`. */
  readonly app: FastifyInstance;
  /** Resolves with the port in use (`port` 0 takes a free one). */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /**
   * Stops without losing a request: `/readyz` fails, waiting polls are answered at once, running requests are finished,
   * and connections end with their next answer. Once no connection is left, or after `DRAIN_TIMEOUT_MS`, no new
   * connection is accepted, and a request on an open one is refused with SERVICE_UNAVAILABLE; after `STOP_TIMEOUT_MS`
   * what is still open is closed.
   */
  stop(): Promise<void>;
}

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { log, config, ids } = options;
  const { cell } = options.keyring;
  const moved = createMovedRefusal(cell, options.moved ?? nobodyMoved);
  const newRequestId = (): string => formatRequestId(cell, ids.next("request"));
  const waiting = createWaitingRequests();
  const unavailable = createUnavailableLog(log, options.monotonicMs);
  const wire: WireLimits = { ...limits, ...options.wire };
  const lateBodies = createLateBodies(wire);
  let isStopping = false;
  let isClosing = false;

  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxRequestsPerSocket: limits.requestsPerSocketMax,
    // Refused below instead, so that the answer has its envelope.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      maxHeaderSize: limits.headerBytesMax,
      // Refused below instead, so that the answer has its envelope.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: limits.paramLengthMax, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) =>
      sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, {
        requestId: newRequestId(),
        version: config.version,
        isAnswered: lateBodies.isAnswered(socket),
      }),
  });
  app.server.maxHeadersCount = limits.headersMax;
  app.server.maxConnections = limits.connectionsMax;
  const { connectionsPerAddressMax = wire.connectionsPerAddressMax } = options;
  shareConnections(app.server, {
    perAddressMax: connectionsPerAddressMax,
    loopbackMax: wire.loopbackConnectionsMax,
    trustedProxies: config.trustedProxies,
    log,
  });
  const guard = guardSlowReaders(app.server);

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const route = request.routeOptions?.url ?? "(none)";
    if (error instanceof OverloadedError) options.overload?.countLate();
    const { status, headers, body } = errorResponse(
      asMediaTypeRefusal(error, request),
      { requestId: request.id, method: request.method, route },
      log,
      unavailable,
    );
    request.refusal = body.error;
    return reply
      .code(status)
      .headers({ ...apiHeaders, ...headers, "Request-Id": request.id, "Cauris-Version": config.version })
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(body));
  }

  const otherMethods = createOtherMethods(app, API_PREFIX);
  app.decorateRequest("caller", null);
  app.decorateRequest("operator", null);
  app.decorateRequest("account", null);
  app.decorateRequest("file", null);
  app.decorateRequest("refusal", null);
  app.decorateRequest("answered", null);
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  const { front } = options;
  app.setNotFoundHandler((request, reply) => {
    if (front !== undefined && isReader(request)) return front.notFound(request, reply);
    throw errors.RESOURCE_NOT_FOUND();
  });
  // Behind an undeclared proxy all callers share one address: limits and locks would hit everyone at once.
  let looksForProxy = config.trustedProxies.length === 0;
  const isHttps = config.publicUrl.startsWith("https:");
  // None of these hooks waits for anything, so none is async: a promise for each hook of each request adds up.
  app.addHook("onRequest", (request, reply, done) => {
    httpActiveRequests.add({}, 1);
    // An answer closes once: `once` would only wrap the listener.
    reply.raw.on("close", requestEnded);
    reply.header("Request-Id", request.id);
    // Not with the pages: a payer on a slow network would download it a dozen times.
    if (isForPrograms.test(request.url)) reply.header("Cauris-Version", config.version);
    // An operator of several cells sees the same lists in each of them.
    if (cell !== null && isForOperators.test(request.url)) reply.header("Cauris-Cell", cell);
    if (looksForProxy && request.headers["x-forwarded-for"] !== undefined) {
      looksForProxy = false;
      log.warn("http.proxy_undeclared", {
        address: request.ip,
        cure: "If this address is your proxy, name it in TRUSTED_PROXIES: until then all its callers count as one.",
      });
    }
    if (isHttps) reply.header("Strict-Transport-Security", HSTS);
    // Earlier, a proxy may not have seen the failing /readyz yet. The pool and the batch writers are closed next.
    if (isClosing) throw errors.SERVICE_UNAVAILABLE({ reason: "stopping" }, 1);
    const hosts = countHosts(request.raw.rawHeaders);
    if (hosts > 1) throw hostError("once", "The header Host is there more than once.");
    if (hosts === 0 && request.raw.httpVersion === "1.1")
      throw hostError("required", "The header Host is missing.");
    refuseOtherCells(cell, request.raw, (options.moved ?? nobodyMoved).hasCome);
    moved.path(request.url);
    // Before the body is checked: for an unknown address the media type does not matter.
    const isLost = request.is404 && front !== undefined && isReader(request) && !otherMethods.knows(request);
    if (request.is404 && !isLost) return otherMethods.answer(request, reply);
    done();
  });
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    guard(reply.raw);
    if (reply.statusCode === 401 && !reply.hasHeader("WWW-Authenticate")) {
      reply.header("WWW-Authenticate", challengeOf(raw.headers.authorization));
    }
    if (lateBodies.arrives(raw)) {
      // When Fastify refuses a body, it sets Connection: close, which is too early for a client that is still sending.
      reply.removeHeader("Connection");
      lateBodies.drop(raw, reply.raw);
    } else if (isStopping) reply.header("Connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    // Probes come every second or so and would fill the log, and so would shed requests.
    const isMany = reply.statusCode === 503 || (reply.statusCode < 400 && probes.has(request.url));
    const level = isMany ? "debug" : "info";
    const route = request.routeOptions.url ?? "(none)";
    httpRequestSeconds.observe(
      {
        http_request_method: request.method,
        http_route: route,
        http_response_status_code: String(reply.statusCode),
      },
      reply.elapsedTime / 1_000,
    );
    if (options.tracing !== undefined && !isMany)
      endRequestSpan(options.tracing, options.clock, request, reply);
    log[level]("http.request", {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller === null
        ? {}
        : {
            [`${request.caller.actor.kind}Id`]: request.caller.actor.id,
            merchantNo: request.caller.merchantNo,
          }),
      ...(request.operator === null ? {} : { operatorId: request.operator.operatorId }),
      ...(request.account === null ? {} : { accountId: request.account.id }),
    });
    done();
  });

  const stopMeasuring = options.overload?.start();
  const readiness = createReadiness(options.readiness, log, unavailable.ready);
  registerHealth(app, readiness, () => isStopping);
  const apiScope: FastifyPluginAsync = async (api) => {
    const takeTurn = takeTurns(api, options.largeBodyBytes);
    acceptStrictJsonOnly(api, takeTurn);
    api.setValidatorCompiler(({ schema, httpPart }) =>
      httpPart === "querystring" ? compileQuery(schema as object) : compileBody(schema as object),
    );
    const admission = createAdmission(options.limiter ?? liftedLimiter, options.keyring);
    const scenarios = new Set(options.scenarios ?? []);
    api.setSerializerCompiler(({ schema }) => compileAnswer(schema as object));
    const publicOrigins = new Set([new URL(config.publicUrl).origin]);
    otherMethods.declare(api, options.routes);
    registerRoutes(api, options.routes, {
      ...options,
      waiting,
      admission,
      scenarios,
      takeTurn,
      fenced: createFencedMerchants(),
      moved,
      publicOrigins,
    });
  };
  await app.register(apiScope, { prefix: API_PREFIX });
  const { routes, events = [] } = options;
  await registerDocs(app, { routes, events, prefix: API_PREFIX, config });
  await registerSite(app);
  registerRootRoutes(app, { prefix: API_PREFIX, version: config.version, front });
  for (const plugin of options.plugins ?? []) await app.register(plugin);

  return {
    app,
    listen: async ({ host, port }) => {
      await app.listen({ host, port });
      readiness.watch();
      const address = app.server.address();
      if (address === null || typeof address === "string") throw new Error("the server has no port");
      return address.port;
    },
    stop: async () => {
      isStopping = true;
      stopMeasuring?.();
      readiness.stop();
      waiting.endAll();
      const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
      await drained(app);
      isClosing = true;
      await app.close();
      clearTimeout(deadline);
    },
  };
}

/** Also when the client has left before its answer. */
function requestEnded(): void {
  httpActiveRequests.add({}, -1);
}

/** Two Host headers make a request ambiguous (RFC 9112, 3.2): a proxy may use the other one. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

const hostError = (rule: string, message: string) =>
  errors.VALIDATION_ERROR({ fields: [{ path: "Host", rule, message }] });

/**
 * The authentication challenge (RFC 9110, 11.6.1); only a caller who sent a token is told that it was not valid (RFC
 * 6750, 3).
 */
function challengeOf(authorization: string | undefined): string {
  const realm = 'Bearer realm="Cauris"';
  return authorization === undefined ? realm : `${realm}, error="invalid_token"`;
}

/**
 * Resolves when no connection is left, or after `DRAIN_TIMEOUT_MS`. Until then the server keeps answering, each time
 * with `Connection: close`, so that a proxy which has not seen the failing `/readyz` is still served.
 */
async function drained(app: FastifyInstance): Promise<void> {
  for (let waitedMs = 0; waitedMs < DRAIN_TIMEOUT_MS; waitedMs += DRAIN_STEP_MS) {
    const open = await new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count ?? 0));
    });
    if (open === 0) return;
    await sleep(DRAIN_STEP_MS);
  }
}

function acceptStrictJsonOnly(api: FastifyInstance, takeTurn: TakeTurn): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: string | Buffer) => {
      refuseOtherEncodings(request);
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
      const turn = takeTurn(request, bytes.length);
      if (turn === null) return parseJsonBody(bytes);
      await turn;
      const value = parseJsonBody(bytes);
      await nextTurn();
      return value;
    },
  );
}
