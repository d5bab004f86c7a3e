export { createPageWatch } from "./inventory/watch.ts";
export { type CheckoutPagesDeps, createCheckoutPages } from "./pages.ts";
export type * from "./ports.ts";
