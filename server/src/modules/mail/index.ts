export { mailErrors } from "./errors.ts";
export { createMailModule } from "./module.ts";
export type { Outbox } from "./outbox.ts";
export type { MailContent, MailContents } from "./types.ts";
