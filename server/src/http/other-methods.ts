import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors } from "./errors.ts";
import { apiHeaders, corsHeaders, preflightHeaders } from "./response-headers.ts";
import type { Route } from "./route.ts";

/** Every method that an address may take. */
const everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"] as const;

/** What one address takes. */
interface Taken {
  readonly methods: readonly string[];
  /** `OPTIONS` of the API is answered. Pages, probes and callbacks refuse it like any other method. */
  readonly isOfApi: boolean;
  /** Pages of other origins may call it. */
  readonly isPublic: boolean;
}

/** Tells a method that an address does not take (405, with `Allow`) from an address that is not there (404). */
export interface OtherMethods {
  /** Declares the routes of the API. */
  declare(api: FastifyInstance, routes: readonly Route[]): void;
  /** Whether the address takes any method at all. */
  knows(request: FastifyRequest): boolean;
  /**
   * Answers a request that has no route. OPTIONS of an API address gets 204. Throws METHOD_NOT_ALLOWED when the address takes
   * other methods, else RESOURCE_NOT_FOUND, with the API's address that was probably meant.
   */
  answer(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Call it before the first route is registered. It registers no routes that refuse, because they would double the number of
 * routes and slow each start. The addresses are listed when the first request without a route comes.
 */
export function createOtherMethods(app: FastifyInstance, apiPrefix: string): OtherMethods {
  const urls = new Set<string>();
  const ofApi = new Map<string, Taken>();
  app.addHook("onRoute", ({ url }) => void urls.add(url));

  const takenAt = (url: string): Taken =>
    ofApi.get(shapeOf(url)) ?? {
      // Asked of the router, because it adds HEAD and the paths of a prefix implicitly.
      methods: everyMethod.filter((method) => app.hasRoute({ method, url })),
      isOfApi: false,
      isPublic: false,
    };
  let known: readonly (readonly [RegExp, Taken])[] | null = null;
  const find = (path: string): Taken | undefined => {
    known ??= [...urls].sort(bySpecificity).map((url) => [patternOf(url), takenAt(url)]);
    return known.find(([pattern]) => pattern.test(path))?.[1];
  };

  return {
    declare: (api, routes) => {
      for (const { path, method, auth } of routes) {
        const shape = shapeOf(`${apiPrefix}${path}`);
        const before = ofApi.get(shape);
        ofApi.set(shape, {
          methods: [...(before?.methods ?? []), method],
          isOfApi: true,
          isPublic: before?.isPublic === true || auth === "public",
        });
      }
      refuseNeighbours(api, apiPrefix, ofApi);
    },
    knows: (request) => find(pathOf(request)) !== undefined,
    answer: (request, reply) => {
      const path = pathOf(request);
      const taken = find(path);
      if (taken === undefined) {
        const similar = spellingsOf(path, apiPrefix).find((each) => find(each)?.isOfApi === true);
        throw errors.RESOURCE_NOT_FOUND({
          reason: "unknown_path",
          ...(similar === undefined ? {} : { similar }),
        });
      }
      if (request.method !== "OPTIONS" || !taken.isOfApi) throw refuse(taken, reply);
      const allow = allowOf(taken);
      reply
        .headers({ ...apiHeaders, ...(taken.isPublic ? preflightHeaders(allow) : {}), Allow: allow })
        .code(204)
        .send();
    },
  };
}

/** What somebody may have meant: without the slash at the end, below the API's prefix, in the plural, or all of it. */
function spellingsOf(path: string, apiPrefix: string): readonly string[] {
  const slashless = path.replace(/\/+/g, "/").replace(/\/$/, "");
  const below = slashless.startsWith(`${apiPrefix}/`)
    ? slashless
    : `${apiPrefix}${slashless.replace(/^\/(api|v1)(?=\/)/, "")}`;
  return [slashless, below, `${slashless}s`, `${below}s`];
}

const pathOf = ({ url }: FastifyRequest): string => url.split(/[?#]/, 1)[0] ?? "";

/**
 * Registers refusals for addresses that a neighbour's pattern matches. `/rules/reorder` takes only POST, and `/rules/:id` takes
 * GET: without a refusal, GET of `/rules/reorder` would look for a rule with the id "reorder".
 */
function refuseNeighbours(api: FastifyInstance, apiPrefix: string, ofApi: ReadonlyMap<string, Taken>): void {
  for (const [url, taken] of ofApi) {
    const parts = url.split("/");
    const method = parts
      .flatMap((_, at) => ofApi.get(parts.with(at, ":any").join("/"))?.methods ?? [])
      .filter((each) => !taken.methods.includes(each));
    if (method.length === 0) continue;
    api.route({
      method: [...new Set(method)],
      url: url.slice(apiPrefix.length),
      onRequest: async (_request, reply) => {
        throw refuse(taken, reply);
      },
      handler: async () => "",
    });
  }
}

/** METHOD_NOT_ALLOWED; the reply gets the headers that go with it. */
function refuse(taken: Taken, reply: FastifyReply): Error {
  reply.headers({ ...apiHeaders, ...(taken.isPublic ? corsHeaders : {}), Allow: allowOf(taken) });
  return errors.METHOD_NOT_ALLOWED({ allowed: withHead(taken) });
}

const allowOf = (taken: Taken): string =>
  [...withHead(taken), ...(taken.isOfApi ? ["OPTIONS"] : [])].join(", ");

/** The router answers HEAD wherever there is a GET. Routes of the API name GET alone; for pages the router names both. */
const withHead = ({ methods, isOfApi }: Taken): readonly string[] =>
  isOfApi && methods.includes("GET") ? ["HEAD", ...methods] : methods;

/** The same for all addresses that differ only in the names of their parameters. */
const shapeOf = (url: string): string => url.replace(/:\w+/g, ":any");

const patternOf = (url: string): RegExp => {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*|:\w+/g, (part) => (part === "*" ? ".*" : "[^/]+"));
  return new RegExp(`^${source}$`);
};

/** The router's order: literal parts first, then parameters, then wildcards. */
const bySpecificity = (left: string, right: string): number => rank(left).localeCompare(rank(right));
const rank = (url: string): string =>
  url
    .split("/")
    .map((part) => (part.includes("*") ? "2" : part.includes(":") ? "1" : "0"))
    .join("");
