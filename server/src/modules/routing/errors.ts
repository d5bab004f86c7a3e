import { defineErrors } from "../../kit/errors.ts";

export const routingErrors = defineErrors({
  PROVIDER_ACCOUNT_NAME_TAKEN: {
    status: 409,
    message: "Another account at this provider has the name already, in the same mode.",
  },
  PROVIDER_CREDENTIALS_TAKEN: {
    status: 409,
    message: "The provider knows these credentials as another account's.",
  },
  PROVIDER_ACCOUNT_NOT_TESTED: {
    status: 409,
    message:
      "The account's test has not passed since its settings were last changed: test it, then enable it.",
  },
  ROUTING_LIMIT_REACHED: {
    status: 409,
    message: "The tenant has as many of these as routing can look through for each payment: see details.max.",
  },
});
