/** What the thread that sends webhooks needs of this module: no routes and no schemas, whose packages would be half of what it loads. */
export { createWebhookWorker } from "../jobs.ts";
