import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { BeneficiaryType } from "./types.ts";

/** By which method's accounts money goes out to a beneficiary. */
export const methodOf: { readonly [type in BeneficiaryType]: PaymentMethod } = {
  MOBILE_MONEY: "MOBILE_MONEY",
  BANK_ACCOUNT: "BANK_TRANSFER",
  WALLET: "WALLET",
};
