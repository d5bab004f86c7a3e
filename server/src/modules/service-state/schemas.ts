import { Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { endpointStates } from "../webhooks/index.ts";

/** Failing endpoints that are listed at most. */
export const FAILING_MAX = 50;
/** How far back failing endpoints are counted by day. */
export const FAILING_DAYS = 30;

const dueFields = {
  due: Type.Integer({ description: "How many are due now, at most 10 000." }),
  oldestDueSeconds: Nullable(
    Type.Integer({ description: "For how long the oldest has been due; null when none is." }),
  ),
};

export const WebhookHealthQuery = Type.Object(
  { mode: OneOf(modes, { default: "SANDBOX", description: "Of which mode endpoints are counted." }) },
  { additionalProperties: false },
);

export const WebhookHealthView = Type.Object({
  object: Type.Literal("webhook_health"),
  mode: OneOf(modes),
  asOf: Instant,
  deliveries: Nullable(
    Type.Object(dueFields, {
      description:
        "Deliveries that would be sent now, of the whole installation and both modes, up to ten seconds old. Null: they could not be counted.",
    }),
  ),
  endpoints: Type.Object(
    Object.fromEntries(endpointStates.map((state) => [state, Type.Integer()])) as Record<
      (typeof endpointStates)[number],
      ReturnType<typeof Type.Integer>
    >,
    { description: "How many endpoints are in each state; each is in one, the first that fits." },
  ),
  failing: Type.Array(
    Type.Object({
      endpointId: Type.String({ description: "`we_…`." }),
      merchantId: UuidText,
      merchantName: Type.String(),
      failingSince: Instant,
    }),
    { description: `Those that fail, paused ones included, the longest first, at most ${FAILING_MAX}.` },
  ),
  failingByDay: Type.Array(Type.Integer(), {
    description: `How many endpoints did not accept an event of each of the last ${FAILING_DAYS} times 24 hours, or have failed since then, the oldest first.`,
  }),
});

export const BackgroundWorkView = Type.Object({
  object: Type.Literal("background_work"),
  asOf: Instant,
  queues: Nullable(
    Type.Array(
      Type.Object({
        kind: Type.String({ description: "What waits: `refunds`, `payouts`, `mails` …" }),
        ...dueFields,
      }),
      {
        description:
          "Of the whole installation, up to ten seconds old, the longest due first. Null: they could not be counted.",
      },
    ),
  ),
});
