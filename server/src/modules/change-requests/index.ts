export { changeErrors } from "./errors.ts";
export { changeRequestExample } from "./examples.ts";
export { changeKindsFor, findRequest, permissionFor } from "./find.ts";
export { createChangeRequestsModule } from "./module.ts";
export type { ChangeDefiner, ChangeDefinition, Submit } from "./plan.ts";
export { takesTwoDescription } from "./routes.ts";
export { ChangeRequestView } from "./schemas.ts";
export type { ChangeRequests } from "./service.ts";
export { type ActingOperator, changeKindNames } from "./types.ts";
