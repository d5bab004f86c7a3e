export type { DigestSettings } from "./digest.ts";
export { workKinds } from "./kinds.ts";
export { createWorkModule } from "./module.ts";
export { workReadPermissions } from "./routes.ts";
export { mayReadRow, type WaitingCount, type Work } from "./service.ts";
