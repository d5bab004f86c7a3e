import { defineErrors } from "../../kit/errors.ts";

export const changeErrors = defineErrors({
  CHANGE_REQUEST_NOT_OPEN: {
    status: 409,
    message:
      "The change request has ended: it was confirmed, refused, withdrawn or superseded, or its time is over. See details.status.",
  },
  CHANGE_REQUEST_NOT_YOURS: {
    status: 403,
    message: "Only the operator who proposed the change can withdraw it. Others can refuse it.",
  },
  CHANGE_REQUEST_PROPOSER_UNABLE: {
    status: 409,
    message:
      "The operator who proposed the change could not do so any more: see details.reason (DISABLED, PERMISSION_LOST). Refuse the request; an operator who may can propose it again.",
  },
  CHANGE_REQUEST_LIMIT_REACHED: {
    status: 409,
    message:
      "There are as many open change requests as there can be: confirm, refuse or withdraw some first.",
  },
});
