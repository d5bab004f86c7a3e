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
  ROUTING_LIMIT_REACHED: {
    status: 409,
    message: "The tenant has as many of these as routing can look through for each payment: see details.max.",
  },
});
