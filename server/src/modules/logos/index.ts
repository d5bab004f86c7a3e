export type { DrawingOptions } from "./drawing.ts";
export { pullLogos } from "./pull-store.ts";
export { createLogos, LEASE_MS, LOOK_AGAIN_MS, type Logos } from "./service.ts";
