import type { FastifyPluginAsync } from "fastify";
import type { Route } from "../route.ts";
import type { Overload } from "./overload.ts";
import type { Rank } from "./shedding.ts";

/** Which requests are refused first. Requests without a rank (probes, callbacks of providers) are always admitted. */
export function rankOf(route: Pick<Route, "auth" | "path">): Rank {
  if (route.auth === "key") return "merchant";
  // Operators are few, and they are the ones who can fix the overload.
  if (route.auth === "operator" || route.path.startsWith("/tenant/")) return "paying";
  if (route.auth === "visitor" || route.auth === "account") return "merchant";
  return route.path.includes("/:sessionId") ? "paying" : "visitor";
}

/** The payer's pages with the same load shedding. The pages' own error handler shows refusals. */
export function shedPages(overload: Overload | undefined, pages: FastifyPluginAsync): FastifyPluginAsync {
  if (overload === undefined) return pages;
  return async (app) => {
    app.addHook("onRequest", async (request) => {
      overload.admit("sessionId" in (request.params as object) ? "paying" : "visitor");
    });
    await app.register(pages);
  };
}
