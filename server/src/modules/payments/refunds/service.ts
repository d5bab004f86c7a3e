import { type AuditActor, writeAudit } from "../../../db/audit.ts";
import type { Queryable, Transaction } from "../../../db/database.ts";
import { errors } from "../../../http/errors.ts";
import { type MerchantNo, parsePublicId, type TenantId } from "../../../kit/ids.ts";
import { createCancelRefund } from "./cancel-refund.ts";
import { readTenantFeePolicy, updateFeePolicy } from "./charge-store.ts";
import { createCreateRefund } from "./create-refund.ts";
import type { RefundsDeps } from "./deps.ts";
import { listRefunds } from "./list-refunds.ts";
import { createGiveRecipient } from "./recipient.ts";
import type { RefundListQuery } from "./schemas.ts";
import { readRefunds } from "./store.ts";
import { createTakeBack } from "./take-back.ts";
import type { FeePolicy } from "./types.ts";
import { refundView } from "./view.ts";

export type Refunds = ReturnType<typeof createRefunds>;

/** Merchants' operations on refunds. `jobs.ts` executes them. */
export function createRefunds(deps: RefundsDeps & { readonly wakeWorker: () => void }) {
  const { db, clock, ids, keyring, merchants } = deps;
  return {
    create: createCreateRefund(deps),
    cancel: createCancelRefund(deps),
    giveRecipient: createGiveRecipient(deps, deps.wakeWorker),
    takeBack: createTakeBack(deps),
    /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's refund. */
    get: async (merchantNo: MerchantNo, text: string) => {
      const id = parsePublicId("refund", text);
      const [refund] = id === null ? [] : await readRefunds(db, merchantNo, [id]);
      if (refund === undefined) throw errors.RESOURCE_NOT_FOUND();
      return refundView(refund, await merchants.profile(merchantNo));
    },
    list: async (merchantNo: MerchantNo, query: RefundListQuery) => {
      const profile = await merchants.profile(merchantNo);
      const { refunds, meta } = await listRefunds(db, { ...profile, keyring, nowMs: clock.nowMs() }, query);
      return { data: refunds.map((refund) => refundView(refund, profile)), meta };
    },
    feePolicy: (tenantId: TenantId, on: Queryable = db): Promise<FeePolicy> =>
      readTenantFeePolicy(on, tenantId),
    /** For operators: what the tenant does with the fees of charges refunded from now on. Writes an audit entry. */
    setFeePolicy: async (
      tx: Transaction,
      tenantId: TenantId,
      policy: FeePolicy,
      actor: AuditActor,
    ): Promise<void> => {
      const before = await updateFeePolicy(tx, tenantId, policy);
      if (before === null) throw errors.RESOURCE_NOT_FOUND();
      if (before === policy) return;
      await writeAudit(tx, ids, clock.nowMs(), {
        tenantId,
        actor,
        action: "tenant.refund_fee_policy_changed",
        subject: tenantId,
        before,
        after: policy,
      });
    },
  };
}
