export { operatorErrors } from "./errors.ts";
export { INVITATION_LIFE_MS } from "./invitations.ts";
export { makePassword } from "./password.ts";
export { operatorRoutes } from "./routes.ts";
export { createOperators, type Operators, type OperatorsDeps, SESSION_LIFE_MS } from "./service.ts";
export type { Invitation, NewOperator, Operator } from "./types.ts";
