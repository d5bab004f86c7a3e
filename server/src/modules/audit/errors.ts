import { defineErrors } from "../../kit/errors.ts";

export const auditErrors = defineErrors({
  AUDIT_DETACHED: {
    status: 400,
    message:
      "These entries were moved out of the database, into files: `details.availableFrom` is the number of the first that is here.",
  },
});
