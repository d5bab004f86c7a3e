import { defineErrors } from "../../kit/errors.ts";

export const bankFileErrors = defineErrors({
  BANK_FILE_REFUSED: {
    status: 400,
    message: "The bank's file cannot be taken, and nothing of it was: see details.code and details.reason.",
  },
  BANK_FILE_ALREADY_TAKEN: {
    status: 409,
    message: "The same file of this account was taken before: see details.fileId.",
  },
  BANK_ENTRY_DECIDED: {
    status: 409,
    message: "The entry does not wait for a decision any more: see details.status.",
  },
  BANK_ENTRY_NOT_ASSIGNABLE: {
    status: 409,
    message: "The entry cannot be assigned to this payment: see details.reason.",
  },
  BANK_ENTRY_NOT_BOOKABLE: {
    status: 409,
    message: "The entry cannot be booked in the account's own book: see details.reason.",
  },
});
