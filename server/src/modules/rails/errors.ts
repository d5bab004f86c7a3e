import { defineErrors } from "../../kit/errors.ts";

export const railErrors = defineErrors({
  ARRIVAL_ALREADY_BOOKED: {
    status: 409,
    message: "An arrival with this reference was booked before for this account and currency.",
  },
  ARRIVAL_EXCEEDS_TRANSIT: {
    status: 409,
    message:
      "Less than this amount is in transit: hand in the provider's statement with the settlement first.",
  },
  ARRIVAL_DIFFERS_FROM_ENTRY: {
    status: 409,
    message: "The bank's entry has another amount or currency: see details.",
  },
  BOOK_CORRECTION_NOT_POSSIBLE: {
    status: 409,
    message: "The book cannot be corrected like this: see details.reason.",
  },
});
