import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { eventTypes } from "../webhooks/index.ts";

const ADVANCE_SECONDS_MAX = 30 * 24 * 3_600;

export const AdvanceBody = Type.Object({
  seconds: Type.Integer({
    minimum: 1,
    maximum: ADVANCE_SECONDS_MAX,
    description: "How far, from a second to 30 days.",
    examples: [1800],
  }),
});
export type AdvanceBody = Static<typeof AdvanceBody>;

const clockFields = {
  object: OneOf(["sandbox.clock"]),
  mode: OneOf(modes),
  advancedSeconds: Type.Integer({
    description: "All advances together, since the sandbox began or was reset.",
  }),
  version: Type.Integer({ description: "0: never moved." }),
  createdAt: Nullable(Instant),
  updatedAt: Nullable(Instant),
};
export const ClockView = Type.Object(clockFields);
export type ClockView = Static<typeof ClockView>;

const count = (what: string) => Type.Integer({ minimum: 0, description: what });
export const MovedView = Type.Object({
  checkoutSessions: count("Sessions that are not over: their `expiresAt`."),
  paymentIntents: count("Payment intents without a session: their `expiresAt`."),
  paymentLinks: count("Links with an end: their `expiresAt`."),
  charges: count("Payments whose outcome is asked for: when next, and since when it is unknown."),
  refunds: count("Refunds in progress: when they are sent or queried."),
  payouts: count("Payouts in progress: when they are sent or queried."),
  payoutBatches: count("Batches in progress."),
  settlements: count("Money on its way from `pending` to `available`."),
  beneficiaries: count(
    "Beneficiaries under verification, or waiting for their first payout: `payoutsAllowedFrom`.",
  ),
  webhookDeliveries: count("Deliveries that wait for their next try."),
  webhookEndpoints: count(
    "Endpoints that fail, are paused or have an old secret: since when, and until when.",
  ),
  providerOperations: count("Payments, refunds and payouts in the provider simulator, and its callbacks."),
});
export type MovedView = Static<typeof MovedView>;

export const AdvancedView = Type.Object(
  {
    ...clockFields,
    movedSeconds: Type.Integer({ description: "This advance." }),
    moved: MovedView,
  },
  { title: "AdvancedSandboxClock" },
);
export type AdvancedView = Static<typeof AdvancedView>;

export const TriggerBody = Type.Object({ type: OneOf(eventTypes, { description: "Any event there is." }) });
export type TriggerBody = Static<typeof TriggerBody>;

export const TriggeredView = Type.Object({
  object: OneOf(["sandbox.event"]),
  id: Type.String({ description: "Of the event: it is listed and sent again like any other." }),
  mode: OneOf(modes),
  type: OneOf(eventTypes, { title: "EventType" }),
  deliveries: Type.Integer({ description: "Endpoints that get it: those that are ACTIVE and subscribed." }),
  createdAt: Instant,
});
export type TriggeredView = Static<typeof TriggeredView>;

export const ResetBody = Type.Object({
  confirm: Type.Unsafe<string>({
    ...UuidText,
    description: "The id of the merchant whose sandbox is emptied, to prevent an accidental reset.",
  }),
});
export type ResetBody = Static<typeof ResetBody>;

export const ResetView = Type.Object({
  object: OneOf(["sandbox.reset"]),
  mode: OneOf(modes),
  merchantId: Type.String(),
  wallets: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), currency: Type.String() }), {
    description: "The new wallets, empty: the earlier ones are gone, with their ids.",
  }),
  kept: Type.Object({
    apiKeys: count("Keys, which work on."),
    webhookEndpoints: count("Endpoints, with their ids, addresses and secrets."),
  }),
  createdAt: Instant,
});
export type ResetView = Static<typeof ResetView>;
