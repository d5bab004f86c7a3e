import { defineErrors } from "../../kit/errors.ts";

export const memberErrors = defineErrors({
  MEMBER_EXCEEDS_INVITER: {
    status: 403,
    message: "Nobody can give more permissions than they have: see details.exceeds.",
  },
  MEMBER_EXCEEDS_CALLER: {
    status: 403,
    message:
      "This person may do what the caller may not: see details.lacks. Somebody with those permissions can.",
  },
  OWNER_ONLY: {
    status: 403,
    message: "Only an owner makes somebody an owner, and only an owner changes one.",
  },
  MEMBER_OWN_ROLE: { status: 409, message: "One's own role is changed by somebody else." },
  RECOVERY_BY_OTHERS: {
    status: 403,
    message: "Another owner of the merchant sends this link, or two operators do.",
  },
  LOG_INS_BY_OWNER: {
    status: 403,
    message: "Another owner of the merchant, logged in, sees and ends the log-ins of its people.",
  },
  MEMBER_DISABLED: { status: 409, message: "The account of this person is disabled." },
  LAST_OWNER: {
    status: 409,
    message: "A merchant has at least one owner. Make somebody else an owner first.",
  },
  MEMBER_EXISTS: {
    status: 409,
    message: "The person with this e-mail address works for the merchant already.",
  },
  MEMBER_LIMIT_REACHED: {
    status: 409,
    message: "The merchant has as many people and open invitations as it can have.",
  },
  INVITATION_ENDED: {
    status: 409,
    message: "The invitation was accepted or taken back: see details.status. Invite again.",
  },
  INVITATION_INVALID: {
    status: 404,
    message: "The link is unknown, used, taken back or out of date. Ask for a new one.",
  },
  INVITATION_OF_ANOTHER: {
    status: 403,
    message: "The invitation is for another account: log in with the address that it was sent to.",
  },
  MERCHANT_HAS_PEOPLE: {
    status: 409,
    message: "The merchant has people or a live key that works, and invites its further people itself.",
  },
});
