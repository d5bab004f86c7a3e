import { defineErrors } from "../../kit/errors.ts";

export const merchantErrors = defineErrors({
  MERCHANT_STATUS_CONFLICT: {
    status: 409,
    message: "The merchant's status or KYB dossier does not allow this step.",
  },
});
