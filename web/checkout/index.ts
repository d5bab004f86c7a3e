export { createPageWatch } from "./inventory/watch.ts";
export { createCheckoutPages } from "./pages.ts";
export type * from "./ports.ts";
