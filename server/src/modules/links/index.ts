export { linkExample } from "./examples.ts";
export { createLinkSweeper } from "./jobs.ts";
export { createLinksModule } from "./module.ts";
export { createLinksRoutes } from "./routes.ts";
export { LinkView } from "./schemas.ts";
export { createLinks, type Links } from "./service.ts";
export { createLinkHooks } from "./uses.ts";
