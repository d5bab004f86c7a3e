export { createBankFilesModule } from "./module.ts";
export {
  lockQueuedCredit,
  markArrived,
  type QueuedCredit,
  readQueuedCredits,
} from "./queued-credits.ts";
export { queueSecondCredit } from "./second-credit.ts";
export { createSettledEntries } from "./settled-entries.ts";
