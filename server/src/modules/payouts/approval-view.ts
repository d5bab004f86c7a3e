import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

const closed = { additionalProperties: false } as const;
export const WalletParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100, description: "The wallet's id, `wal_…`" }) },
  closed,
);
const Above = Type.String({
  pattern: "^(?:0|[1-9][0-9]{0,14})$",
  description: "Minor units: a payout of more waits for another person. `0`: every payout does.",
  "x-rule": "must be a whole number of minor units written as text, from 0 to 999999999999999",
  examples: ["100000"],
});
export const ApprovalBody = Type.Object({ above: Nullable(Above) }, closed);
export const approvalExample = {
  object: "payout_approval",
  walletId: "wal_06f4c1h3v8x2m6q9t1b5n7d0k4",
  mode: "SANDBOX",
  merchantId: "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40",
  currency: "XOF",
  above: "100000",
  version: 12,
} as const;

/** The amount above which payouts of a wallet need approval. */
export const ApprovalView = Type.Object({
  object: Type.Literal("payout_approval"),
  walletId: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  currency: Type.String(),
  above: Nullable(Type.String({ description: "Null: no payout of this wallet waits." })),
  version: Type.Integer({ description: "Of the wallet." }),
});

export type ApprovalView = Static<typeof ApprovalView>;

/** The same for the merchant itself. */
export const OwnApprovalView = Type.Object({
  ...ApprovalView.properties,
  object: Type.Literal("own_payout_approval"),
  proposal: Nullable(
    Type.Object(
      {
        above: Nullable(Type.String()),
        proposedBy: Type.String({ description: "The person or key." }),
        proposedAt: Instant,
        expiresAt: Instant,
      },
      { description: "What waits for a second person; null: nothing." },
    ),
  ),
});
export type OwnApprovalView = Static<typeof OwnApprovalView>;
