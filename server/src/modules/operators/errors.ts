import { defineErrors } from "../../kit/errors.ts";

export const operatorErrors = defineErrors({
  INVALID_CREDENTIALS: { status: 401, message: "E-mail address or password is wrong." },
  OPERATOR_EXCEEDS_CREATOR: {
    status: 403,
    message: "An operator cannot give more permissions than it has: see details.exceeds.",
  },
  OPERATOR_OWN_ACCOUNT: {
    status: 409,
    message: "Permissions and status of one's own account are changed by somebody else.",
  },
  OPERATOR_EMAIL_TAKEN: { status: 409, message: "There is an operator with this e-mail address." },
});
