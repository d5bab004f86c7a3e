export { createRequestJournal } from "./journal.ts";
export { createRequestLogModule } from "./module.ts";
export { countRequestsOf } from "./store.ts";
