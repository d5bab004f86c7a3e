import { defineErrors } from "../../kit/errors.ts";

export const payoutErrors = defineErrors({
  BENEFICIARY_NOT_ACTIVE: {
    status: 409,
    message: "The beneficiary cannot be paid now: see details.status and details.payoutsAllowedFrom.",
  },
  BENEFICIARY_NOT_APPROVABLE: {
    status: 409,
    message:
      "Only a beneficiary that is PENDING_VERIFICATION with a name that its provider does not know (NOT_KNOWN) can be approved: see details.status and details.nameCheck.",
  },
  BENEFICIARY_NEEDS_ANOTHER_APPROVER: {
    status: 409,
    message:
      "A beneficiary is approved by another person than the one that gave its name: not with the same key, one that it made or that replaces it, or one of the same maker. See details.reason.",
  },
  PAYOUT_NOT_CANCELLABLE: {
    status: 409,
    message: "Only a payout that has not been sent can be cancelled: see details.status.",
  },
  PAYOUT_NOT_APPROVABLE: {
    status: 409,
    message: "Only a payout that is PENDING_APPROVAL can be approved: see details.status.",
  },
  PAYOUT_NEEDS_ANOTHER_APPROVER: {
    status: 409,
    message:
      "A payout is approved by another person than the one that created it: not with the same key, one that it made or that replaces it, or one of the same maker. See details.reason.",
  },
});
