export { createHttpOut, type Egress, type HttpOutDeps } from "./http-out.ts";
export { guardProviderCalls } from "./provider-guard.ts";
export { URL_LENGTH_MAX } from "./url-rules.ts";
