import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { Alarms } from "./alarms.ts";
import { acknowledgedExample, alarmExample, callExample, healthExample } from "./examples.ts";
import type { HealthReading } from "./reading.ts";
import {
  AlarmListQuery,
  AlarmParams,
  AlarmView,
  CallListQuery,
  CallView,
  HealthQuery,
  HealthView,
} from "./schemas.ts";

/** What operators see of providers: each call, the health of each account, and what needs them. */
export function createHealthRoutes(reading: HealthReading, alarms: Alarms): readonly Route[] {
  const common = {
    tag: "Operators: providers",
    permission: "tenant.providers.read",
    successStatus: 200,
    idempotency: "none",
    method: "GET",
    errors: [],
  } as const;
  return [
    operatorRoute({
      ...common,
      path: "/tenant/provider-calls",
      operationId: "listProviderCalls",
      summary: "List calls to providers",
      description:
        "What was asked of a provider and what it answered, newest first: for the timeline of a charge, a refund or a payout, or for one account. Calls appear about a second after they were made and are kept for 90 days, or as `RETENTION_PROVIDER_CALLS` says. Bodies are not kept.",
      list: true,
      examples: { data: [callExample] },
      schemas: { query: CallListQuery, response: Type.Array(CallView) },
      handle: ({ operator, query }) => reading.calls(operator.tenantId, query),
    }),
    operatorRoute({
      ...common,
      path: "/tenant/provider-health",
      operationId: "getProviderHealth",
      summary: "Get the health of provider accounts",
      description:
        "For each account its calls of the last minute and the last quarter of an hour, of all processes together, and whether the service keeps it out of routing because its provider fails.",
      examples: { data: healthExample },
      schemas: { query: HealthQuery, response: HealthView },
      handle: async ({ operator, query, facts }) => ({
        data: await reading.health(operator.tenantId, query.mode ?? null, facts.nowMs),
      }),
    }),
    operatorRoute({
      ...common,
      path: "/tenant/provider-alarms",
      operationId: "listProviderAlarms",
      summary: "List alarms of provider accounts",
      description:
        "Troubles that a person has to look at, newest first: a setting, key or balance of an account, an unknown code of a provider, and accounts that were taken out of routing. The same trouble of an account is one alarm that is counted; that of a suspension ends when the account is in service again. `state=OPEN`: what waits for somebody.",
      list: true,
      examples: { data: [alarmExample] },
      schemas: { query: AlarmListQuery, response: Type.Array(AlarmView) },
      handle: ({ operator, query }) => alarms.list(operator.tenantId, query),
    }),
    operatorRoute({
      ...common,
      method: "POST",
      path: "/tenant/provider-alarms/:id/acknowledge",
      operationId: "acknowledgeProviderAlarm",
      summary: "Acknowledge an alarm",
      description:
        "Tells colleagues that somebody looks after it. It is open again when the trouble is seen more than 24 hours later. An alarm that has ended stays as it is.",
      permission: "tenant.providers.manage",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: acknowledgedExample },
      schemas: { params: AlarmParams, response: AlarmView },
      handle: async (request) => ({
        data: await alarms.acknowledge(operatorRequestOf(request), request.params.id),
      }),
    }),
  ];
}
