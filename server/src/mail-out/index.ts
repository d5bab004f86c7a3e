export { createSmtpMailer } from "./smtp.ts";
export { parseSender, parseSmtpUrl, type Sender, type SmtpServer } from "./smtp-settings.ts";
