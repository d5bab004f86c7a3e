export { createMailModule } from "./module.ts";
export type { Outbox } from "./outbox.ts";
