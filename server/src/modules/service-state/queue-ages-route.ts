import { Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { hasPermission } from "../../http/permissions.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import type { Clock } from "../../kit/clock.ts";
import { modes } from "../../kit/payment-terms.ts";
import { whollyReadableKinds, workReadPermissions } from "../work/index.ts";
import { AGES_KEPT_FOR_MS, BACKGROUND, WEBHOOKS } from "./queue-ages.ts";
import { type AgesOfInterval, readAges } from "./queue-ages-store.ts";

/** An answer tells the greatest age in each of these, of several readings. */
const INTERVAL_MS = 1_800_000;
const INTERVALS = AGES_KEPT_FOR_MS / INTERVAL_MS;

const QueueAgesQuery = Type.Object(
  { mode: OneOf(modes, { description: "Of which mode work for people is counted." }) },
  { additionalProperties: false },
);

const Ages = (what: string) =>
  Nullable(
    Type.Array(Nullable(Type.Integer()), {
      description: `${what}, in seconds; the greatest in each interval. Null: nobody looked.`,
    }),
  );

export const QueueAgesView = Type.Object({
  object: Type.Literal("queue_ages"),
  mode: OneOf(modes),
  asOf: Instant,
  from: { ...Instant, description: "The beginning of the first interval." },
  intervalSeconds: Type.Integer(),
  webhooks: Ages("For how long the oldest delivery had been due, of the whole installation"),
  background: Ages("The same of the work that the service does by itself"),
  work: Ages("For how long the oldest thing had waited for a person, of the kinds that you may read"),
});

const example = {
  object: "queue_ages",
  mode: "LIVE",
  asOf: "2026-01-15T03:10:00.000Z",
  from: "2026-01-13T03:30:00.000Z",
  intervalSeconds: 1_800,
  webhooks: [0, 3, null, 41],
  background: [0, 0, null, 9],
  work: [1_800, 3_600, null, 600],
} as const;

/**
 * The age of a queue in every interval, the greatest of several queues; null where nobody looked. A gauge that could not
 * be read is `absent` as null; of work, what is absent did not wait. Pure.
 */
export function agesOf(
  read: readonly AgesOfInterval[],
  queues: readonly string[],
  count: number,
  absent: 0 | null,
): (number | null)[] {
  const byInterval = new Map(read.map(({ interval, ages }) => [interval, ages]));
  return Array.from({ length: count }, (_none, interval) => {
    const ages = byInterval.get(interval);
    if (ages === undefined) return null;
    const known = queues.flatMap((queue) => ages[queue] ?? absent ?? []);
    return known.length === 0 ? null : Math.max(...known);
  });
}

/** How the queues went in the last two days. */
export function createQueueAgesRoute({
  db,
  clock,
}: {
  readonly db: Queryable;
  readonly clock: Clock;
}): Route {
  return operatorRoute({
    tag: "Operators: work",
    method: "GET",
    path: "/tenant/queue-ages",
    operationId: "getQueueAges",
    permission: workReadPermissions,
    summary: "Get queue ages of the last two days",
    description:
      "Whether what waits grows or shrinks: webhooks, background work, and work for people. Queues are read every five minutes, and readings are kept for two days. A queue that you may not read is null.",
    successStatus: 200,
    idempotency: "none",
    errors: [],
    examples: { data: example },
    schemas: { query: QueueAgesQuery, response: QueueAgesView },
    handle: async ({ operator: { tenantId, permissions }, query: { mode } }) => {
      const nowMs = clock.nowMs();
      const fromMs = (Math.floor(nowMs / INTERVAL_MS) + 1 - INTERVALS) * INTERVAL_MS;
      const read = await readAges(db, tenantId, mode, { fromMs, intervalMs: INTERVAL_MS });
      const kinds = whollyReadableKinds(permissions);
      const ages = (may: boolean, queues: readonly string[], absent: 0 | null) =>
        may ? agesOf(read, queues, INTERVALS, absent) : null;
      return {
        data: {
          object: "queue_ages" as const,
          mode,
          asOf: new Date(nowMs).toISOString(),
          from: new Date(fromMs).toISOString(),
          intervalSeconds: INTERVAL_MS / 1_000,
          webhooks: ages(hasPermission(permissions, "tenant.merchants.read"), [WEBHOOKS], null),
          background: ages(hasPermission(permissions, "tenant.providers.read"), [BACKGROUND], null),
          work: ages(kinds.length > 0, kinds, 0),
        },
      };
    },
  });
}
