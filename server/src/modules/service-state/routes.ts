import type { Queryable } from "../../db/database.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { publicId } from "../../kit/ids.ts";
import type { Snapshot } from "../../metrics/measure.ts";
import { countEndpointStates, countFailingByDay, readFailingEndpoints } from "./endpoint-store.ts";
import { backgroundWorkExample, webhookHealthExample } from "./examples.ts";
import { queuesOf, webhooksDueOf } from "./figures.ts";
import {
  BackgroundWorkView,
  FAILING_DAYS,
  FAILING_MAX,
  WebhookHealthQuery,
  WebhookHealthView,
} from "./schemas.ts";

export interface ServiceStateDeps {
  readonly db: Queryable;
  readonly clock: Clock;
  /** The gauges that metrics read from the database. */
  readonly readGauges: () => Promise<Snapshot>;
}

/** What waits without a person: webhooks, failing endpoints, background work. */
export function createServiceStateRoutes({ db, clock, readGauges }: ServiceStateDeps): readonly Route[] {
  const common = {
    tag: "Operators: work",
    method: "GET",
    successStatus: 200,
    idempotency: "none",
    errors: [],
  } as const;
  return [
    operatorRoute({
      ...common,
      path: "/tenant/webhook-health",
      operationId: "getWebhookHealth",
      permission: "tenant.merchants.read",
      summary: "Get the health of webhooks",
      description:
        "How many deliveries are due and for how long, and the state of all endpoints of the tenant's merchants. `paused`: no delivery is tried for a while after several failed. `unverified`: no ping was answered yet, so nothing else is sent.",
      examples: { data: webhookHealthExample },
      schemas: { query: WebhookHealthQuery, response: WebhookHealthView },
      handle: async ({ operator: { tenantId }, query: { mode } }) => {
        const nowMs = clock.nowMs();
        const [gauges, states, failing, failingByDay] = await Promise.all([
          readGauges(),
          countEndpointStates(db, tenantId, mode, nowMs),
          readFailingEndpoints(db, tenantId, mode, nowMs, FAILING_MAX),
          countFailingByDay(db, tenantId, mode, nowMs, FAILING_DAYS),
        ]);
        const webhooks = webhooksDueOf(gauges);
        const count = (state: Parameters<typeof states.get>[0]) => states.get(state) ?? 0;
        return {
          data: {
            object: "webhook_health" as const,
            mode,
            asOf: new Date(nowMs).toISOString(),
            deliveries: webhooks && { due: webhooks.due, oldestDueSeconds: webhooks.oldestDueSeconds },
            endpoints: {
              active: count("active"),
              failing: count("failing"),
              paused: count("paused"),
              unverified: count("unverified"),
              disabled: count("disabled"),
            },
            failing: failing.map(({ id, merchantId, merchantName, failingSinceMs }) => ({
              endpointId: publicId("webhookEndpoint", id),
              merchantId,
              merchantName,
              failingSince: new Date(failingSinceMs).toISOString(),
            })),
            failingByDay: [...failingByDay],
          },
        };
      },
    }),
    operatorRoute({
      ...common,
      path: "/tenant/background-work",
      operationId: "getBackgroundWork",
      permission: "tenant.providers.read",
      summary: "Get late background jobs",
      description:
        "Work that the service does by itself and that is due: questions to providers, refunds, payouts, mails. What stays due for minutes is stuck. What waits for a person is in `GET /tenant/work`.",
      examples: { data: backgroundWorkExample },
      schemas: { response: BackgroundWorkView },
      handle: async () => {
        const queues = queuesOf(await readGauges());
        return {
          data: {
            object: "background_work" as const,
            asOf: new Date(clock.nowMs()).toISOString(),
            queues: queues && [...queues],
          },
        };
      },
    }),
  ];
}
