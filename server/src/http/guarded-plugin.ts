import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kit/errors.ts";
import type { Logger } from "../kit/logger.ts";
import { errorResponse } from "./error-response.ts";
import type { Counted } from "./limits/index.ts";
import type { Overload, Rank } from "./overload/index.ts";
import { apiHeaders } from "./response-headers.ts";

export interface PluginGuard {
  readonly overload: Overload | undefined;
  readonly rank: Rank;
  /** Counts the request; refuses with RATE_LIMITED. */
  count(request: FastifyRequest, reply: FastifyReply): Counted;
  /** Whether the request comes from the service itself: it was counted when it came in. */
  isOwn?(request: FastifyRequest): boolean;
  readonly log: Logger;
}

/**
 * A plugin with the same admission as the API: refused under overload, or when one address sends too many requests,
 * with `Retry-After` and before its body is read. The refusal has the envelope, whatever format the plugin uses
 * otherwise.
 */
export function guardPlugin(guard: PluginGuard, plugin: FastifyPluginAsync): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", async (request, reply) => {
      if (guard.isOwn?.(request) === true) return;
      try {
        guard.overload?.admit(guard.rank);
        await guard.count(request, reply);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const context = {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? "",
        };
        const { status, headers, body } = errorResponse(error, context, guard.log);
        return reply
          .code(status)
          .headers({ ...apiHeaders, ...headers })
          .send(body);
      }
    });
    await app.register(plugin);
  };
}
