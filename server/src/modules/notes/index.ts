export { createNotesRoutes } from "./routes.ts";
export { readNewestNotes, readNewestOperatorNotes } from "./store.ts";
