import { defineErrors } from "../../kit/errors.ts";

export const correctionErrors = defineErrors({
  CORRECTION_NOT_OPEN: { status: 409, message: "The correction was posted or rejected already." },
});
