export {
  type Account,
  clearingAccount,
  isWalletAccount,
  type WalletAccount,
  walletAccounts,
} from "./accounts.ts";
export { type ChargeToBook, chargePosting, heldPosting } from "./charge-postings.ts";
export { isOverdraft, ledgerErrors } from "./errors.ts";
export {
  balanceDelta,
  type Posting,
  type Transfer,
  type TransferType,
  transfer,
  transferTypes,
  type WalletDelta,
  walletDelta,
} from "./postings.ts";
export { type RefundToBook, refundPosting, refundRelease, refundReservation } from "./refund-postings.ts";
export { post } from "./store.ts";
