import { defineErrors } from "../../kit/errors.ts";

export const walletErrors = defineErrors({
  LEDGER_DETACHED: {
    status: 400,
    message:
      "The platform has moved entries of this time out of its database: `details.availableFrom` is where they begin. Ask the platform for the files of the time before.",
  },
  REPORT_TOO_LARGE: {
    status: 400,
    message:
      "The period holds more lines than this format can: ask for a shorter one. `details.coversUntil` is the longest that fits.",
  },
});
