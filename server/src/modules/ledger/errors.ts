import { constraintOf } from "../../db/errors.ts";
import { defineErrors } from "../../kit/errors.ts";

export const ledgerErrors = defineErrors({
  INSUFFICIENT_WALLET_BALANCE: {
    status: 409,
    message: "The wallet's available balance does not cover the amount.",
  },
});

/** What the wallet's last judge said: the database refused to take more out of `available` than there is. */
export function isOverdraft(error: unknown): boolean {
  return constraintOf(error) === "wallets_available_check";
}
