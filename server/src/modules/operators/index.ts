export { operatorErrors } from "./errors.ts";
export { makePassword } from "./password.ts";
export { operatorRoutes } from "./routes.ts";
export { createOperators, type Operators, type OperatorsDeps, SESSION_LIFE_MS } from "./service.ts";
export type { NewOperator, Operator } from "./types.ts";
