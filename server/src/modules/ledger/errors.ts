import { defineErrors } from "../../kit/errors.ts";

export const ledgerErrors = defineErrors({
  INSUFFICIENT_WALLET_BALANCE: {
    status: 409,
    message: "The wallet's available balance does not cover the amount.",
  },
});
