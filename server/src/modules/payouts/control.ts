import type { AuditActor } from "../../db/audit.ts";
import { errors } from "../../http/errors.ts";
import { type Id, type MerchantNo, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { findMerchantNo } from "../merchants/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import type { ApprovalView } from "./operator-routes.ts";
import { readWalletApproval } from "./payout-store.ts";
import type { Payouts } from "./payouts.ts";

export type PayoutControl = ReturnType<typeof createPayoutControl>;

/** What a tenant's operators set about the payouts of its merchants. Refuses with RESOURCE_NOT_FOUND what is not theirs. */
export function createPayoutControl({ db, merchants }: PayoutsDeps, payouts: Payouts) {
  const find = async (
    tenantId: TenantId,
    text: string,
  ): Promise<{ readonly merchantNo: MerchantNo; readonly walletId: Id<"wallet"> }> => {
    const walletId = parsePublicId("wallet", text);
    const merchantNo = walletId === null ? null : await findMerchantNo(db, tenantId, "wallets", walletId);
    if (walletId === null || merchantNo === null) throw errors.RESOURCE_NOT_FOUND();
    return { merchantNo, walletId };
  };

  const view = async (merchantNo: MerchantNo, walletId: Id<"wallet">): Promise<ApprovalView> => {
    const wallet = await readWalletApproval(db, merchantNo, walletId);
    const { mode, merchantId } = await merchants.profile(merchantNo);
    return {
      object: "payout_approval",
      walletId: publicId("wallet", walletId),
      ...{ mode, merchantId, currency: wallet.currency },
      above: wallet.above?.toString() ?? null,
      version: wallet.version,
    };
  };

  return {
    approval: async (tenantId: TenantId, text: string) => {
      const { merchantNo, walletId } = await find(tenantId, text);
      return view(merchantNo, walletId);
    },
    /** `above` in minor units; null: no payout waits. */
    setApproval: async (tenantId: TenantId, text: string, above: string | null, actor: AuditActor) => {
      const { merchantNo, walletId } = await find(tenantId, text);
      await payouts.setApprovalThreshold(merchantNo, walletId, above === null ? null : BigInt(above), actor);
      return view(merchantNo, walletId);
    },
  };
}
