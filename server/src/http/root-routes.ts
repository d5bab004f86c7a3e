import type { FastifyInstance } from "fastify";
import { SITE_PATH } from "./docs/site.ts";
import { successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { type FrontPages, prefersHtml } from "./front-pages.ts";
import { apiHeaders } from "./response-headers.ts";

/**
 * Routes for visitors who know only the host. `/` shows a person the front page, or leads to the documentation where there is
 * none, and lists the entry points for a program. `/healthz` is a name that others use for one of two questions; which one is meant decides whether a
 * process without its database is restarted. So it answers with both names instead of guessing.
 */
export function registerRootRoutes(
  app: FastifyInstance,
  {
    prefix,
    version,
    front,
  }: { readonly prefix: string; readonly version: string; readonly front: FrontPages | undefined },
): void {
  const documentation = `${prefix}/docs`;
  app.get("/", async (request, reply) => {
    const isPerson = prefersHtml(request.headers.accept);
    if (isPerson && front !== undefined) return front.home(request, reply);
    reply.headers({ ...apiHeaders, Vary: "Accept" });
    if (isPerson) return reply.redirect(documentation);
    const health = { alive: "/livez", ready: "/readyz" };
    const links = { api: prefix, documentation, guides: SITE_PATH, openapi: `${prefix}/docs-json`, health };
    return successEnvelope({ object: "service", name: "Cauris", version, ...links }, null);
  });
  app.get("/healthz", async () => {
    throw errors.RESOURCE_NOT_FOUND({ alive: "/livez", ready: "/readyz" });
  });
}
