export { clearingAccount, isWalletAccount, type LedgerAccount } from "./accounts.ts";
export {
  type AccountBalances,
  addTransfers,
  type BookedTransfer,
  balancesLine,
  NO_HASH,
  publicAccount,
  sealHash,
  transferLine,
} from "./canonical.ts";
export { chargePosting, heldPosting } from "./charge-postings.ts";
export { readDetached } from "./detached-store.ts";
export { ledgerErrors } from "./errors.ts";
export { createSealer } from "./jobs.ts";
export {
  balanceDelta,
  type Posting,
  type Transfer,
  type TransferType,
  transfer,
  transferTypes,
  walletDelta,
} from "./postings.ts";
export { refundPosting, refundRelease, refundReservation, refundReversal } from "./refund-postings.ts";
export {
  findPositionAt,
  readSealsWithin,
  readSealThrough,
  readTransfers,
  readTransfersOf,
  type Seal,
  sumAccounts,
} from "./seal-store.ts";
export { post, postAll, requireAvailable } from "./store.ts";
