import { defineErrors } from "../../../kit/errors.ts";

export const refundErrors = defineErrors({
  REFUND_AMOUNT_EXCEEDS_REMAINING: {
    status: 409,
    message: "The refund is larger than what is left of the charge: see details.remaining.",
  },
  CHARGE_NOT_REFUNDABLE: {
    status: 409,
    message: "The charge cannot be refunded: see details.reason.",
  },
  REFUND_NEEDS_NO_ACCOUNT: {
    status: 409,
    message: "The refund does not wait for an account: see details.status.",
  },
  REFUND_NOT_CANCELLABLE: {
    status: 409,
    message: "Only a refund that is PENDING and that you asked for can be cancelled.",
  },
});
