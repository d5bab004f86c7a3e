import type { Module } from "../module.ts";
import type { LinksDeps } from "./deps.ts";
import { createLinkSweeper } from "./jobs.ts";
import { createLinksRoutes } from "./routes.ts";
import { createLinks, type Links } from "./service.ts";

export interface LinksModule extends Module {
  readonly links: Links;
}

export function createLinksModule(deps: LinksDeps): LinksModule {
  const links = createLinks(deps);
  const sweeper = createLinkSweeper(deps);
  return {
    links,
    routes: createLinksRoutes(links),
    jobs: { links: sweeper },
    dueJobs: [sweeper],
  };
}
