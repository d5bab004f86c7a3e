import { defineErrors } from "../../kit/errors.ts";

export const liveErrors = defineErrors({
  TOO_MANY_STREAMS: {
    status: 429,
    message:
      "As many streams are open as are allowed: see details.of. Read without `Accept: text/event-stream`, or come back after the time in Retry-After.",
  },
});
