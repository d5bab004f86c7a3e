import type { MerchantActor } from "../../kit/actor.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { ErrorDetails } from "../../kit/errors.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { CreatePayoutBody } from "./schemas.ts";

/** One row of a batch: its request and its result. */
export interface BatchRow {
  readonly index: number;
  readonly payoutId: Id<"payout">;
  readonly request: Omit<CreatePayoutBody, "walletId">;
  readonly status: "WAITING" | "ACCEPTED" | "REFUSED";
  readonly error: BatchRowError | null;
}

export interface BatchRowError {
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
}

export interface PayoutBatch {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"payoutBatch">;
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
  readonly status: "PROCESSING" | "COMPLETED";
  readonly reference: string | null;
  readonly rowCount: number;
  readonly acceptedCount: number;
  readonly refusedCount: number;
  readonly createdBy: MerchantActor;
  readonly version: number;
  readonly completedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
