import type { FastifyPluginAsync } from "fastify";
import { createCheckoutPages, createFrontPages, createPageWatch } from "../../../web/checkout/index.ts";
import { guidesIn } from "../http/docs/site.ts";
import { passingOf } from "../http/error-response.ts";
import { guardPlugin } from "../http/guarded-plugin.ts";
import { limitPages } from "../http/limits/index.ts";
import type { MovedMerchants } from "../http/moved-merchants.ts";
import { shedPages } from "../http/overload/index.ts";
import type { RequestRecorder } from "../http/request-record.ts";
import type { AccessPort, PeoplePort } from "../http/route.ts";
import { createHttpServer, type HttpServer } from "../http/server.ts";
import type { Checkout } from "../modules/checkout/index.ts";
import type { Links } from "../modules/links/index.ts";
import { createLogos } from "../modules/logos/index.ts";
import type { Module } from "../modules/module.ts";
import type { ProviderCallbacks } from "../modules/provider-callbacks/index.ts";
import { documentedEvents } from "./event-schemas.ts";
import type { LocalProvider } from "./local-simulator.ts";
import type { Platform } from "./platform.ts";
import type { AppPorts, AppSettings } from "./ports.ts";

/** Puts the limits of pages before `pages`: refused under overload, and when one address asks too often. */
export function guardPageWith({ overload, admission }: Platform) {
  return (pages: FastifyPluginAsync): FastifyPluginAsync => shedPages(overload, limitPages(admission, pages));
}

/** The payer's pages: of a session and of a link. */
export function createPayerPages(
  platform: Platform,
  ports: AppPorts,
  { page }: Pick<Checkout, "page">,
  links: Pick<Links, "pages">,
  local: LocalProvider | null,
): Module {
  const { db, clock, egress, log, publicUrl, admission, overload } = platform;
  const logos = createLogos({ db, clock, egress, log, drawing: ports.drawing });
  const watch = createPageWatch({ httpOut: egress.trusted, publicUrl, clock, log });
  const checkout: typeof page = {
    ...page,
    complete: async (sessionId, ...rest) => {
      await admission.completion(sessionId);
      return page.complete(sessionId, ...rest);
    },
  };
  const pages = createCheckoutPages({
    checkout,
    links: links.pages,
    logos,
    publicOrigin: publicUrl,
    ...(local === null ? {} : { testGuidePath: local.guidePath }),
    passing: passingOf,
    log,
  });
  const front = createFrontPages({
    admit: async (request, reply) => {
      overload?.admit("visitor");
      await admission.page(request, reply);
    },
    guidesIn,
    passing: passingOf,
    log,
  });
  return {
    plugins: [guardPageWith(platform)(pages)],
    front,
    jobs: { logos: logos.loop },
    start: watch.start,
    stop: watch.stop,
  };
}

/** Where providers report. */
export function createCallbackEntry(
  { overload, log, admission }: Platform,
  { plugin, settled }: ProviderCallbacks,
): Module {
  return {
    plugins: [guardPlugin({ overload, log, rank: "paying", count: admission.callback }, plugin)],
    settled,
  };
}

/** The pages and the API of a provider that runs inside this process, and its background work. */
export function createLocalProviderEntry(
  { overload, log, admission }: Platform,
  local: LocalProvider,
): Module {
  const { isOwnCall: isOwn, jobs } = local;
  const guard = { overload, log, rank: "visitor", count: admission.page, isOwn } as const;
  return {
    plugins: [guardPlugin(guard, local.plugin)],
    jobs: Object.fromEntries(jobs.map((job, index) => [`${local.name.toLowerCase()}${index}`, job])),
    dueJobs: jobs,
  };
}

/** The server of all modules' routes and pages. */
export function createWeb(
  platform: Platform,
  ports: AppPorts,
  settings: AppSettings,
  modules: readonly Module[],
  callers: {
    readonly access: AccessPort;
    readonly people: PeoplePort;
    readonly recorder: RequestRecorder;
    readonly moved: MovedMerchants;
  },
  local: LocalProvider | null,
): Promise<HttpServer> {
  const { db, batchWriters, keyring, limiter, overload, clock, ids, log, publicUrl, tracing } = platform;
  const front = modules.find((each) => each.front !== undefined)?.front;
  return createHttpServer({
    routes: modules.flatMap((each) => each.routes ?? []),
    events: documentedEvents,
    plugins: modules.flatMap((each) => each.plugins ?? []),
    ...(front === undefined ? {} : { front }),
    ...callers,
    batchReader: batchWriters.read,
    keyring,
    limiter,
    ...(overload === undefined ? {} : { overload }),
    ...(settings.limits === null ? { connectionsPerAddressMax: null } : {}),
    scenarios: local?.scenarios.map(({ name }) => name) ?? [],
    clock,
    ids,
    log,
    tracing,
    config: { publicUrl, trustedProxies: settings.trustedProxies, version: settings.version },
    readiness: {
      database: () => db.trouble(),
      lanes: () => batchWriters.trouble(),
      ...(ports.storageTrouble === undefined ? {} : { storage: ports.storageTrouble }),
      ...settings.readiness,
    },
  });
}
