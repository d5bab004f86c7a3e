import type { Texts } from "../texts.ts";

export const standing: Texts["standing"] = {
  states: {
    PENDING: "Waiting",
    ACTIVE: "Active",
    SUSPENDED: "Suspended",
    CLOSED: "Closed",
  },
  kyb: {
    DRAFT: "Draft",
    SUBMITTED: "To be reviewed",
    IN_REVIEW: "In review",
    INFO_REQUESTED: "Question asked",
    APPROVED: "Approved",
    REJECTED: "Rejected",
  },
};
