export { INVITATION_LIFE_MS } from "./invitations.ts";
export { createOperatorsModule } from "./module.ts";
export { createOperators, type Operators } from "./service.ts";
export { readActiveOperators, readOperatorNames } from "./store.ts";
export type { Invitation } from "./types.ts";
