import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { BeneficiaryType } from "./types.ts";

/** The payment method whose provider accounts send money to a beneficiary of this type. */
export const methodOf: { readonly [type in BeneficiaryType]: PaymentMethod } = {
  MOBILE_MONEY: "MOBILE_MONEY",
  BANK_ACCOUNT: "BANK_TRANSFER",
  WALLET: "WALLET",
};
export const payoutMethods: readonly PaymentMethod[] = Object.values(methodOf);
