import { type Static, Type } from "typebox";
import { createdQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { CurrencyText, Instant, line, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { resolutionSubjects } from "../payments/index.ts";
import { ageBuckets } from "./rules.ts";
import { decisionKinds, decisionStatuses, heldReasons } from "./types.ts";

const closed = { additionalProperties: false } as const;
const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const NullableText = Nullable(Type.String());
const bucketNames = ageBuckets.map(({ name }) => name);

const ModeFilter = Type.Optional(OneOf(modes, { description: "Both modes when absent." }));
const ModeWanted = OneOf(modes, { description: "Sandbox and live are never summed." });

export const ChargeParams = Type.Object({ chargeId: IdText("The charge's id, `ch_…`") }, closed);
export const SubjectParams = Type.Object(
  { id: IdText("A charge's, refund's or payout's id: `ch_…`, `re_…` or `po_…`") },
  closed,
);
export const PayoutParams = Type.Object({ id: IdText("The payout's id, `po_…`") }, closed);
export const DecisionParams = Type.Object({ id: IdText("The decision's id, `dec_…`") }, closed);

export const HeldListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    merchantId: Type.Optional(UuidText),
    reason: Type.Optional(StatusList(heldReasons, "Only these reasons, separated by commas.")),
    currency: Type.Optional(CurrencyText),
  },
  closed,
);
export type HeldListQuery = Static<typeof HeldListQuery>;

export const UnresolvedListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    merchantId: Type.Optional(UuidText),
    type: Type.Optional(StatusList(resolutionSubjects, "Only these types, separated by commas.")),
    operator: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: "Only this operator." })),
  },
  closed,
);
export type UnresolvedListQuery = Static<typeof UnresolvedListQuery>;

export const SummaryQuery = Type.Object(
  {
    mode: ModeWanted,
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        description: "Time to truth of this many days, today included: 30 when absent.",
      }),
    ),
  },
  closed,
);
export type SummaryQuery = Static<typeof SummaryQuery>;

export const DecisionListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    mode: ModeFilter,
    merchantId: Type.Optional(UuidText),
    status: Type.Optional(StatusList(decisionStatuses)),
    kind: Type.Optional(StatusList(decisionKinds, "Only these kinds, separated by commas.")),
    subjectId: Type.Optional(IdText("Only decisions on this charge, refund or payout.")),
  },
  closed,
);
export type DecisionListQuery = Static<typeof DecisionListQuery>;

const Reason = line(500, "Why: read by whoever looks at it later, kept in the audit log.");
const Evidence = line(1_000, "What shows it: a ticket, a letter, a line of the provider's statement.");

export const ReleaseBody = Type.Object({ reason: Reason, evidence: Type.Optional(Evidence) }, closed);
export const ReverseBody = Type.Object({ reason: Reason, evidence: Evidence }, closed);
export const RefundBody = Type.Object(
  {
    reason: Reason,
    evidence: Type.Optional(Evidence),
    route: Type.Optional(
      OneOf(["ORIGINAL_RAIL", "PAYOUT_TO_PAYER"], {
        description: "The way it came when absent; as a payout to the payer's phone where that failed.",
      }),
    ),
  },
  closed,
);
export const SettleBody = Type.Object(
  {
    outcome: OneOf(["SUCCEEDED", "FAILED"], { description: "What the evidence shows: paid, or not paid." }),
    reason: Reason,
    evidence: Evidence,
    transactionId: Type.Optional(line(100, "The provider's number of the payment: required for SUCCEEDED.")),
  },
  closed,
);
export type SettleBody = Static<typeof SettleBody>;

const common = {
  mode: OneOf(modes),
  merchantId: Type.String(),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};

export const HeldView = Type.Object({
  object: Type.Literal("held_money"),
  id: Type.String({ description: "The charge's id." }),
  ...common,
  paymentIntentId: Type.String(),
  reason: OneOf(heldReasons),
  status: Type.String(),
  expectedAmount: Type.String(),
  expectedDisplay: Type.String(),
  receivedAmount: Nullable(Type.String({ description: "Null: not known." })),
  currency: Type.String(),
  booked: Type.Boolean({ description: "Whether the money is in the wallet's `held`." }),
  paymentMethod: Type.String(),
  operator: NullableText,
  provider: Type.Object({ name: NullableText, transactionId: NullableText }),
  late: Type.Boolean(),
  duplicate: Type.Boolean(),
  reference: NullableText,
  heldSince: Instant,
  ageSeconds: Type.Integer(),
  possibleDecisions: Type.Array(OneOf(decisionKinds)),
  needsSecondOperator: Type.Boolean(),
  openDecisionId: NullableText,
  merchantName: NullableText,
});

export const UnresolvedView = Type.Object({
  object: Type.Literal("unresolved_payment"),
  id: Type.String(),
  ...common,
  type: OneOf(resolutionSubjects),
  status: Type.String(),
  operator: Type.String(),
  provider: NullableText,
  amount: Type.String(),
  amountDisplay: Type.String(),
  currency: Type.String(),
  since: Instant,
  ageSeconds: Type.Integer(),
  ageBucket: OneOf(bucketNames),
  askedTimes: Type.Integer(),
  nextCheckAt: Nullable(Instant),
  needsDecision: Type.Boolean({ description: "The provider is not asked any more, or silent for 72 hours." }),
  decidableAt: Instant,
  possibleDecisions: Type.Array(OneOf(decisionKinds), { description: "None before `needsDecision`." }),
  openDecisionId: NullableText,
  merchantName: NullableText,
});

export const SummaryView = Type.Object({
  object: Type.Literal("unresolved_summary"),
  mode: OneOf(modes),
  count: Type.Integer(),
  ages: Type.Array(
    Type.Object({
      ageBucket: OneOf(bucketNames),
      type: OneOf(resolutionSubjects),
      currency: Type.String(),
      count: Type.Integer(),
      amount: Type.String(),
    }),
  ),
  timeToTruth: Type.Array(
    Type.Object({
      type: OneOf(resolutionSubjects),
      operator: Type.String(),
      count: Type.Integer(),
      p50Ms: Type.Integer(),
      p99Ms: Type.Integer(),
    }),
  ),
  asOf: Instant,
});

export const CheckView = Type.Object({
  object: Type.Literal("payment_check"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  type: OneOf(resolutionSubjects),
  statusBefore: Type.String(),
  status: Type.String(),
  resolved: Type.Boolean({ description: "Whether its outcome is known now." }),
  checkedAt: Instant,
});

export const DecisionView = Type.Object({
  object: Type.Literal("money_decision"),
  id: Type.String(),
  ...common,
  subjectType: OneOf(resolutionSubjects),
  subjectId: Type.String(),
  kind: OneOf(decisionKinds),
  status: OneOf(decisionStatuses),
  heldBecause: Type.String(),
  amount: Type.String(),
  amountDisplay: Type.String(),
  currency: Type.String(),
  reason: Type.String(),
  evidence: NullableText,
  transactionId: NullableText,
  refundRoute: NullableText,
  refundId: NullableText,
  fourEyes: Type.Boolean({ description: "Whether another operator has to agree." }),
  proposedBy: Type.String(),
  decidedBy: NullableText,
  decidedAt: Nullable(Instant),
  // Beside ids, where it is read: the answer to an act has none.
  merchantName: Type.Optional(NullableText),
  proposedByName: Type.Optional(NullableText),
  decidedByName: Type.Optional(NullableText),
});
