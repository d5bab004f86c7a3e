export { createNotificationsModule } from "./module.ts";
export { wantsMail } from "./settings-store.ts";
