import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { type Id, type IdSource, type MerchantNo, publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import * as store from "./store.ts";

/** A debit of a merchant's wallet that follows from another act of an operator. */
export interface DebitProposal {
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly walletId: Id<"wallet">;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reason: string;
}

/** Makes a PROPOSED correction in the caller's transaction, and returns its public id. Another operator decides it. */
export type ProposeDebit = (
  tx: Transaction,
  proposal: DebitProposal,
  author: AuditActor,
  nowMs: number,
) => Promise<string>;

export function createDebitProposal(ids: IdSource): ProposeDebit {
  return async (tx, proposal, author, nowMs) => {
    if (author.kind !== "operator") throw new Error("only an operator proposes a correction");
    const owner = await store.findOwner(tx, proposal.merchantNo);
    const id = ids.next("ledgerCorrection");
    await store.insertCorrection(tx, {
      ...proposal,
      ...owner,
      id,
      direction: "DEBIT",
      evidence: null,
      status: "PROPOSED",
      proposedBy: author.id as Id<"operator">,
      decidedBy: null,
      version: 1,
      decidedAtMs: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    });
    const subject = publicId("ledgerCorrection", id);
    const { walletId, amount, currency, reason, merchantNo } = proposal;
    await writeAudit(tx, ids, nowMs, {
      tenantId: owner.tenantId,
      merchantNo,
      action: "ledger_correction.proposed",
      actor: author,
      subject,
      after: { walletId: publicId("wallet", walletId), direction: "DEBIT", amount, currency, reason },
    });
    return subject;
  };
}
