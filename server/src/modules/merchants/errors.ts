import { defineErrors } from "../../kit/errors.ts";

export const merchantErrors = defineErrors({
  MERCHANT_STATUS_CONFLICT: {
    status: 409,
    message: "The merchant's status or KYB dossier does not allow this step.",
  },
  WALLET_EXISTS: {
    status: 409,
    message: "The merchant has a wallet in this currency already: one for each currency and mode.",
  },
});
