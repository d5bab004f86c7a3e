import { defineErrors } from "../../kit/errors.ts";

export const reconciliationErrors = defineErrors({
  STATEMENT_ALREADY_TAKEN: {
    status: 409,
    message: "The same statement of this account and period was taken before: see details.statementId.",
  },
  STATEMENT_NOT_AVAILABLE: {
    status: 409,
    message: "The provider gives no statement by itself, or not now: hand one in as a file.",
  },
  DIFFERENCE_RESOLVED: { status: 409, message: "The difference was resolved already." },
  DIFFERENCE_NOT_ASKABLE: {
    status: 409,
    message: "The provider can only be asked about a payment, refund or payout of ours.",
  },
});
