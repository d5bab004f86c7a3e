import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import {
  type IdempotencyClaim,
  type OperatorCaller,
  operatorActor,
  type RequestFacts,
} from "../../http/route.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** Who asks, by which request, and when. */
export interface Asking {
  readonly operator: OperatorCaller;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly claim: IdempotencyClaim | null;
}

/**
 * The merchant's number in a mode. Refuses with RESOURCE_NOT_FOUND, and MERCHANT_STATUS_CONFLICT for a closed one where only
 * an open one will do.
 */
export type NumberOf = (
  tx: Transaction,
  operator: OperatorCaller,
  merchantId: string,
  mode: Mode,
  which: "open" | "any",
) => Promise<MerchantNo>;

export const askingOf = (
  operator: OperatorCaller,
  facts: RequestFacts,
  claim: IdempotencyClaim | null,
): Asking => ({
  operator,
  actor: operatorActor(operator, facts),
  nowMs: facts.nowMs,
  claim,
});
