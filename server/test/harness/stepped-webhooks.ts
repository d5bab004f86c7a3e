import {
  createWebhookWorker,
  type LocalWebhookWorker,
  type WebhookWorkerDeps,
} from "../../src/modules/webhooks/index.ts";

/** The webhook worker of an application in the test's own thread; the test runs its rounds. */
export interface SteppedWebhooks {
  readonly openWebhookWorker: (deps: WebhookWorkerDeps) => LocalWebhookWorker;
  /** How many deliveries the round sent or cancelled. */
  runOnce(): Promise<number>;
}

export function createSteppedWebhooks(): SteppedWebhooks {
  let worker: LocalWebhookWorker | null = null;
  return {
    openWebhookWorker: (deps) => {
      worker = createWebhookWorker(deps);
      return worker;
    },
    runOnce: async () => {
      if (worker === null) throw new Error("no application has opened the worker");
      return worker.runOnce();
    },
  };
}
