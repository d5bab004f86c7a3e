export { changeErrors } from "./errors.ts";
export { changeRequestExample } from "./examples.ts";
export { createChangeRequestsModule } from "./module.ts";
export type { ChangeDefinition, ChangeDesk, Submit } from "./plan.ts";
export { takesTwoWords } from "./routes.ts";
export { ChangeRequestView } from "./schemas.ts";
export type { ChangeRequests } from "./service.ts";
export type { By } from "./types.ts";
