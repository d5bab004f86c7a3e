import { type Static, Type } from "typebox";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
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
export const DeliveryParams = Type.Object({
  merchantId: UuidText,
  id: Type.String({ maxLength: 100, examples: ["we_01jd0000000000000000000000"] }),
  deliveryId: Type.String({ maxLength: 100, examples: ["wd_01jd0000000000000000000000"] }),
});

export const NewEndpointBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: URL_LENGTH_MAX,
    description: "Where events are posted: https, port 443 or 8443. In sandbox also http to localhost.",
    examples: ["https://shop.example/webhooks/cauris"],
  }),
  events: Type.Optional(
    Type.Array(OneOf(["*", ...eventTypes]), {
      minItems: 1,
      maxItems: eventTypes.length + 1,
      uniqueItems: true,
      description: "Event names, or `*` for all: those of today and those to come. All when absent.",
      examples: [["payment.succeeded", "payment.failed"]],
    }),
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

const endpointFields = {
  object: OneOf(["webhook_endpoint"]),
  id: Type.String(),
  merchantId: Type.String(),
  mode: OneOf(modes),
  url: Type.String(),
  events: Type.Array(Type.String()),
  status: OneOf(endpointStatuses),
  disabledReason: Nullable(OneOf(disabledReasons)),
  description: Nullable(Type.String()),
  ordered: Type.Boolean(),
  failingSince: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};

export const EndpointSchema = Type.Object(endpointFields);
export const CreatedEndpointSchema = Type.Object({
  ...endpointFields,
  secret: Type.String({ description: "The signing secret, `whsec_…`. Shown in this answer only: keep it." }),
});

/** Lists that grow for ever are read by cursor: their entries are not counted. */
const cursorQuery = {
  pageSize: pageQuery.pageSize,
  limit: pageQuery.limit,
  starting_after: pageQuery.starting_after,
  ending_before: pageQuery.ending_before,
  sort: pageQuery.sort,
};

const CommaList = (description: string, examples: readonly string[]) =>
  Type.String({
    maxLength: 1_000,
    pattern: "^[A-Za-z0-9_.]+(,[A-Za-z0-9_.]+)*$",
    description,
    examples: [...examples],
  });

export const DeliveryQuery = Type.Object({
  ...cursorQuery,
  status: Type.Optional(CommaList("Delivery statuses, parted by commas.", ["PENDING,FAILED"])),
});

export const EventQuery = Type.Object({
  ...cursorQuery,
  type: Type.Optional(CommaList("Event names, parted by commas.", ["payment.succeeded"])),
});

const AttemptSchema = Type.Object({
  attemptNumber: Type.Integer(),
  statusCode: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  responseExcerpt: Nullable(Type.String()),
  durationMs: Type.Integer(),
  createdAt: Instant,
});

export const DeliverySchema = Type.Object({
  object: OneOf(["webhook_delivery"]),
  id: Type.String(),
  mode: OneOf(modes),
  endpointId: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  sequence: Type.Integer(),
  status: OneOf(deliveryStatuses),
  attemptCount: Type.Integer(),
  nextAttemptAt: Nullable(Instant),
  lastStatusCode: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  attempts: Type.Array(AttemptSchema),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
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
