export { merchantErrors } from "./errors.ts";
export type { GateReason } from "./rules.ts";
export {
  type CreatedMerchant,
  createMerchants,
  type Merchants,
  type MerchantsDeps,
  PROFILE_LIFE_MS,
} from "./service.ts";
export type { KybEvent, KybStatus, MerchantEvent, MerchantStatus } from "./states.ts";
export type { MerchantProfile, MerchantRecord, MerchantWallet, NewMerchant, NewWallet } from "./types.ts";
