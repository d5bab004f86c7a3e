export { merchantErrors } from "./errors.ts";
export { helpOf } from "./help.ts";
export { type GateReason, gateReason, gateRefusal } from "./rules.ts";
export { type CreatedMerchant, createMerchants, type Merchants, PROFILE_LIFE_MS } from "./service.ts";
export { type KybStatus, kybStatuses, type MerchantEvent, merchantStatuses } from "./states.ts";
export { MERCHANTS_CHANGED } from "./store.ts";
export { findMerchantNo } from "./tenant-objects.ts";
export { findRecords, findWallets, type ListedWallet, merchantList, notArchived } from "./tenant-store.ts";
export type {
  MerchantProfile,
  MerchantRecord,
  MerchantWallet,
  NewMerchant,
  NewWallet,
  OperationalProfile,
  PostalAddress,
} from "./types.ts";
