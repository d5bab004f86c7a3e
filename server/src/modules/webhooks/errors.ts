import { defineErrors } from "../../kit/errors.ts";

export const webhookErrors = defineErrors({
  WEBHOOK_ENDPOINT_LIMIT_REACHED: {
    status: 409,
    message: "The merchant has as many webhook endpoints as it can have.",
  },
  WEBHOOK_ENDPOINT_DISABLED: {
    status: 409,
    message: "The endpoint is disabled: nothing can be sent to it.",
  },
});
