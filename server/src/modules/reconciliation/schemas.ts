import { type Static, Type } from "typebox";
import { createdQuery, StatusList } from "../../http/list-page.ts";
import { ownOrderQuery, pageQuery } from "../../http/pagination.ts";
import { Instant, InstantText, line, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { differenceKinds, differenceStatuses, differenceTypes, lineStatuses, lineTypes } from "./types.ts";

const closed = { additionalProperties: false } as const;
const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const Cell = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

/** Limited by the 10 000 members that any body may have: longer statements are sent as CSV. */
const LINES_MAX = 1_000;
/** For the JSON body that contains a CSV text: about 20 000 lines. */
export const STATEMENT_BODY_BYTES_MAX = 4 * 1_048_576;

const period = {
  providerAccountId: IdText("The account at the provider, `acct_…`"),
  mode: OneOf(modes, { description: "The mode of the payments in it." }),
  from: { ...InstantText, description: "The statement begins here." },
  to: { ...InstantText, description: "The statement ends before this instant: at most 32 days later." },
};

export const StatementBody = Type.Object(
  {
    ...period,
    format: OneOf(["csv", "lines", "provider"], {
      description:
        "`csv`: the file in `content`. `lines`: at most 1000 lines as objects. `provider`: we ask the provider, where it can tell.",
    }),
    content: Type.Optional(
      Type.String({
        maxLength: STATEMENT_BODY_BYTES_MAX,
        description:
          "CSV with a heading: type, reference, transactionId, status, amount (minor units), currency, fee, occurredAt; commas or semicolons; at most 20 000 lines.",
      }),
    ),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            type: OneOf(lineTypes, { description: "What the line is about." }),
            reference: Cell(
              100,
              "Our reference, as the provider wrote it down; its own where it has none of ours.",
            ),
            transactionId: Type.Optional(Cell(100, "The provider's own number.")),
            status: OneOf(lineStatuses, { description: "What the provider says became of it." }),
            amount: Cell(
              16,
              "What moved, in minor units; of a payment what the payer paid. FEE, SETTLEMENT and ADJUSTMENT may be negative.",
            ),
            currency: Cell(3, "ISO 4217 code."),
            fee: Type.Optional(
              Cell(16, "What the provider took for it, in minor units; negative: it gave a fee back."),
            ),
            occurredAt: InstantText,
          },
          closed,
        ),
        { maxItems: LINES_MAX, description: "With `format: lines` only." },
      ),
    ),
  },
  closed,
);
export type StatementBody = Static<typeof StatementBody>;

export const BookQuery = Type.Object(
  {
    ...period,
    format: Type.Optional(OneOf(["json", "csv"], { description: "`json` when absent." })),
  },
  closed,
);

export const StatementParams = Type.Object({ id: IdText("The statement's id, `stmt_…`") }, closed);
export const DifferenceParams = Type.Object({ id: IdText("The difference's id, `diff_…`") }, closed);
const ModeFilter = Type.Optional(OneOf(modes, { description: "Both modes when absent." }));

export const StatementListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    providerAccountId: Type.Optional(IdText("Only statements of this account.")),
  },
  closed,
);
export type StatementListQuery = Static<typeof StatementListQuery>;

export const DifferenceListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    mode: ModeFilter,
    merchantId: Type.Optional({
      ...UuidText,
      description: "Only differences about objects of this merchant.",
    }),
    statementId: Type.Optional(IdText("Only differences of this statement.")),
    status: Type.Optional(StatusList(differenceStatuses)),
    kind: Type.Optional(StatusList(differenceKinds, "Only these kinds, separated by commas.")),
    type: Type.Optional(StatusList(differenceTypes, "Only these types, separated by commas.")),
  },
  closed,
);
export type DifferenceListQuery = Static<typeof DifferenceListQuery>;

export const ResolveBody = Type.Object(
  { note: line(1_000, "What was found and done: kept with the difference and in the audit log.") },
  closed,
);

const RESOLVED_AT_ONCE_MAX = 100;
export const ResolveManyBody = Type.Object(
  {
    ids: Type.Array(IdText("A difference's id, `diff_…`"), {
      minItems: 1,
      maxItems: RESOLVED_AT_ONCE_MAX,
      uniqueItems: true,
      description: "The differences that the note explains.",
    }),
    note: ResolveBody.properties.note,
  },
  closed,
);
export const ResolvedManyView = Type.Object({
  object: Type.Literal("resolved_differences"),
  resolved: Type.Array(Type.String(), { description: "Ids that this call has resolved." }),
  notResolved: Type.Array(
    Type.Object({
      id: Type.String(),
      reason: OneOf(["RESOLVED"], { description: "RESOLVED: somebody did it before." }),
    }),
  ),
});

export const StatementView = Type.Object({
  object: Type.Literal("provider_statement"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  from: Instant,
  to: Instant,
  source: OneOf(["CSV", "LINES", "PROVIDER", "QUERIES"], {
    description: "QUERIES: each operation of the period was queried, because the provider has no statement.",
  }),
  lineCount: Type.Integer(),
  matchedCount: Type.Integer({
    description: "Lines that agree with our records, and new lines about the account itself.",
  }),
  ignoredCount: Type.Integer({
    description: "Lines that moved nothing we should know of, or that an earlier statement had.",
  }),
  differenceCount: Type.Integer(),
  openCount: Type.Integer({ description: "Differences that nobody has resolved yet." }),
  summary: Type.Array(
    Type.Object({
      kind: OneOf(differenceKinds),
      currency: Type.String(),
      count: Type.Integer(),
      amount: Type.String({ description: "What differs, in minor units." }),
    }),
  ),
  uploadedBy: Nullable(Type.String({ description: "Null: the service fetched it by itself." })),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Side = Type.Object(
  {
    status: Nullable(Type.String()),
    amount: Nullable(Type.String()),
    currency: Nullable(Type.String()),
  },
  { title: "BookedSide" },
);

export const DifferenceView = Type.Object({
  object: Type.Literal("reconciliation_difference"),
  id: Type.String(),
  mode: OneOf(modes),
  statementId: Type.String(),
  kind: OneOf(differenceKinds),
  type: OneOf(differenceTypes, { description: "BALANCE: the account as a whole." }),
  status: OneOf(differenceStatuses),
  lineNo: Nullable(Type.Integer()),
  reference: Nullable(Type.String()),
  transactionId: Nullable(Type.String()),
  merchantId: Nullable(Type.String()),
  subjectId: Nullable(Type.String({ description: "The charge, refund or payout of ours." })),
  ours: Side,
  theirs: Side,
  occurredAt: Instant,
  note: Nullable(Type.String()),
  resolvedBy: Nullable(Type.String()),
  resolvedAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  // Where it is read: the answer to an act has neither names nor corrections.
  merchantName: Type.Optional(Nullable(Type.String())),
  resolvedByName: Type.Optional(Nullable(Type.String())),
  correctionIds: Type.Optional(
    Type.Array(Type.String(), {
      description: "Corrections of the books, `adj_…`, whose evidence names this difference.",
    }),
  ),
});

export const BookView = Type.Object({
  object: Type.Literal("provider_book"),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  lines: Type.Array(
    Type.Object({
      type: OneOf(lineTypes),
      reference: Type.String(),
      transactionId: Nullable(Type.String()),
      status: OneOf(lineStatuses),
      amount: Type.String(),
      currency: Type.String(),
      fee: Type.Optional(Type.String()),
      occurredAt: Instant,
    }),
  ),
});

export const LineListQuery = Type.Object({ ...ownOrderQuery }, closed);
export const StatementLineView = Type.Object({
  object: Type.Literal("provider_statement_line"),
  id: Type.String({ description: "The number of the line, from 1." }),
  type: OneOf(lineTypes),
  reference: Type.String(),
  transactionId: Nullable(Type.String()),
  status: OneOf(lineStatuses),
  amount: Type.String({ description: "Minor units, as text." }),
  currency: Type.String(),
  fee: Nullable(Type.String()),
  occurredAt: Instant,
});
