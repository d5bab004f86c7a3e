import type { FastifyInstance } from "fastify";
import { SITE_PATH } from "./docs/site.ts";
import { successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/**
 * Routes for visitors who know only the host. `/` redirects a browser to the documentation and lists the entry points
 * for a program. `/healthz` is a name that others use for one of two questions; which one is meant decides whether a
 * process without its database is restarted. So it answers with both names instead of guessing.
 */
export function registerRootRoutes(
  app: FastifyInstance,
  { prefix, version }: { readonly prefix: string; readonly version: string },
): void {
  const documentation = `${prefix}/docs`;
  app.get("/", async (request, reply) => {
    reply.headers({ ...apiHeaders, Vary: "Accept" });
    if (prefersHtml(request.headers.accept)) return reply.redirect(documentation);
    const health = { alive: "/livez", ready: "/readyz" };
    const links = { api: prefix, documentation, guides: SITE_PATH, openapi: `${prefix}/docs-json`, health };
    return successEnvelope({ object: "service", name: "Cauris", version, ...links }, null);
  });
  app.get("/healthz", async () => {
    throw errors.RESOURCE_NOT_FOUND({ alive: "/livez", ready: "/readyz" });
  });
}

/** Browsers list text/html first; a program asks for JSON or accepts anything. */
function prefersHtml(accept: string | undefined): boolean {
  const [first = ""] = (accept ?? "").split(",");
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(first);
}
