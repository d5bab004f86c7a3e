export type { DrawingOptions } from "./drawing.ts";
export { createLogos, type Logo, type Logos, type LogosDeps } from "./service.ts";
