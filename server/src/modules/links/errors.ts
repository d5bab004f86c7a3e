import { defineErrors } from "../../kit/errors.ts";

export const linkErrors = defineErrors({
  PAYMENT_LINK_SLUG_TAKEN: { status: 409, message: "The slug is already in use." },
  PAYMENT_LINK_EXPIRED: { status: 409, message: "The payment link has expired." },
  PAYMENT_LINK_MAX_USES_REACHED: {
    status: 409,
    message: "The payment link takes no more payments: its uses are taken.",
  },
  PAYMENT_LINK_NOT_ACTIVE: { status: 409, message: "The payment link is paused or cancelled." },
});
