export { type CallJournal, createCallJournal } from "./journal.ts";
export { createProviderHealthModule } from "./module.ts";
