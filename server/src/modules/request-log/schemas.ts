import { type Static, Type } from "typebox";
import { createdQuery } from "../../http/list-page.ts";
import { uncountedQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf, TrueOrFalse, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

const STATUS_MIN = 200;
const STATUS_MAX = 599;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const callerKinds = ["KEY", "PERSON"] as const;

export const RequestsParams = Type.Object({ merchantId: UuidText });
export const RequestParams = Type.Object({
  merchantId: UuidText,
  id: Type.String({ maxLength: 100, examples: ["req_01jd0000000000000000000000"] }),
});

export const RequestsQuery = Type.Object({
  ...uncountedQuery,
  ...createdQuery,
  method: Type.Optional(OneOf(methods)),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "^/[\\x21-\\x7e]*$",
      description: "How the path begins, below `/api/v1`: `/checkout/sessions`.",
      "x-rule": "must begin with / and hold no spaces",
      examples: ["/checkout/sessions"],
    }),
  ),
  status: Type.Optional(
    Type.Integer({
      minimum: STATUS_MIN,
      maximum: STATUS_MAX,
      description: "Only those answered with this HTTP status.",
    }),
  ),
  errorCode: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Only those refused with this `error.code`." }),
  ),
  callerId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Only those of this API key or person, `key_…` or `usr_…`.",
    }),
  ),
  callerKind: Type.Optional(OneOf(callerKinds, { description: "Only those of API keys, or of people." })),
  refused: Type.Optional(TrueOrFalse("`true`: only those that were refused or failed.")),
});
export type RequestsQuery = Static<typeof RequestsQuery>;

export const RequestView = Type.Object({
  object: OneOf(["request"]),
  id: Type.String({ description: "The `Request-Id` of its answer." }),
  mode: OneOf(modes),
  method: OneOf(methods),
  path: Type.String({
    description:
      "Below `/api/v1`, without the query. Values that are not ids stay as the name of the parameter.",
  }),
  operationId: Type.String(),
  status: Type.Integer(),
  errorCode: Nullable(Type.String()),
  refusedFields: Type.Array(
    Type.Object({
      path: Type.String({ description: "`*` stands for a name that the operation does not know." }),
      rule: Type.String(),
    }),
  ),
  requiredPermissions: Type.Array(Type.String(), {
    description: "Of a request that was refused for want of a permission: any one of these was needed.",
  }),
  durationMs: Type.Integer(),
  idempotencyReplayed: Type.Boolean({ description: "The answer is the kept one of an `Idempotency-Key`." }),
  caller: Type.Object({
    kind: OneOf(callerKinds),
    id: Type.String(),
    name: Nullable(Type.String()),
  }),
  address: Type.String({ description: "From where it came." }),
  notKept: Type.Integer({
    description:
      "How many further requests of the same two seconds are not kept. At a high rate only a part of them is.",
  }),
  createdAt: Instant,
});
export type RequestView = Static<typeof RequestView>;
