import type { FastifyInstance } from "fastify";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/** Every method that a path may have or refuse. OPTIONS of the API is answered by itself. */
export const refusableMethods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "QUERY",
] as const;

/** Paths as they are declared from now on. */
export function collectPaths(app: FastifyInstance): ReadonlySet<string> {
  const paths = new Set<string>();
  app.addHook("onRoute", ({ url }) => void paths.add(url));
  return paths;
}

/**
 * METHOD_NOT_ALLOWED with `Allow` for what pages, probes and callbacks do not take: such a path exists, and 404 would deny
 * it. The paths of the API have done so themselves.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  paths: ReadonlySet<string>,
  apiPrefix: string,
): void {
  const isOfApi = (url: string) => url.startsWith(`${apiPrefix}/`) && !url.startsWith(`${apiPrefix}/docs`);
  for (const url of [...paths].filter((each) => !isOfApi(each))) {
    // Asked of the router: it adds HEAD, and paths of a prefix, without a word.
    const allowed = refusableMethods.filter((method) => app.hasRoute({ method, url }));
    app.route({
      method: refusableMethods.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.headers({ ...apiHeaders, Allow: allowed.join(", ") });
        throw errors.METHOD_NOT_ALLOWED({ allowed });
      },
      handler: async () => "",
    });
  }
}
