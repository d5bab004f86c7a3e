import { writeAudit } from "../../db/audit.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Caller, callerActor, type RequestFacts } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { formatActor, sameActor } from "../../kit/actor.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import {
  type ApprovalProposal,
  deleteProposal,
  findProposal,
  writeProposal,
} from "./approval-proposal-store.ts";
import { thresholdTakesTwo, thresholdText } from "./approval-rules.ts";
import type { OwnApprovalView } from "./approval-view.ts";
import type { PayoutsDeps } from "./deps.ts";
import { lockApprovalThreshold, readWalletApproval } from "./payout-store.ts";
import type { Payouts } from "./payouts.ts";

/** How long a higher threshold waits for the second person: seven days. */
const PROPOSAL_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** From which amount a merchant's payouts need approval, as the merchant itself reads and sets it. */
export function createOwnApproval(
  { db, ids, merchants }: Pick<PayoutsDeps, "db" | "ids" | "merchants">,
  payouts: Pick<Payouts, "setApprovalThreshold">,
) {
  /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's wallet. */
  const walletIdOf = async ({ merchantNo }: Caller, text: string): Promise<Id<"wallet">> => {
    const id = parsePublicId("wallet", text);
    const { wallets } = await merchants.profile(merchantNo);
    if (id === null || !wallets.some((wallet) => wallet.id === id)) throw errors.RESOURCE_NOT_FOUND();
    return id;
  };

  const view = async (
    on: Queryable,
    { merchantNo, merchantId, mode }: Caller,
    walletId: Id<"wallet">,
    nowMs: number,
  ): Promise<OwnApprovalView> => {
    const { currency, above, version } = await readWalletApproval(on, merchantNo, walletId);
    const proposal = await findProposal(on, merchantNo, walletId, nowMs);
    return {
      object: "own_payout_approval",
      walletId: publicId("wallet", walletId),
      mode,
      merchantId,
      currency,
      above: above?.toString() ?? null,
      version,
      proposal: proposal === null ? null : proposalView(proposal),
    };
  };

  const audit = async (
    tx: Transaction,
    caller: Caller,
    facts: RequestFacts,
    walletId: Id<"wallet">,
    act: { readonly action: string; readonly before: bigint | null; readonly after: bigint | null },
  ): Promise<void> => {
    const { currency } = await readWalletApproval(tx, caller.merchantNo, walletId);
    await writeAudit(tx, ids, facts.nowMs, {
      tenantId: caller.tenantId,
      merchantNo: caller.merchantNo,
      actor: callerActor(caller, facts),
      action: act.action,
      subject: publicId("wallet", walletId),
      before: thresholdText(act.before, currency),
      after: thresholdText(act.after, currency),
    });
  };

  return {
    /** Refuses with RESOURCE_NOT_FOUND. */
    get: async (caller: Caller, wallet: string, nowMs: number): Promise<OwnApprovalView> =>
      view(db, caller, await walletIdOf(caller, wallet), nowMs),

    /**
     * Sets the threshold, in minor units; null: no payout needs approval. In live mode a higher one, or none, waits as a
     * proposal until another person sends the same; sending the one in force takes the proposal back. Refuses with
     * RESOURCE_NOT_FOUND, and with FOUR_EYES_REQUIRED who has a common origin with the one who proposed.
     */
    set: async (
      caller: Caller,
      wallet: string,
      above: bigint | null,
      facts: RequestFacts,
    ): Promise<OwnApprovalView> => {
      const { merchantNo, mode, actor } = caller;
      const { nowMs } = facts;
      const walletId = await walletIdOf(caller, wallet);
      return db.transaction(async (tx) => {
        const before = await lockApprovalThreshold(tx, merchantNo, walletId);
        if (before === undefined) throw errors.RESOURCE_NOT_FOUND();
        const open = await findProposal(tx, merchantNo, walletId, nowMs);
        const isConfirmed = open !== null && open.above === above && !sameActor(open.proposedBy, actor);
        const isOwnRepeat = open !== null && open.above === above && !isConfirmed;
        if (before === above) {
          if (open !== null) {
            await deleteProposal(tx, merchantNo, walletId);
            const action = "payout.approval_threshold_withdrawn";
            await audit(tx, caller, facts, walletId, { action, before: open.above, after: above });
          }
        } else if (!thresholdTakesTwo(mode, before, above) || isConfirmed) {
          if (isConfirmed) await requireSecondPerson(tx, open.proposedBy, actor, nowMs);
          await payouts.setApprovalThreshold(tx, merchantNo, walletId, above, callerActor(caller, facts));
          await deleteProposal(tx, merchantNo, walletId);
        } else if (!isOwnRepeat) {
          const expiresAtMs = nowMs + PROPOSAL_LIFE_MS;
          const proposal = { above, proposedBy: actor, proposedAtMs: nowMs, expiresAtMs };
          await writeProposal(tx, merchantNo, walletId, proposal);
          const action = "payout.approval_threshold_proposed";
          await audit(tx, caller, facts, walletId, { action, before, after: above });
        }
        return view(tx, caller, walletId, nowMs);
      });
    },
  };
}
export type OwnApproval = ReturnType<typeof createOwnApproval>;

const proposalView = ({ above, proposedBy, proposedAtMs, expiresAtMs }: ApprovalProposal) => ({
  above: above?.toString() ?? null,
  proposedBy: formatActor(proposedBy),
  proposedAt: new Date(proposedAtMs).toISOString(),
  expiresAt: new Date(expiresAtMs).toISOString(),
});
