export { linkExample } from "./examples.ts";
export { createLinksModule } from "./module.ts";
export { createLinksRoutes } from "./routes.ts";
export { createLinks, type Links } from "./service.ts";
export { createLinkSweeper } from "./sweeper.ts";
export { createLinkHooks } from "./uses.ts";
