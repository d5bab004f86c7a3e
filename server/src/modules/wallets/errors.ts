import { defineErrors } from "../../kit/errors.ts";

export const walletErrors = defineErrors({
  REPORT_TOO_LARGE: {
    status: 400,
    message:
      "The period holds more lines than this format can: ask for a shorter one. `details.coversUntil` is the longest that fits.",
  },
});
