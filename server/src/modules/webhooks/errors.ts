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
  WEBHOOK_ENDPOINT_UNPROVED: {
    status: 409,
    message: "The address of the endpoint is not verified yet. Answer a ping with 2xx, then replay.",
  },
  WEBHOOK_REPLAY_IN_PROGRESS: {
    status: 409,
    message: "Another replay to this endpoint is being written. Repeat when it has answered.",
  },
  WEBHOOK_BUDGET_SPENT: {
    status: 429,
    message:
      "As much was sent on request, or as many endpoints were registered, as can be in an hour. Repeat after the time in Retry-After.",
  },
});
