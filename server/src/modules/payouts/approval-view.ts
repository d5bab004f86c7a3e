import { type Static, Type } from "typebox";
import { Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

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
