export { type BankFolders, createBankFolders } from "./bank-folders.ts";
export type { PaymentStatus, StatusReport } from "./formats/pain-002.ts";
export { createBankFilesModule } from "./module.ts";
export type { Booking, OrderedTransfers } from "./ordered-transfers.ts";
export {
  lockQueuedCredit,
  markArrived,
  type QueuedCredit,
  readQueuedCredits,
} from "./queued-credits.ts";
export { queueSecondCredit } from "./second-credit.ts";
export { createSettledEntries } from "./settled-entries.ts";
export { findAccount } from "./store.ts";
export { type BankAccountRow, fileProviders } from "./types.ts";
export type { BookBankEntry } from "./unexplained.ts";
