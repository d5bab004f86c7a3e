export { changeErrors } from "./errors.ts";
export { changeRequestExample } from "./examples.ts";
export type { ChangeDefinition, ChangeDesk, Submit } from "./plan.ts";
export { createChangeRequestRoutes, takesTwoWords } from "./routes.ts";
export { ChangeRequestView } from "./schemas.ts";
export { type ChangeRequests, createChangeRequests } from "./service.ts";
export type { By } from "./types.ts";
