import { defineErrors } from "../../kit/errors.ts";

export const workErrors = defineErrors({
  WORK_TAKEN: {
    status: 409,
    message: "A colleague has this already: see details.takenBy. To take it over, name them in `from`.",
  },
  WORK_NOT_TAKEN: { status: 409, message: "You do not have this: only who has it gives it back." },
  WORK_COLLEAGUE_UNABLE: {
    status: 409,
    message: "This colleague cannot look after it: name one of GET /tenant/work/{id}/colleagues.",
  },
  WORK_ENDS_BY_ITSELF: {
    status: 409,
    message: "This leaves the queue when it is decided or mended, and not by being called done.",
  },
});
