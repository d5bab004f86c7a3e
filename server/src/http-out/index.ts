export { createHttpOut, type HttpOutDeps, type NetworkExit } from "./http-out.ts";
export { URL_LENGTH_MAX } from "./url-rules.ts";
