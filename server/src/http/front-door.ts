import type { FastifyInstance } from "fastify";
import { successEnvelope } from "./envelope.ts";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/**
 * What somebody meets who knows nothing but the host. `/` leads a browser to the documentation and tells a program where
 * things are. `/healthz` is a name that others use for one of two questions; which one is meant decides whether a process
 * without its database is restarted, so it answers with both names instead of guessing.
 */
export function registerFrontDoor(
  app: FastifyInstance,
  { prefix, version }: { readonly prefix: string; readonly version: string },
): void {
  const documentation = `${prefix}/docs`;
  app.get("/", async (request, reply) => {
    reply.headers({ ...apiHeaders, Vary: "Accept" });
    if (prefersHtml(request.headers.accept)) return reply.redirect(documentation);
    const health = { alive: "/livez", ready: "/readyz" };
    const links = { api: prefix, documentation, openapi: `${prefix}/docs-json`, health };
    return successEnvelope({ object: "service", name: "Cauris", version, ...links }, null);
  });
  app.get("/healthz", async () => {
    throw errors.RESOURCE_NOT_FOUND({ alive: "/livez", ready: "/readyz" });
  });
}

/** Browsers name text/html before anything else; a program asks for JSON or for whatever there is. */
function prefersHtml(accept: string | undefined): boolean {
  const [first = ""] = (accept ?? "").split(",");
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(first);
}
