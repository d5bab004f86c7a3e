export type * from "../../server/src/kit/payer-pages.ts";
export { createFrontPages } from "./front-pages.ts";
export { createPageWatch } from "./inventory/watch.ts";
export { createCheckoutPages } from "./pages.ts";
