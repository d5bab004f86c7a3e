import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kit/errors.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import { errors } from "../errors.ts";
import type { Caller, OperatorCaller, PublicRoute } from "../route.ts";
import type { Judged, RateLimiter } from "./limiter.ts";
import { limitHeaders, limitRefusal, type Verdict } from "./verdict.ts";

/** Null where it was counted at once, from what this instance has in hand: nearly always. */
export type Counted = Promise<void> | null;

/** Counts a request where it comes in, before its body is read. Each refuses with RATE_LIMITED, by throwing or rejecting. */
export interface Admission {
  key(caller: Caller, reply: FastifyReply): Counted;
  operator(operator: OperatorCaller, reply: FastifyReply): Counted;
  /** A payer's request: its address, then what its session or its log-in allows. A long poll counts once, when it comes. */
  payer(
    route: Pick<PublicRoute, "method" | "countsAs">,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Counted;
  /** A hosted page, shown or sent: its address, and a read of its session. */
  page(request: FastifyRequest, reply: FastifyReply): Counted;
  /** A notice of a provider. Refused, it is lost to nobody: providers repeat, and what became of a payment is asked. */
  callback(request: FastifyRequest, reply: FastifyReply): Counted;
  /** A form that is about to pay: only now, since one with a slip of the pen comes back without a try. */
  completion(sessionId: string): Promise<void>;
  /** A request that named no caller we know: it counts for its address, so that guessing keys has an end. */
  stranger(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createAdmission(limiter: RateLimiter, keyring: Keyring): Admission {
  /** One after the other: what the first refuses is no use of the second. */
  const count = (
    reply: FastifyReply,
    judges: readonly (() => Judged)[],
    before: readonly Verdict[] = [],
  ): Counted => {
    const judge = judges[before.length];
    if (judge === undefined) return show(reply, before);
    const goOn = (verdict: Verdict | null): Counted => {
      if (verdict === null) return null;
      const verdicts = [...before, verdict];
      return verdict.admitted ? count(reply, judges, verdicts) : show(reply, verdicts);
    };
    const judged = judge();
    return judged instanceof Promise ? judged.then(goOn).then(nothing) : goOn(judged);
  };
  const show = (reply: FastifyReply, verdicts: readonly Verdict[]): null => {
    reply.headers(limitHeaders(verdicts));
    const refused = verdicts.find(({ admitted }) => !admitted);
    if (refused !== undefined) throw limitRefusal(refused);
    return null;
  };

  /** An id that is none leads nowhere and costs no query: then only the address counts. */
  const sessionOf = (request: FastifyRequest) => {
    const { sessionId } = request.params as { sessionId?: string };
    return sessionId === undefined ? null : parseSessionId(keyring, sessionId);
  };

  return {
    key: (caller, reply) => count(reply, [() => limiter.apiKey(caller)]),
    operator: ({ operatorId }, reply) => count(reply, [() => limiter.operator(operatorId)]),
    payer: ({ method, countsAs }, request, reply) => {
      const session = sessionOf(request);
      return count(reply, [
        () => limiter.clientAddress(request.ip),
        ...(countsAs === "login" ? [() => limiter.login(request.ip)] : []),
        ...(session === null
          ? []
          : [() => (method === "GET" ? limiter.sessionRead(session) : limiter.sessionComplete(session))]),
      ]);
    },
    page: (request, reply) => {
      const session = sessionOf(request);
      return count(reply, [
        () => limiter.clientAddress(request.ip),
        ...(session === null ? [] : [() => limiter.sessionRead(session)]),
      ]);
    },
    callback: (request, reply) => count(reply, [() => limiter.callbackAddress(request.ip)]),
    completion: async (sessionId) => {
      const session = parseSessionId(keyring, sessionId);
      const verdict = session === null ? null : await limiter.sessionComplete(session);
      if (verdict?.admitted === false) throw limitRefusal(verdict);
    },
    stranger: async (error, request, reply) => {
      const unknown =
        error instanceof Refusal &&
        [errors.INVALID_API_KEY, errors.INVALID_OPERATOR_TOKEN].some(
          ({ declaration }) => declaration === error.declaration,
        );
      if (unknown) await count(reply, [() => limiter.clientAddress(request.ip)]);
    },
  };
}

/** The payer's pages with every request counted. What is refused is shown by the pages' own error handler. */
export function limitPages(admission: Admission, pages: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", (request, reply, done) => {
      const counted = admission.page(request, reply);
      return counted === null ? done() : counted;
    });
    await app.register(pages);
  };
}

const nothing = (): void => {};
