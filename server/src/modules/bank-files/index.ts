export { createBankFilesModule } from "./module.ts";
export { createSettledEntries } from "./settled-entries.ts";
