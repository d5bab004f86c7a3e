import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { chargeStatuses } from "../payments/index.ts";
import { CallView } from "../provider-health/index.ts";
import { entryKinds } from "./entries.ts";

const NullableText = Nullable(Type.String());
const MinorUnits = Type.String({ description: "Minor units." });

const EntryView = Type.Object(
  {
    at: Instant,
    until: Nullable(Instant),
    times: Type.Integer({
      description: "How often: the same several times in a row is one entry, from `at` to `until`.",
    }),
    afterMs: Nullable(Type.Integer({ description: "Milliseconds since the entry before." })),
    durationMs: Nullable(Type.Integer()),
    kind: OneOf(entryKinds),
    objectId: NullableText,
    actor: Nullable(
      Type.String({
        description:
          "`key_…` or `per_…`, the name of an operator where it may be known, `payer`, `provider` or `system`.",
      }),
    ),
    result: Nullable(Type.String({ description: "A stable word." })),
    text: Type.String(),
    ledger: Nullable(
      Type.Object(
        {
          from: Type.String(),
          to: Type.String(),
          amount: MinorUnits,
          currency: Type.String(),
          type: Type.String(),
          position: Type.String({ description: "Place in the wallet's ledger." }),
          sealed: Type.Boolean({ description: "The sealed chain reaches this far." }),
        },
        { title: "TimelineLedgerEntry" },
      ),
    ),
    event: Nullable(
      Type.Object(
        { id: Type.String(), type: Type.String(), sequence: Type.Integer() },
        { title: "TimelineEvent" },
      ),
    ),
    delivery: Nullable(
      Type.Object(
        {
          id: Type.String(),
          endpointId: Type.String(),
          attemptNumber: Nullable(Type.Integer()),
          statusCode: Nullable(Type.Integer()),
          nextAttemptAt: Nullable(Instant),
        },
        { title: "TimelineDelivery" },
      ),
    ),
  },
  { title: "TimelineEntry" },
);

const GapView = Type.Object(
  {
    part: OneOf(["TRACE", "CALLS", "LEDGER", "EVENTS", "DELIVERIES"]),
    reason: OneOf(["NOT_KEPT", "NOT_WRITTEN_YET", "GAP", "NO_PERMISSION"]),
    text: Type.String(),
  },
  { title: "TimelineGap" },
);

const SamePayerView = Type.Object(
  {
    phone: Nullable(Type.String({ description: "Masked." })),
    from: Instant,
    to: Instant,
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    underWay: Type.Integer(),
    chargeIds: Type.Array(Type.String(), { description: "The newest of these other attempts, at most ten." }),
    attempts: Type.Array(
      Type.Object(
        {
          chargeId: Type.String(),
          status: OneOf(chargeStatuses),
          amount: MinorUnits,
          currency: Type.String(),
          createdAt: Instant,
        },
        { title: "SamePayerAttempt" },
      ),
      { description: "The same attempts, with what came of each." },
    ),
  },
  { title: "SamePayer" },
);

const common = {
  object: Type.Literal("timeline"),
  id: Type.String({ description: "The payment intent, or the payout." }),
  mode: OneOf(modes),
  merchantId: UuidText,
  missing: Type.Array(GapView, { description: "What is not shown, and why." }),
  samePayer: Nullable(SamePayerView),
};

export const TimelineView = Type.Object({ ...common, entries: Type.Array(EntryView) });
export type TimelineView = Static<typeof TimelineView>;

const ChoiceView = Type.Object(
  {
    providerAccountId: NullableText,
    refused: Nullable(Type.String({ description: "Why there is no route." })),
    rules: Type.Array(
      Type.Object({
        ruleId: Type.String(),
        subTenantId: Type.String(),
        verdict: Type.String({ description: "TAKES, NOT_REACHED, or what stood in the way." }),
        accounts: Type.Array(Type.Object({ providerAccountId: Type.String(), verdict: Type.String() })),
      }),
    ),
  },
  { title: "RoutingChoice" },
);

export const TenantTimelineView = Type.Object(
  {
    ...common,
    entries: Type.Array(
      Type.Object({
        ...EntryView.properties,
        callIds: Type.Array(Type.String(), { description: "The provider calls behind it, among `calls`." }),
      }),
    ),
    names: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description:
        "What the keys, people, entities and accounts at providers are called now whose ids are in it.",
    }),
    calls: Type.Array(CallView),
    routes: Type.Array(
      Type.Object({
        chargeId: Type.String(),
        chosen: Nullable(ChoiceView),
        now: ChoiceView,
      }),
      { description: "Why each attempt went where it went, beside where an equal one would go now." },
    ),
    payoutRoute: Nullable(
      Type.Object(
        { chosen: Nullable(ChoiceView), now: ChoiceView },
        {
          title: "PayoutRoute",
          description:
            "The same for a payout: when it was sent, failed, or began to wait for a way. Null before that, and for a payment.",
        },
      ),
    ),
  },
  { title: "TenantTimeline" },
);
export type TenantTimelineView = Static<typeof TenantTimelineView>;

export const TimelineParams = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 120,
      description: "`pi_…`, `ch_…`, `cs_…`, `re_…` or `po_…`.",
    }),
  },
  { additionalProperties: false },
);
