import { defineErrors } from "../../kit/errors.ts";

export const personErrors = defineErrors({
  PERSON_EMAIL_TAKEN: {
    status: 409,
    message: "There is an account with this e-mail address. Log in with it.",
  },
});
