import { Type } from "typebox";
import { OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { workKinds } from "../work/index.ts";

const Position = Type.String({
  pattern: "^[0-9]{13}$",
  description: "Where you are: send it as `after` next time.",
  "x-rule": "must be a `position` that you were given",
  examples: ["1763805600000"],
});

export const LiveParams = Type.Object({ merchantId: UuidText });

export const LiveQuery = Type.Object({
  after: Type.Optional(Position),
  mode: Type.Optional(
    OneOf(modes, {
      description: "With the cookie of a log-in: the mode to follow. A key has its own.",
      "x-rule": "must be SANDBOX or LIVE",
    }),
  ),
});

const ChangeSchema = Type.Object({
  type: Type.String({ description: "The event's type.", examples: ["payment.succeeded"] }),
  id: Type.String({
    description: "Of the payment intent, or of the payout, link … that changed.",
    examples: ["pi_06f4c1n9k3v7x2m5t8b1d6q4r0"],
  }),
  version: Type.Integer({ description: "Counts this object's events: a smaller one than you know is old." }),
});

export const ChangesSchema = Type.Object({
  object: Type.Literal("live_changes"),
  position: Position,
  reload: Type.Boolean({ description: "More happened than is listed: read again what you show." }),
  changes: Type.Array(ChangeSchema),
});

export const WorkCountsSchema = Type.Object({
  object: Type.Literal("live_work"),
  counts: Type.Array(
    Type.Object({ kind: OneOf(workKinds), count: Type.Integer(), overdue: Type.Integer() }),
    { description: "How much waits of each kind that you may see; see `GET /tenant/work`." },
  ),
});
