import { defineErrors } from "../../kit/errors.ts";

export const accessErrors = defineErrors({
  API_KEY_EXCEEDS_CREATOR: {
    status: 403,
    message: "The API key that asks cannot give more than it has: see details.exceeds.",
  },
  API_KEY_NOT_ACTIVE: {
    status: 409,
    message: "The API key has ended: it was revoked or has expired.",
  },
  API_KEY_CLAIM_INVALID: {
    status: 404,
    message: "The link was used already, has expired, or never was one.",
  },
  MERCHANT_HAS_API_KEYS: {
    status: 409,
    message:
      "The merchant has a key that works, and makes its further keys with it. Revoke lost ones first: see details.keys.",
  },
  API_KEY_LIMIT_REACHED: {
    status: 409,
    message: "The merchant has as many API keys as it can have.",
  },
});
