import { defineErrors } from "../../kit/errors.ts";

export const payoutFileErrors = defineErrors({
  NOTHING_TO_ORDER: {
    status: 409,
    message: "No transfer of this account waits for a file.",
  },
  PAYOUT_FILE_NOT_PREPARED: {
    status: 409,
    message: "Only a file that is PREPARED can be released or refused: see details.status.",
  },
  PAYOUT_FILE_EMPTY: {
    status: 409,
    message: "No transfer is left in the file: refuse it.",
  },
  RESTORE_OPEN: {
    status: 409,
    message:
      "The database was restored, and what was sent in the lost hours is not reconciled yet: nothing is sent.",
  },
  PAYOUT_FILE_NOT_DOWNLOADABLE: {
    status: 409,
    message: "The file cannot be downloaded: see details.reason.",
  },
  TRANSFER_ORDER_NOT_REFUSABLE: {
    status: 409,
    message: "The transfer was released or has ended: see details.status.",
  },
});
