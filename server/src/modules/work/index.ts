export type { DigestSettings } from "./digest.ts";
export { workKinds } from "./kinds.ts";
export { createWorkModule } from "./module.ts";
export { workReadPermissions } from "./routes.ts";
export { mayReadRow, readOldestWork, type WaitingCount, type Work, whollyReadableKinds } from "./service.ts";
