import type { FastifyInstance } from "fastify";
import { errors } from "./errors.ts";
import { apiHeaders } from "./response-headers.ts";

/** Every method that a path may accept or refuse. The API's routes handle OPTIONS themselves. */
const refusableMethods = [
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

/** Collects the paths that are declared after this call. */
export function collectPaths(app: FastifyInstance): ReadonlySet<string> {
  const paths = new Set<string>();
  app.addHook("onRoute", ({ url }) => void paths.add(url));
  return paths;
}

/**
 * METHOD_NOT_ALLOWED with `Allow` for methods that pages, probes and callbacks do not accept: such a path exists, so
 * 404 would be wrong. The API's own paths do this themselves.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  paths: ReadonlySet<string>,
  apiPrefix: string,
): void {
  const isOfApi = (url: string) => url.startsWith(`${apiPrefix}/`) && !url.startsWith(`${apiPrefix}/docs`);
  for (const url of [...paths].filter((each) => !isOfApi(each))) {
    // Asked of the router, because it adds HEAD and the paths of a prefix implicitly.
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
