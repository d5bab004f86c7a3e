export { merchantErrors } from "./errors.ts";
export type { GateReason } from "./rules.ts";
export {
  type CreatedMerchant,
  createMerchants,
  type KybMove,
  type Merchants,
  type MerchantsDeps,
  PROFILE_LIFE_MS,
  type StatusMove,
} from "./service.ts";
export {
  type KybEvent,
  type KybStatus,
  kybStatuses,
  type MerchantEvent,
  type MerchantStatus,
  merchantStatuses,
} from "./states.ts";
export { MERCHANTS_CHANGED } from "./store.ts";
export { findMerchantNo } from "./tenant-objects.ts";
export { findRecords, findWallets, type ListedWallet, merchantList, notArchived } from "./tenant-store.ts";
export type {
  MerchantContact,
  MerchantProfile,
  MerchantRecord,
  MerchantWallet,
  NewMerchant,
  NewWallet,
  OperationalProfile,
  PostalAddress,
} from "./types.ts";
