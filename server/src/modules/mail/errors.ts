import { defineErrors } from "../../kit/errors.ts";

export const mailErrors = defineErrors({
  MAIL_NOT_CONFIGURED: {
    status: 503,
    message: "This needs a mail, and the installation has no mail server. Its operator sets SMTP_URL.",
  },
});
