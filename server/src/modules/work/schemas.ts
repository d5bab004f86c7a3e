import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { workKinds } from "./kinds.ts";

/** Rows that are answered at most. */
const LIMIT_MAX = 200;
const LIMIT_DEFAULT = 50;

export const WorkQuery = Type.Object({
  mode: Type.Optional(OneOf(modes, { description: "Only this mode; what concerns both is always there." })),
  kind: Type.Optional(OneOf(workKinds, { description: "Only this kind." })),
  merchantId: Type.Optional(UuidText),
  taken: Type.Optional(OneOf(["ME", "NOBODY"], { description: "Only what you have, or what nobody has." })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      description: "How many rows. The counts are those of everything.",
    }),
  ),
});
export type WorkQuery = Static<typeof WorkQuery>;
export const limitOf = ({ limit = LIMIT_DEFAULT }: WorkQuery): number => limit;

export const WorkParams = Type.Object({
  id: Type.String({ minLength: 3, maxLength: 120, description: "Id of the row, `HELD_MONEY:ch_…`." }),
});

export const TakeBody = Type.Object({
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "The colleague who has it, `op_…`, to take it over from them.",
      examples: ["op_06f4c1a2b3c4d5e6f7g8h9j0k1"],
    }),
  ),
});
export type TakeBody = Static<typeof TakeBody>;

export const AssignBody = Type.Object({
  operatorId: Type.String({
    maxLength: 40,
    description: "The colleague who looks after it from now on, `op_…`.",
    examples: ["op_06f4c1a2b3c4d5e6f7g8h9j0k1"],
  }),
  ...TakeBody.properties,
});
export type AssignBody = Static<typeof AssignBody>;

export const ColleagueView = Type.Object({
  object: Type.Literal("work_colleague"),
  id: Type.String({ description: "`op_…`." }),
  name: Type.String(),
});

const Colleague = Type.Object({ id: Type.String(), name: Type.String() }, { title: "Colleague" });

export const WorkItemView = Type.Object({
  object: Type.Literal("work_item"),
  id: Type.String({ description: "Of the row. The same thing has the same id as long as it waits." }),
  kind: OneOf(workKinds, { title: "WorkKind" }),
  mode: Nullable(OneOf(modes)),
  objectId: Nullable(
    Type.String({ description: "Of what waits: `ch_…`, `kyb_…`; null: it has only a name." }),
  ),
  detail: Nullable(
    Type.String({
      description:
        "What it is, in one stable word: why money is held, `WATCH` or `DECIDE` for unknown payments, what is proposed, what an account answers, `MORE_THERE` or `LESS_THERE` for a balance, `ENDS_IN_30_DAYS`, `ENDS_IN_7_DAYS`, `ENDED` or `NEWER_HANDED_IN` for a paper; for differences and broken rules their number.",
    }),
  ),
  name: Nullable(Type.String({ description: "Of a broken rule of our own data; the type of a paper." })),
  day: Nullable(Type.String({ description: "Of a gap between statements; the last day of a paper." })),
  merchantId: Nullable(UuidText),
  merchantName: Nullable(Type.String()),
  amount: Nullable(Type.String({ description: "Minor units." })),
  amountDisplay: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  since: Instant,
  ageSeconds: Type.Integer(),
  due: Instant,
  overdue: Type.Boolean(),
  takenBy: Nullable(Colleague),
  takenAt: Nullable(Instant),
  proposedBy: Nullable(Colleague),
  isYours: Type.Boolean({ description: "You proposed it: somebody else has to decide." }),
  endsByHand: Type.Boolean({
    description: "It leaves the queue only when somebody says that it was seen to.",
  }),
});

export const WorkCountView = Type.Object({
  kind: OneOf(workKinds),
  count: Type.Integer(),
  overdue: Type.Integer(),
  oldest: Instant,
  sums: Type.Array(
    Type.Object({ currency: Type.String(), amount: Type.String(), amountDisplay: Type.String() }),
  ),
});

export const WorkView = Type.Object({
  object: Type.Literal("work"),
  asOf: Instant,
  count: Type.Integer({ description: "Everything that waits and that you may see." }),
  overdue: Type.Integer(),
  counts: Type.Array(WorkCountView),
  items: Type.Array(WorkItemView, {
    description: "The oldest first, of the same instant the largest first.",
  }),
  hasMore: Type.Boolean(),
});
