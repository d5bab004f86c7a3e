import { defineErrors } from "../../kit/errors.ts";

export const exportErrors = defineErrors({
  EXPORT_TOO_LARGE: {
    status: 409,
    message: "The list has more rows than an export may have: see details. Choose a shorter period.",
  },
  TOO_MANY_EXPORTS: {
    status: 409,
    message:
      "So many exports are being made already: see details.openMax. Wait for one to end, or cancel it.",
  },
  EXPORT_NOT_READY: {
    status: 409,
    message:
      "There is no file: the export is being made, failed, was cancelled or is too old: see details.status.",
  },
  EXPORT_NOT_CANCELLABLE: {
    status: 409,
    message: "The export has failed, was cancelled before or is too old: see details.status.",
  },
  EXPORT_NOT_YOURS: { status: 403, message: "Only who asked for the export may cancel it." },
});
