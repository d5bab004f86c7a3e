export { createAccountPages } from "./pages.tsx";
export { accountPaths } from "./paths.ts";
export type * from "./ports.ts";
