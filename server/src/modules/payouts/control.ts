import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type Id, type MerchantNo, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { findMerchantNo } from "../merchants/index.ts";
import { thresholdTakesTwo } from "./approval-rules.ts";
import type { ApprovalView } from "./approval-view.ts";
import type { PayoutsDeps } from "./deps.ts";
import { lockApprovalThreshold, readWalletApproval } from "./payout-store.ts";
import type { Payouts } from "./payouts.ts";

export type PayoutControl = ReturnType<typeof createPayoutControl>;

/** The operators' settings for their merchants' payouts. Refuses with RESOURCE_NOT_FOUND wallets of other tenants. */
export function createPayoutControl(
  { db, merchants, changes }: PayoutsDeps & { readonly changes: ChangeDefiner },
  payouts: Payouts,
) {
  const find = async (
    on: Queryable,
    tenantId: TenantId,
    text: string,
  ): Promise<{ readonly merchantNo: MerchantNo; readonly walletId: Id<"wallet"> }> => {
    const walletId = parsePublicId("wallet", text);
    const merchantNo = walletId === null ? null : await findMerchantNo(on, tenantId, "wallets", walletId);
    if (walletId === null || merchantNo === null) throw errors.RESOURCE_NOT_FOUND();
    return { merchantNo, walletId };
  };

  const view = async (
    on: Queryable,
    merchantNo: MerchantNo,
    walletId: Id<"wallet">,
  ): Promise<ApprovalView> => {
    const wallet = await readWalletApproval(on, merchantNo, walletId);
    const { mode, merchantId } = await merchants.profile(merchantNo);
    return {
      object: "payout_approval",
      walletId: publicId("wallet", walletId),
      mode,
      merchantId,
      currency: wallet.currency,
      above: wallet.above?.toString() ?? null,
      version: wallet.version,
    };
  };

  const setApproval = changes.define<NewThreshold, ApprovalView>({
    kind: "SET_PAYOUT_APPROVAL",
    refusals: [],
    plan: async (tx, { tenantId }, input) => {
      const { merchantNo, walletId } = await find(tx, tenantId, input.id);
      const above = input.above === null ? null : BigInt(input.above);
      const before = await lockApprovalThreshold(tx, merchantNo, walletId);
      if (before === undefined) throw errors.RESOURCE_NOT_FOUND();
      const { mode, merchantId } = await merchants.profile(merchantNo);
      if (before === above) return { unchanged: await view(tx, merchantNo, walletId) };
      const subject = publicId("wallet", walletId);
      const { currency } = await readWalletApproval(tx, merchantNo, walletId);
      const terms = (threshold: bigint | null) => ({
        merchantId,
        currency,
        above: threshold?.toString() ?? null,
      });
      return {
        subject,
        before: terms(before),
        after: terms(above),
        input,
        takesTwo: thresholdTakesTwo(mode, before, above),
        write: async (actor) => {
          await payouts.setApprovalThreshold(tx, merchantNo, walletId, above, actor);
          return { view: await view(tx, merchantNo, walletId), subject };
        },
      };
    },
  });

  return {
    approval: async (tenantId: TenantId, text: string) => {
      const { merchantNo, walletId } = await find(db, tenantId, text);
      return view(db, merchantNo, walletId);
    },
    /**
     * `above` in minor units; null: no payout needs approval. In live mode raising or removing it takes two operators.
     */
    setApproval: (acting: ActingOperator, id: string, above: string | null) =>
      setApproval({ acting, claim: null, status: 200 }, { id, above }),
  };
}

interface NewThreshold {
  readonly id: string;
  readonly above: string | null;
}
