import type { Transitions } from "../../kit/state-machine.ts";

export const merchantStatuses = ["PENDING", "ACTIVE", "SUSPENDED", "CLOSED"] as const;
export type MerchantStatus = (typeof merchantStatuses)[number];
export type MerchantEvent = "activate" | "suspend" | "reinstate" | "close";

/** Closing is final: the books stay, and a merchant who returns is a new one. */
export const merchantTransitions: Transitions<MerchantStatus, MerchantEvent> = {
  PENDING: { activate: "ACTIVE", close: "CLOSED" },
  ACTIVE: { suspend: "SUSPENDED", close: "CLOSED" },
  SUSPENDED: { reinstate: "ACTIVE", close: "CLOSED" },
  CLOSED: {},
};

export const kybStatuses = [
  "DRAFT",
  "SUBMITTED",
  "IN_REVIEW",
  "INFO_REQUESTED",
  "APPROVED",
  "REJECTED",
] as const;
export type KybStatus = (typeof kybStatuses)[number];
export type KybEvent =
  | "submit"
  | "startReview"
  | "requestInfo"
  | "approve"
  | "dismissChange"
  | "withdrawChange"
  | "reject"
  | "reopen";

/**
 * The dossier of a merchant. A legal change after approval is a `submit` from APPROVED: the merchant stops transacting
 * until the dossier is approved again, or until the earlier approval stands again: operators dismiss the change, or the
 * merchant withdraws it. A rejected dossier is reopened as a draft.
 */
export const kybTransitions: Transitions<KybStatus, KybEvent> = {
  DRAFT: { submit: "SUBMITTED" },
  SUBMITTED: { startReview: "IN_REVIEW", withdrawChange: "APPROVED" },
  IN_REVIEW: {
    requestInfo: "INFO_REQUESTED",
    approve: "APPROVED",
    dismissChange: "APPROVED",
    reject: "REJECTED",
  },
  INFO_REQUESTED: { submit: "SUBMITTED" },
  APPROVED: { submit: "SUBMITTED" },
  REJECTED: { reopen: "DRAFT" },
};
