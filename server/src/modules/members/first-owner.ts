import type { Transaction } from "../../db/database.ts";
import type { Id, MerchantId, TenantId } from "../../kit/ids.ts";
import { insertMember } from "./store.ts";

/**
 * Makes a person of a first start the owner of its merchant, in both modes. Nobody has invited it. Returns false when
 * the person works for the merchant already.
 */
export function addFirstOwner(
  tx: Transaction,
  owner: { readonly merchantId: MerchantId; readonly tenantId: TenantId; readonly personId: Id<"person"> },
  nowMs: number,
): Promise<boolean> {
  const terms = {
    LIVE: { role: "OWNER", only: null },
    SANDBOX: { role: "OWNER", only: null },
    refundLimits: {},
  } as const;
  return insertMember(tx, { ...owner, terms, invitedBy: null }, nowMs);
}
