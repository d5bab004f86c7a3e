import { type Static, Type } from "typebox";
import { createdQuery } from "../../http/list-page.ts";
import { pageQuery, uncountedQuery } from "../../http/pagination.ts";
import { Instant, InstantText, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { URL_LENGTH_MAX } from "../../http-out/index.ts";
import { modes } from "../../kit/payment-terms.ts";
import { eventTypes } from "./events.ts";
import { deliveryStatuses, disabledReasons, endpointStatuses } from "./states.ts";

const DESCRIPTION_LENGTH_MAX = 500;

export const MerchantParams = Type.Object({ merchantId: UuidText });
export const EndpointParams = Type.Object({
  merchantId: UuidText,
  id: Type.String({ maxLength: 100, examples: ["we_01jd0000000000000000000000"] }),
});
export const EventParams = Type.Object({
  merchantId: UuidText,
  id: Type.String({ maxLength: 100, examples: ["evt_01jd0000000000000000000000"] }),
});
export const DeliveryParams = Type.Object({
  merchantId: UuidText,
  id: Type.String({ maxLength: 100, examples: ["we_01jd0000000000000000000000"] }),
  deliveryId: Type.String({ maxLength: 100, examples: ["wd_01jd0000000000000000000000"] }),
});

/** Event names in requests: a list, or the bare text `*`, which is the same as a list with only `*`. */
const EventNames = (description: string, options: Readonly<Record<string, unknown>> = {}) =>
  Type.Union(
    [
      Type.Array(OneOf(["*", ...eventTypes], { title: "SubscribedEvent" }), {
        minItems: 1,
        maxItems: eventTypes.length + 1,
        uniqueItems: true,
      }),
      OneOf(["*"], { "x-rule": "must be a list of event names, or the text *" }),
    ],
    { description, ...options },
  );

export const NewEndpointBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: URL_LENGTH_MAX,
    description: "Where events are posted: https, port 443 or 8443. In sandbox also http to localhost.",
    examples: ["https://shop.example/webhooks/cauris"],
  }),
  events: Type.Optional(
    EventNames(
      "A list of event names, or `*` (as text or in the list) for all: those of today and those to come. All when absent. Answers show a list.",
      { examples: [["payment.succeeded", "payment.failed"], "*"] },
    ),
  ),
  status: Type.Optional(OneOf(endpointStatuses, { description: "ACTIVE when absent." })),
  description: Type.Optional(
    Nullable(
      Type.String({
        maxLength: DESCRIPTION_LENGTH_MAX,
        pattern: "^[^\\u0000]*$",
        description: "Your own note.",
      }),
    ),
  ),
  ordered: Type.Optional(
    Type.Boolean({
      description:
        "Hold an event of a payment intent back until the one before it was accepted. False when absent.",
    }),
  ),
});
export type NewEndpointBody = Static<typeof NewEndpointBody>;

export const ChangeEndpointBody = Type.Partial(NewEndpointBody, {
  minProperties: 1,
  description: "Absent fields stay as they are.",
});
export type ChangeEndpointBody = Static<typeof ChangeEndpointBody>;

const OVERLAP_HOURS_MAX = 168;
export const RotateSecretBody = Type.Object({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: "How long the secret before signs too: 24 when absent; 0 ends it at once.",
      examples: [24],
    }),
  ),
});

export const ReplayBody = Type.Object({
  from: Type.Unsafe<string>({ ...InstantText, description: "Events from this instant on." }),
  to: Type.Optional(
    Type.Unsafe<string>({
      ...InstantText,
      description: "Events up to this instant, at most 31 days behind `from`. Now when absent.",
    }),
  ),
  events: Type.Optional(
    EventNames("A list of event names, or `*` for all. What the endpoint subscribed to when absent."),
  ),
  onlyFailed: Type.Optional(
    Type.Boolean({
      description:
        "Only deliveries that ended without being accepted (FAILED, CANCELLED). False when absent: also what was accepted, and events that the endpoint never had.",
    }),
  ),
  includeRetrying: Type.Optional(
    Type.Boolean({
      description:
        "With `onlyFailed`: also deliveries that have failed and are tried again later; they are due now, with a fresh table of retries.",
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({
      description: "Counts the events that fit (`matched`), and sends nothing. False when absent.",
    }),
  ),
  startingAfter: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "`nextCursor` of the call before: continues after that event.",
    }),
  ),
});
export type ReplayBody = Static<typeof ReplayBody>;

const endpointFields = {
  object: OneOf(["webhook_endpoint"]),
  id: Type.String(),
  merchantId: Type.String(),
  mode: OneOf(modes),
  url: Type.String(),
  events: Type.Array(Type.String()),
  status: OneOf(endpointStatuses, { title: "WebhookEndpointStatus" }),
  disabledReason: Nullable(OneOf(disabledReasons)),
  description: Nullable(Type.String()),
  ordered: Type.Boolean(),
  verifiedAt: Nullable(Instant),
  failingSince: Nullable(Instant),
  previousSecretExpiresAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};

export const EndpointSchema = Type.Object(endpointFields);
export const CreatedEndpointSchema = Type.Object(
  {
    ...endpointFields,
    secret: Nullable(
      Type.String({
        description:
          "The signing secret, `whsec_…`. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null.",
      }),
    ),
  },
  { title: "WebhookEndpointWithSecret" },
);

export const EndpointListQuery = Type.Object({ ...pageQuery });

const CommaList = (description: string, examples: readonly string[]) =>
  Type.String({
    maxLength: 1_000,
    pattern: "^[A-Za-z0-9_.]+(,[A-Za-z0-9_.]+)*$",
    description,
    examples: [...examples],
  });

const CODE_MIN = 100;
const CODE_MAX = 599;
export const DeliveryQuery = Type.Object({
  ...uncountedQuery,
  status: Type.Optional(CommaList("Delivery statuses, separated by commas.", ["PENDING,FAILED"])),
  eventId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Only the delivery of this event, `evt_…`." }),
  ),
  type: Type.Optional(CommaList("Event names, separated by commas.", ["payment.succeeded"])),
  code: Type.Optional(
    Type.Integer({
      minimum: CODE_MIN,
      maximum: CODE_MAX,
      description: "Only those that were last answered with this HTTP status.",
    }),
  ),
  createdFrom: Type.Optional({ ...InstantText, description: "Of events at this instant or later." }),
  createdTo: Type.Optional({ ...InstantText, description: "Of events before this instant." }),
});

export const EventQuery = Type.Object({
  ...uncountedQuery,
  type: Type.Optional(CommaList("Event names, separated by commas.", ["payment.succeeded"])),
  ...createdQuery,
  paymentIntentId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "Only those of this payment intent, of its charges and refunds and of its session, `pi_…`.",
    }),
  ),
  payoutId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Only those of this payout, `po_…`." }),
  ),
});

const AttemptSchema = Type.Object(
  {
    attemptNumber: Type.Integer(),
    url: Nullable(Type.String({ description: "Where it went, without the query." })),
    statusCode: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    responseExcerpt: Nullable(Type.String()),
    startedAt: Instant,
    durationMs: Type.Integer(),
    createdAt: Instant,
  },
  { title: "WebhookAttempt" },
);

const deliveryFields = {
  object: OneOf(["webhook_delivery"]),
  id: Type.String(),
  mode: OneOf(modes),
  endpointId: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  sequence: Type.Integer(),
  status: OneOf(deliveryStatuses),
  attemptCount: Type.Integer(),
  heldUntilVerified: Type.Boolean({
    description: "It waits until the endpoint's address is verified (`verifiedAt`), and is sent then.",
  }),
  nextAttemptAt: Nullable(Instant),
  lastStatusCode: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  attempts: Type.Array(AttemptSchema),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};
export const DeliverySchema = Type.Object(deliveryFields);

const SignedAttemptSchema = Type.Object(
  {
    ...AttemptSchema.properties,
    headers: Nullable(
      Type.Object(
        {
          "webhook-id": Type.String(),
          "webhook-timestamp": Type.String(),
          "webhook-signature": Type.String(),
        },
        {
          description:
            "What the attempt was signed with, made again from its time and the secrets kept today: after a rotation whose overlap is over, the signature is another one than was sent. Null without `merchant.events.read`.",
        },
      ),
    ),
  },
  { title: "SignedWebhookAttempt" },
);

export const DeliveryDetailSchema = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(SignedAttemptSchema),
    request: Type.Object({
      method: OneOf(["POST"]),
      url: Type.String({ description: "Where the next attempt goes; each attempt names where it went." }),
      headers: Type.Object({
        "content-type": Type.String(),
        "user-agent": Type.String(),
        "webhook-id": Type.String(),
      }),
      body: Nullable(Type.String({ description: "As it is signed. Null without `merchant.events.read`." })),
    }),
  },
  { title: "WebhookDeliveryDetail" },
);

export const DeletedEndpointSchema = Type.Object(
  {
    object: OneOf(["webhook_endpoint"]),
    id: Type.String(),
    mode: OneOf(modes),
    deleted: Type.Unsafe<true>({ type: "boolean", const: true }),
  },
  { title: "DeletedWebhookEndpoint" },
);

export const ReplaySchema = Type.Object({
  object: OneOf(["webhook_replay"]),
  mode: OneOf(modes),
  endpointId: Type.String(),
  matched: Type.Integer({ description: "Events of this call that fit." }),
  replayed: Type.Integer({
    description: "Deliveries due now because of it; the others were pending already.",
  }),
  nextCursor: Nullable(
    Type.String({ description: "Send it as `startingAfter` to go on. Null: that was everything." }),
  ),
});

export const EventSchema = Type.Object({
  id: Type.String(),
  object: OneOf(["event"]),
  type: Type.String(),
  timestamp: Instant,
  apiVersion: OneOf(["v1"]),
  mode: OneOf(modes),
  merchantId: Type.String(),
  sequence: Type.Integer(),
  data: Type.Object({}, { additionalProperties: true, description: "The object as it was at that moment." }),
});
