export { type CheckoutPagesDeps, createCheckoutPages } from "./pages.ts";
export type * from "./ports.ts";
