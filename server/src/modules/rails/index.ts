export { bookOpening } from "./book-opening.ts";
export { bookStatement } from "./book-statement.ts";
export { type ExpectedBalances, readExpectedBalances } from "./expected-balances.ts";
export { createRailRoutes } from "./routes.ts";
export { createRails } from "./service.ts";
