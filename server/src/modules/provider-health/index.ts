export { alarmConditions } from "./alarm-store.ts";
export { type CallJournal, createCallJournal } from "./journal.ts";
export { createProviderHealthModule } from "./module.ts";
export { type CallRow, readCallsOf } from "./reading-store.ts";
export { CallView } from "./schemas.ts";
export { callView } from "./view.ts";
