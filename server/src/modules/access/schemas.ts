import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { merchantAreas, type Permission } from "../../http/permissions.ts";
import { Instant, InstantText, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { keyStatuses } from "./view.ts";

const NAME_LENGTH_MAX = 100;
const NETWORKS_MAX = 50;
const NETWORK_LENGTH_MAX = 64;
const MERCHANTS_MAX = 100;
export const REQUESTS_PER_SECOND_MAX = 10_000;
export const OVERLAP_HOURS_DEFAULT = 24;
const OVERLAP_HOURS_MAX = 168;

/** Every permission that a merchant's key can be given by name. */
export const grantablePermissions: readonly Permission[] = [
  ...merchantAreas.flatMap((area): Permission[] => [`merchant.${area}.read`, `merchant.${area}.manage`]),
  "merchant.payouts.approve",
];

export const KeysParams = Type.Object({ merchantId: UuidText });
export const KeyParams = Type.Object({
  merchantId: UuidText,
  keyId: Type.String({ maxLength: 100, examples: ["key_01jd0000000000000000000000"] }),
});

export const KeyListQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(StatusList(keyStatuses)),
});
export type KeyListQuery = Static<typeof KeyListQuery>;

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
  description: "What people call it.",
  "x-rule": `must be 1 to ${NAME_LENGTH_MAX} characters of text on one line`,
  examples: ["Shop server"],
});
const Permissions = Type.Array(OneOf(grantablePermissions, { title: "Permission" }), {
  minItems: 1,
  maxItems: grantablePermissions.length,
  uniqueItems: true,
  description: "`manage` includes `read`. Only what the key that asks has itself.",
});
const IpAllowlist = Type.Array(Type.String({ minLength: 1, maxLength: NETWORK_LENGTH_MAX }), {
  maxItems: NETWORKS_MAX,
  uniqueItems: true,
  description:
    "Addresses and networks the key works from (`203.0.113.0/24`, `2001:db8::/32`). Empty: everywhere.",
});
const RequestsPerSecond = Type.Integer({
  minimum: 1,
  maximum: REQUESTS_PER_SECOND_MAX,
  description:
    "Requests the key may make in a second, twice as many in a burst. At most what the key that asks may.",
  examples: [10],
});
const ExpiresAt = Type.Unsafe<string>({
  ...InstantText,
  description: "From this instant on the key does not work. Must lie ahead.",
});

export const NewKeyBody = Type.Object({
  name: Name,
  permissions: Permissions,
  merchantIds: Type.Optional(
    Type.Array(UuidText, {
      maxItems: MERCHANTS_MAX,
      uniqueItems: true,
      description: "Further merchants it may act for, of those that the key that asks may act for.",
    }),
  ),
  ipAllowlist: Type.Optional(IpAllowlist),
  expiresAt: Type.Optional(Nullable(ExpiresAt)),
  requestsPerSecond: Type.Optional(RequestsPerSecond),
});
export type NewKeyBody = Static<typeof NewKeyBody>;

export const ChangeKeyBody = Type.Object(
  {
    name: Type.Optional(Name),
    permissions: Type.Optional(Permissions),
    ipAllowlist: Type.Optional(IpAllowlist),
    expiresAt: Type.Optional(Nullable(ExpiresAt)),
    requestsPerSecond: Type.Optional(RequestsPerSecond),
  },
  { minProperties: 1 },
);
export type ChangeKeyBody = Static<typeof ChangeKeyBody>;

export const RollKeyBody = Type.Object({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: "How long the old key works on: 24 when absent; 0 revokes it at once.",
      examples: [24],
    }),
  ),
});

const keyFields = {
  object: OneOf(["api_key"]),
  id: Type.String(),
  merchantId: Type.String(),
  mode: OneOf(modes),
  name: Type.String(),
  last4: Type.String({ description: "The end of the key, to tell keys apart." }),
  status: OneOf(keyStatuses),
  permissions: Type.Array(Type.String()),
  merchantIds: Type.Array(Type.String()),
  ipAllowlist: Type.Array(Type.String()),
  requestsPerSecond: Type.Integer({ description: "What the key may do in a second." }),
  requestsLastMinute: Nullable(
    Type.Integer({
      description:
        "What it did in the last minute at this merchant, as the request log tells some seconds later; 60 times `requestsPerSecond` is the most that lasts. Null in answers that change the key.",
    }),
  ),
  expiresAt: Nullable(Instant),
  revokedAt: Nullable(Instant),
  lastUsedAt: Nullable(Type.String({ format: "date-time", description: "Written about once a minute." })),
  owner: Type.Boolean({
    description:
      "The first key, which an operator made for the owner: it may give the keys that it makes every permission.",
  }),
  replaces: Nullable(Type.String({ description: "The key that this one was rolled from." })),
  createdBy: Type.String({ description: "Id of the person or key; `platform` for operators." }),
  createdByName: Nullable(Type.String({ description: "Null for the platform." })),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};
export const KeySchema = Type.Object(keyFields);
export const CreatedKeySchema = Type.Object(
  {
    ...keyFields,
    key: Nullable(
      Type.String({
        description:
          "The key itself. Shown in this answer only: keep it. A repeat under the same Idempotency-Key shows it for an hour, then null.",
      }),
    ),
  },
  { title: "ApiKeyWithSecret" },
);
