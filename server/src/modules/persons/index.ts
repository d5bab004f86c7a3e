export { personErrors } from "./errors.ts";
export { createPersonsModule } from "./module.ts";
export type { Persons, RecoveryIssuer } from "./service.ts";
export type { Person } from "./types.ts";
