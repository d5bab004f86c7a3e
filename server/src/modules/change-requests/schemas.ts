import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { changeKindNames, changeStatuses } from "./types.ts";

const closed = { additionalProperties: false } as const;
const REASON_LENGTH_MAX = 500;

export const ChangeRequestParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100, description: "The change request's id, `creq_…`" }) },
  closed,
);

export const ChangeRequestListQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(StatusList(changeStatuses)),
    kind: Type.Optional(OneOf(changeKindNames, { description: "Only requests of this operation." })),
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Only requests that change this object." }),
    ),
  },
  closed,
);
export type ChangeRequestListQuery = Static<typeof ChangeRequestListQuery>;

export const RefuseBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REASON_LENGTH_MAX,
        pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
        description: "Why: shown to whoever proposed it, kept in the audit log.",
        "x-rule": `must be 1 to ${REASON_LENGTH_MAX} characters of text on one line`,
      }),
    ),
  },
  closed,
);

const Said = (description: string) =>
  Nullable(Type.Record(Type.String(), Type.Unknown(), { description, additionalProperties: true }));

/** Part of every answer to a change, and an answer of its own. */
export const ChangeRequestView = Type.Object({
  object: Type.Literal("change_request"),
  id: Type.String(),
  kind: OneOf(changeKindNames),
  subject: Nullable(
    Type.String({ description: "The id of what changes; null until it is made by the confirmation." }),
  ),
  status: OneOf(changeStatuses),
  before: Said("What it says now. Null: there is none."),
  after: Said("What it will say. Null: it goes. Secrets are told by `last4` and `fingerprint`."),
  proposedBy: Type.String(),
  decidedBy: Nullable(Type.String({ description: "Who confirmed, refused or withdrew it." })),
  reason: Nullable(Type.String({ description: "Why it was refused." })),
  decidedAt: Nullable(Instant),
  expiresAt: Instant,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
