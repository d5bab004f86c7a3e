export { bookStatement } from "./book-statement.ts";
export { createRailRoutes } from "./routes.ts";
export { createRails } from "./service.ts";
