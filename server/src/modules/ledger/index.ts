export {
  type Account,
  clearingAccount,
  isWalletAccount,
  type WalletAccount,
  walletAccounts,
} from "./accounts.ts";
export { type ChargeToBook, chargePosting, heldPosting } from "./charge-postings.ts";
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
export { type RefundToBook, refundPosting } from "./refund-postings.ts";
export { post } from "./store.ts";
