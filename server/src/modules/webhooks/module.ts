import type { Module } from "../module.ts";
import type { WebhooksDeps } from "./deps.ts";
import type { WebhookWorker } from "./jobs.ts";
import { webhookRoutes } from "./routes.ts";
import { type AddressSealingDeps, createAddressSealing } from "./seal-addresses.ts";
import { createWebhooks, type Webhooks } from "./service.ts";

export interface WebhooksModule extends Module {
  readonly webhooks: Webhooks;
}

/** `worker` is made first: other modules are told of its leases. */
export function createWebhooksModule(
  deps: WebhooksDeps & AddressSealingDeps,
  worker: WebhookWorker,
): WebhooksModule {
  const webhooks = createWebhooks(deps);
  return {
    webhooks,
    routes: webhookRoutes(webhooks),
    jobs: { webhookAddresses: createAddressSealing(deps) },
    start: worker.start,
    stop: worker.stop,
  };
}
