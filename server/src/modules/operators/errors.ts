import { defineErrors } from "../../kit/errors.ts";

export const operatorErrors = defineErrors({
  OPERATOR_EXCEEDS_CREATOR: {
    status: 403,
    message: "An operator cannot give more permissions than it has: see details.exceeds.",
  },
  OPERATOR_EXCEEDS_CALLER: {
    status: 403,
    message:
      "This operator may do what the caller may not: see details.lacks. Somebody with those permissions can.",
  },
  OPERATOR_OWN_ACCOUNT: {
    status: 409,
    message: "Permissions, status and invitation of one's own account are changed by somebody else.",
  },
  OPERATOR_EMAIL_TAKEN: { status: 409, message: "There is an operator with this e-mail address." },
  OPERATOR_DISABLED: { status: 409, message: "The account is disabled. Enable it first." },
  OPERATOR_NOT_INVITED: { status: 409, message: "There is no open link for this operator." },
  OPERATOR_NOT_OPENED: {
    status: 409,
    message: "Nobody has opened this account yet: invite the person again instead.",
  },
  OPERATOR_RECOVERY_TAKES_TWO: {
    status: 409,
    message:
      "This account was opened. Two operators send its holder a link: POST /tenant/operators/{id}/recovery proposes it.",
  },
  OPERATOR_INVITATION_INVALID: {
    status: 404,
    message: "The link is unknown, used, taken back or out of date. Ask a colleague for a new one.",
  },
});
