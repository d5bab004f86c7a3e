import { money } from "../../kit/money.ts";
import type { PaymentMethod } from "../../kit/payment-terms.ts";
import type { RouteQuestion } from "../routing/index.ts";
import type { BeneficiaryType, Payout } from "./types.ts";

/** The payment method whose provider accounts send money to a beneficiary of this type. */
export const methodOf: { readonly [type in BeneficiaryType]: PaymentMethod } = {
  MOBILE_MONEY: "MOBILE_MONEY",
  BANK_ACCOUNT: "BANK_TRANSFER",
  WALLET: "WALLET",
};
/** What routing is asked for a payout. Pure. */
export const payoutQuestion = ({
  amount,
  currency,
  destination: { type, countryCode, operator },
}: Payout): RouteQuestion => ({
  method: methodOf[type],
  amount: money(amount, currency),
  country: countryCode,
  operator,
  isPayout: true,
});
export const payoutMethods: readonly PaymentMethod[] = Object.values(methodOf);
