import { type Static, Type } from "typebox";
import { createdQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { AmountText, Instant, line, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { correctionDirections, correctionStatuses } from "./types.ts";

const closed = { additionalProperties: false } as const;
const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

export const ProposeBody = Type.Object(
  {
    merchantId: { ...UuidText, description: "Whose books are corrected." },
    mode: OneOf(modes, { description: "The mode of the wallet." }),
    walletId: IdText("The merchant's wallet, `wal_…`. Its currency is the correction's."),
    direction: OneOf(correctionDirections, {
      description: "CREDIT adds to the merchant's `available`, DEBIT takes from it.",
    }),
    amount: AmountText,
    reason: line(500, "Why: shown to whoever confirms it, kept in the audit log."),
    evidence: Type.Optional(line(1_000, "What shows it: a ticket, a letter, a difference `diff_…`.")),
  },
  closed,
);
export type ProposeBody = Static<typeof ProposeBody>;

export const CorrectionParams = Type.Object({ id: IdText("The correction's id, `adj_…`") }, closed);

export const CorrectionListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    mode: Type.Optional(OneOf(modes, { description: "Both modes when absent." })),
    merchantId: Type.Optional(UuidText),
    status: Type.Optional(StatusList(correctionStatuses)),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Part of the reason or the evidence, or the whole id of a correction.",
      }),
    ),
  },
  closed,
);
export type CorrectionListQuery = Static<typeof CorrectionListQuery>;

/** Beside ids, where it is read: the answer to an act has none. */
const names = {
  merchantName: Type.Optional(Nullable(Type.String())),
  proposedByName: Type.Optional(Nullable(Type.String())),
  decidedByName: Type.Optional(Nullable(Type.String())),
};

export const CorrectionView = Type.Object({
  object: Type.Literal("ledger_correction"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  walletId: Type.String(),
  direction: OneOf(correctionDirections),
  amount: Type.String(),
  amountDisplay: Type.String(),
  currency: Type.String(),
  reason: Type.String(),
  evidence: Nullable(Type.String()),
  status: OneOf(correctionStatuses),
  proposedBy: Type.String(),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  ...names,
});
