import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kit/errors.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import { errors } from "../errors.ts";
import type { AccountCaller, Caller, OperatorCaller, PublicRoute } from "../route.ts";
import type { Judged, RateLimiter } from "./limiter.ts";
import { limitHeaders, limitRefusal, type Verdict } from "./verdict.ts";

/** Null when it was counted at once from this instance's leased tokens: nearly always. */
export type Counted = Promise<void> | null;

/**
 * Counts a request when it arrives, before its body is read. Each refuses with RATE_LIMITED, by throwing or rejecting.
 */
export interface Admission {
  key(caller: Caller, reply: FastifyReply): Counted;
  operator(operator: OperatorCaller, reply: FastifyReply): Counted;
  /** A person or operator who is logged in by a cookie. */
  account(account: AccountCaller, reply: FastifyReply): Counted;
  /**
   * A payer's request: counted for its address, then for its session or its log-in. A long poll counts once, when it
   * arrives.
   */
  payer(
    route: Pick<PublicRoute, "method" | "countsAs">,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Counted;
  /**
   * A hosted page, shown or submitted: counted for its address, and as a read of its session. The headers of limits are
   * left out unless it is refused: a browser shows them to nobody, and a payer pays for their bytes.
   */
  page(request: FastifyRequest, reply: FastifyReply): Counted;
  /**
   * A provider's callback. A refusal loses nothing: providers retry, and the outcome of a payment is queried anyway.
   */
  callback(request: FastifyRequest, reply: FastifyReply): Counted;
  /** A form that is about to pay: counted only now, since one with a typing error must not use up an attempt. */
  completion(sessionId: string): Promise<void>;
  /** A request without a known caller: it counts for its address, which limits guessing of keys. */
  stranger(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createAdmission(limiter: RateLimiter, keyring: Keyring): Admission {
  /** One after the other: what the first refuses does not use up the second. */
  const count = (
    reply: FastifyReply,
    judges: readonly (() => Judged)[],
    before: readonly Verdict[] = [],
    told: "always" | "refused" = "always",
  ): Counted => {
    const judge = judges[before.length];
    if (judge === undefined) return told === "always" ? show(reply, before) : null;
    const goOn = (verdict: Verdict | null): Counted => {
      if (verdict === null) return null;
      const verdicts = [...before, verdict];
      return verdict.admitted ? count(reply, judges, verdicts, told) : show(reply, verdicts);
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

  /** An invalid id costs no query: then only the address counts. */
  const sessionOf = (request: FastifyRequest) => {
    const { sessionId } = request.params as { sessionId?: string };
    return sessionId === undefined ? null : parseSessionId(keyring, sessionId);
  };

  return {
    key: (caller, reply) => count(reply, [() => limiter.apiKey(caller)]),
    operator: ({ operatorId }, reply) => count(reply, [() => limiter.operator(operatorId)]),
    account: ({ id }, reply) => count(reply, [() => limiter.operator(id)]),
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
      const judges = [
        () => limiter.clientAddress(request.ip),
        ...(session === null ? [] : [() => limiter.sessionRead(session)]),
      ];
      return count(reply, judges, [], "refused");
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
        [errors.INVALID_API_KEY, errors.INVALID_OPERATOR_TOKEN, errors.LOG_IN_REQUIRED].some(
          ({ declaration }) => declaration === error.declaration,
        );
      if (unknown) await count(reply, [() => limiter.clientAddress(request.ip)]);
    },
  };
}

/** The payer's pages with every request counted. The pages' own error handler shows refusals. */
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
