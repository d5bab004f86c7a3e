export { operatorErrors } from "./errors.ts";
export { createInvitationPage } from "./invitation-page.ts";
export { INVITATION_LIFE_MS } from "./invitations.ts";
export { makePassword } from "./password.ts";
export { operatorRoutes } from "./routes.ts";
export { createOperators, type Operators, type OperatorsDeps } from "./service.ts";
export { SESSION_IDLE_MS, SESSION_LIFE_MS } from "./sessions.ts";
export type { Invitation, NewOperator, Operator } from "./types.ts";
