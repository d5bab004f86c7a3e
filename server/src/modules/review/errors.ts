import { defineErrors } from "../../kit/errors.ts";

export const reviewErrors = defineErrors({
  NOTHING_TO_DECIDE: {
    status: 409,
    message: "Nobody has to decide about this money now: see details.status and details.reason.",
  },
  DECISION_NOT_POSSIBLE: {
    status: 409,
    message: "This decision does not fit the money: see details.reason and details.possible.",
  },
  DECISION_PENDING: {
    status: 409,
    message: "Another decision on this money waits for a second operator: confirm or reject it first.",
  },
  DECISION_NOT_OPEN: { status: 409, message: "The decision was done or rejected already." },
});
