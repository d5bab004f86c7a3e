import type { FastifyPluginAsync } from "fastify";
import type { Route } from "../route.ts";
import type { Overload } from "./overload.ts";
import type { Rank } from "./shedding.ts";

/** Which requests are turned away first. What is not asked about here (probes, callbacks of providers) always comes in. */
export function rankOf(route: Pick<Route, "auth" | "path">): Rank {
  if (route.auth === "key") return "merchant";
  // Operators are few, and they are the ones who can mend it.
  if (route.auth === "operator" || route.path.startsWith("/tenant/")) return "paying";
  return route.path.includes("/:sessionId") ? "paying" : "newcomer";
}

/** The payer's pages behind the same door. What is turned away is shown by the pages' own error handler. */
export function shedPages(overload: Overload | undefined, pages: FastifyPluginAsync): FastifyPluginAsync {
  if (overload === undefined) return pages;
  return async (app) => {
    app.addHook("onRequest", async (request) => {
      overload.admit("sessionId" in (request.params as object) ? "paying" : "newcomer");
    });
    await app.register(pages);
  };
}
