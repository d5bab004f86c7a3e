export { createInvitationPage } from "./invitation-page.ts";
export { INVITATION_LIFE_MS } from "./invitations.ts";
export { makePassword } from "./password.ts";
export { operatorRoutes } from "./routes.ts";
export { createOperators, type Operators } from "./service.ts";
export { SESSION_IDLE_MS, SESSION_LIFE_MS } from "./sessions.ts";
export type { Invitation } from "./types.ts";
