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

/** The operator, the request and the time. */
export interface Asking {
  readonly operator: OperatorCaller;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly claim: IdempotencyClaim | null;
}

/**
 * The merchant's number in a mode. Refuses with RESOURCE_NOT_FOUND, and with MERCHANT_STATUS_CONFLICT for a closed one
 * where an open one is required.
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
