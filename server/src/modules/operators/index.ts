export { INVITATION_LIFE_MS } from "./invitations.ts";
export { createOperatorsModule } from "./module.ts";
export { makePassword } from "./password.ts";
export { createOperators, type Operators } from "./service.ts";
export { SESSION_IDLE_MS, SESSION_LIFE_MS } from "./sessions.ts";
export type { Invitation } from "./types.ts";
