export type { LinksDeps, LinkWriterDeps } from "./deps.ts";
export { linkErrors } from "./errors.ts";
export { linkExample } from "./examples.ts";
export { createLinksRoutes } from "./routes.ts";
export { createLinks, type Links } from "./service.ts";
export { type LinkStatus, linkStatuses } from "./states.ts";
export { createLinkSweeper } from "./sweeper.ts";
export { createLinkHooks } from "./uses.ts";
