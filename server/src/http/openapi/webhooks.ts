import type { TSchema } from "typebox";
import type { Json } from "./json.ts";
import { type NamedSchemas, typeName } from "./named-schemas.ts";

/** An event that merchants' endpoints receive. */
export interface DocumentedEvent {
  /** `payment.succeeded` */
  readonly type: string;
  readonly meaning: string;
  /** The shape of the event's `data`. */
  readonly data: TSchema;
}

const EVENT_BASE = "EventBase";
const ANY_EVENT = "WebhookEvent";
const nameOf = ({ type }: DocumentedEvent): string => `${typeName(type)}Event`;

/**
 * The part `webhooks` of a document, and what it adds to the components: each event extends `EventBase` by its own `type`
 * and `data`, and `WebhookEvent` is any of them.
 */
export function webhooksOf(events: readonly DocumentedEvent[], schemas: NamedSchemas) {
  if (events.length === 0)
    return { webhooks: {}, components: { schemas: {}, parameters: {}, responses: {} } };
  const shapes = events.map((event) => [
    nameOf(event),
    {
      description: event.meaning,
      allOf: [
        { $ref: refOf(EVENT_BASE) },
        {
          type: "object",
          required: ["type", "data"],
          properties: {
            type: { type: "string", const: event.type, description: "Names the event." },
            data: schemas.write(event.data),
          },
        },
      ],
    },
  ]);
  const event = schemas.components().Event as Json;
  const anyEvent = {
    description:
      "Any event. `type` tells which one, and with it the shape of `data`. The `data` of an event that you trigger in the sandbox also has `test: true`.",
    oneOf: events.map((event) => ({ $ref: refOf(nameOf(event)) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(events.map((event) => [event.type, refOf(nameOf(event))])),
    },
  };
  return {
    webhooks: {
      event: delivery("onEvent", "Any event", "What an endpoint that subscribed to `*` receives.", ANY_EVENT),
      ...Object.fromEntries(
        events.map((event) => [
          event.type,
          delivery(`on${typeName(event.type)}`, event.type, event.meaning, nameOf(event)),
        ]),
      ),
    },
    components: {
      schemas: {
        [EVENT_BASE]: baseOf(event),
        Event: extensionOf(event),
        ...Object.fromEntries(shapes),
        [ANY_EVENT]: anyEvent,
      } as Json,
      parameters,
      responses: { Received: { description: "Any 2xx: the event was received, and is not sent again." } },
    },
  };
}

const isShared = (field: string): boolean => field !== "type" && field !== "data";
const fieldsOf = (properties: Json, isOne: (field: string) => boolean): Json =>
  Object.fromEntries(Object.entries(properties).filter(([field]) => isOne(field)));

/** What every event has beside its own fields. Generators cannot narrow a field that the base has already. */
function baseOf({ type, properties, required }: Json): Json {
  return {
    type,
    description: "What every event has beside its `type` and its `data`.",
    required: (required as readonly string[]).filter(isShared),
    properties: fieldsOf(properties as Json, isShared),
  };
}

/** An event of any type, as lists show it. */
function extensionOf({ type, properties, required: _all, ...rest }: Json): Json {
  const own = {
    type,
    required: ["type", "data"],
    properties: fieldsOf(properties as Json, (field) => !isShared(field)),
  };
  return { description: "An event, as it was sent.", allOf: [{ $ref: refOf(EVENT_BASE) }, own], ...rest };
}

const refOf = (name: string): string => `#/components/schemas/${name}`;

function delivery(operationId: string, summary: string, description: string, schema: string): Json {
  return {
    post: {
      operationId,
      tags: ["Webhooks"],
      summary,
      description,
      security: [],
      parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { "application/json": { schema: { $ref: refOf(schema) } } } },
      responses: { "2XX": { $ref: "#/components/responses/Received" } },
    },
  };
}

const header = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** The headers of a delivery. */
const parameters: Json = {
  WebhookId: header(
    "webhook-id",
    "The event's id, the same each time it is sent: skip one that you have seen.",
  ),
  WebhookTimestamp: header("webhook-timestamp", "When this delivery was sent, in seconds since 1970."),
  WebhookSignature: header(
    "webhook-signature",
    "Proves that this service sent the body: one or more of `v1,…`, separated by spaces. Check it over the raw body.",
  ),
};
