import { defineErrors } from "../../kit/errors.ts";

export const sandboxErrors = defineErrors({
  SANDBOX_RESET_UNDER_WAY: {
    status: 409,
    message:
      "Another reset of this sandbox was faster. Repeat the request if the sandbox is to be emptied once more.",
  },
});
