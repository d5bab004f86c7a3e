import { type Static, Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { publicId } from "../../kit/ids.ts";
import { modes } from "../../kit/payment-terms.ts";
import {
  type AnswerTimes,
  COUNTED_MAX,
  countDeliveries,
  type DeliveryCount,
  readAnswerTimes,
} from "./health-store.ts";
import type { Endpoint } from "./store.ts";

const DAY_MS = 86_400_000;

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const AnswerTime = (share: string) =>
  Nullable(Type.Integer({ description: `${share} of the answers took no longer, in milliseconds.` }));

export const EndpointHealthView = Type.Object({
  object: OneOf(["webhook_endpoint_health"]),
  id: Type.String({ description: "The endpoint." }),
  mode: OneOf(modes),
  from: Type.Unsafe<string>({
    ...Instant,
    description: `Events since then are counted: 24 hours, or less when there were more than ${COUNTED_MAX}.`,
  }),
  to: Instant,
  isWhole: Type.Boolean({ description: "`from` lies 24 hours before `to`." }),
  deliveries: Type.Object({
    total: Count("Deliveries of these events."),
    succeeded: Count("Accepted with 2xx."),
    pending: Count("Not sent yet, or tried again later."),
    failed: Count("Given up."),
    cancelled: Count("Withdrawn, because the endpoint was disabled or deleted."),
  }),
  refusals: Type.Array(
    Type.Object({
      statusCode: Nullable(Type.Integer({ description: "Null: there was no answer." })),
      count: Type.Integer(),
    }),
    {
      description: "The last answers of those that were tried and not accepted, the most frequent first.",
    },
  ),
  answers: Type.Object(
    { samples: Type.Integer(), p50Ms: AnswerTime("Half"), p95Ms: AnswerTime("95 of 100") },
    { description: "How long the endpoint took, over the last answers of the newest thousand deliveries." },
  ),
  failingSince: Nullable(Instant),
});
type EndpointHealthView = Static<typeof EndpointHealthView>;

/** How an endpoint did with the events of the last 24 hours. */
export async function readEndpointHealth(
  db: Queryable,
  endpoint: Endpoint,
  nowMs: number,
): Promise<EndpointHealthView> {
  const fromMs = nowMs - DAY_MS;
  const counts = await countDeliveries(db, endpoint, fromMs);
  return viewHealth(endpoint, counts, await readAnswerTimes(db, endpoint, fromMs), nowMs);
}

/** What the counts and times say at `nowMs`. Pure. */
export function viewHealth(
  endpoint: Pick<Endpoint, "id" | "mode" | "failingSinceMs">,
  counts: readonly DeliveryCount[],
  answers: AnswerTimes,
  nowMs: number,
): EndpointHealthView {
  const of = (status?: DeliveryCount["status"]): number =>
    counts
      .filter((one) => status === undefined || one.status === status)
      .reduce((sum, { count }) => sum + count, 0);
  const isWhole = of() < COUNTED_MAX;
  const oldestMs = Math.min(...counts.map(({ oldestAtMs }) => oldestAtMs));
  const { failingSinceMs } = endpoint;
  return {
    object: "webhook_endpoint_health",
    id: publicId("webhookEndpoint", endpoint.id),
    mode: endpoint.mode,
    from: new Date(isWhole ? nowMs - DAY_MS : oldestMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    isWhole,
    deliveries: {
      total: of(),
      succeeded: of("SUCCEEDED"),
      pending: of("PENDING"),
      failed: of("FAILED"),
      cancelled: of("CANCELLED"),
    },
    refusals: refusalsOf(counts),
    answers,
    failingSince: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
  };
}

/** What was tried and not accepted, by the status of the last answer. */
function refusalsOf(counts: readonly DeliveryCount[]): EndpointHealthView["refusals"] {
  const byCode = new Map<number | null, number>();
  for (const { status, isTried, statusCode, count } of counts) {
    // One that was accepted and is sent again waits with the answer of before.
    const isAccepted = status === "SUCCEEDED" || (statusCode !== null && isAcceptance(statusCode));
    if (isAccepted || !isTried) continue;
    byCode.set(statusCode, (byCode.get(statusCode) ?? 0) + count);
  }
  return [...byCode]
    .map(([statusCode, count]) => ({ statusCode, count }))
    .toSorted((left, right) => right.count - left.count);
}

const isAcceptance = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;
