import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestFacts, Route } from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";
import { readScenario, SCENARIO_HEADER } from "./scenario.ts";

export function factsOf(
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
  readonly userAgent: string | undefined;
  readonly authorization: string | undefined;
  readonly acceptLanguage: string | undefined;
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
    this.userAgent = request.headers["user-agent"];
    this.authorization = request.headers.authorization;
    this.acceptLanguage = request.headers["accept-language"];
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
