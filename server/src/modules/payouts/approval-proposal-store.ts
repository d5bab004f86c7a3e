import type { Queryable, Transaction } from "../../db/database.ts";
import { type MerchantActor, storedMerchantActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";

/** A threshold that one person wants, and another one has not yet. */
export interface ApprovalProposal {
  /** Minor units; null: no payout needs approval. */
  readonly above: bigint | null;
  readonly proposedBy: MerchantActor;
  readonly proposedAtMs: number;
  readonly expiresAtMs: number;
}

/** The open proposal of a wallet; null: none, or it has expired. */
export async function findProposal(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  nowMs: number,
): Promise<ApprovalProposal | null> {
  const [row] = await db.query<
    Omit<ApprovalProposal, "proposedBy"> & { readonly kind: string; readonly by: string }
  >({
    text: `select above, proposed_by_kind as kind, proposed_by as by, proposed_at as "proposedAtMs",
             expires_at as "expiresAtMs" from payout_approval_proposals
            where merchant_no = $1 and wallet_id = $2 and expires_at > $3`,
    values: [merchantNo, walletId, new Date(nowMs)],
  });
  if (row === undefined) return null;
  const { kind, by, ...rest } = row;
  return { ...rest, proposedBy: storedMerchantActor(kind, by) };
}

/** Writes the proposal in place of the one before. */
export async function writeProposal(
  tx: Transaction,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  { above, proposedBy, proposedAtMs, expiresAtMs }: ApprovalProposal,
): Promise<void> {
  await tx.query({
    text: `insert into payout_approval_proposals
             (merchant_no, wallet_id, above, proposed_by_kind, proposed_by, proposed_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (merchant_no, wallet_id) do update set above = excluded.above,
             proposed_by_kind = excluded.proposed_by_kind, proposed_by = excluded.proposed_by,
             proposed_at = excluded.proposed_at, expires_at = excluded.expires_at`,
    values: [
      merchantNo,
      walletId,
      above,
      proposedBy.kind,
      proposedBy.id,
      new Date(proposedAtMs),
      new Date(expiresAtMs),
    ],
  });
}

export async function deleteProposal(
  tx: Transaction,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<void> {
  await tx.query({
    text: "delete from payout_approval_proposals where merchant_no = $1 and wallet_id = $2",
    values: [merchantNo, walletId],
  });
}
