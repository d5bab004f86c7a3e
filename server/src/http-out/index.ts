export { createHttpOut, type HttpOutDeps, type NetworkExit } from "./http-out.ts";
export type { Resolve } from "./resolver.ts";
export { type AddressRefusal, URL_LENGTH_MAX } from "./url-rules.ts";
