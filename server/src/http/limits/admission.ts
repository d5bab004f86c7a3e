import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kit/errors.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { parseSessionId } from "../../kit/session-id.ts";
import { errors } from "../errors.ts";
import type { Caller, OperatorCaller, PublicRoute } from "../route.ts";
import type { Judged, RateLimiter } from "./limiter.ts";
import { limitHeaders, limitRefusal, type Verdict } from "./verdict.ts";

/** Counts a request where it comes in, before its body is read. Each refuses with RATE_LIMITED. */
export interface Admission {
  key(caller: Caller, reply: FastifyReply): Promise<void>;
  operator(operator: OperatorCaller, reply: FastifyReply): Promise<void>;
  /** A payer's request: its address, then what its session or its log-in allows. A long poll counts once, when it comes. */
  payer(route: PublicRoute, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** A request that named no caller we know: it counts for its address, so that guessing keys has an end. */
  stranger(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createAdmission(limiter: RateLimiter, keyring: Keyring): Admission {
  const count = async (reply: FastifyReply, judged: readonly (() => Judged)[]): Promise<void> => {
    const verdicts: Verdict[] = [];
    // One after the other: what the first refuses is no use of the second.
    for (const judge of judged) {
      const verdict = await judge();
      if (verdict === null) return;
      verdicts.push(verdict);
      if (!verdict.admitted) break;
    }
    reply.headers(limitHeaders(verdicts));
    const refused = verdicts.find(({ admitted }) => !admitted);
    if (refused !== undefined) throw limitRefusal(refused);
  };

  return {
    key: (caller, reply) => count(reply, [() => limiter.apiKey(caller)]),
    operator: ({ operatorId }, reply) => count(reply, [() => limiter.operator(operatorId)]),
    payer: (route, request, reply) => {
      const { sessionId } = request.params as { sessionId?: string };
      // An id that is none leads nowhere and costs no query: only its address counts.
      const session = sessionId === undefined ? null : parseSessionId(keyring, sessionId);
      return count(reply, [
        () => limiter.clientAddress(request.ip),
        ...(route.countsAs === "login" ? [() => limiter.login(request.ip)] : []),
        ...(session === null
          ? []
          : [
              () =>
                route.method === "GET" ? limiter.sessionRead(session) : limiter.sessionComplete(session),
            ]),
      ]);
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
