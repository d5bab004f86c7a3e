import type { Database, Transaction } from "../db/database.ts";
import type { MerchantId, MerchantNo, TenantId } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";

/** One of the two cells of a move. */
export interface CellSide {
  readonly db: Database;
  readonly keyring: Keyring;
}

export interface Rehearsal {
  readonly from: CellSide;
  readonly to: CellSide;
  readonly merchantId: MerchantId;
  /** Whose merchant it becomes in the other cell: tenants of two cells have different ids. */
  readonly tenantId: TenantId;
  readonly nowMs: () => number;
  /** Freezes the merchant for the last part of the copy, so that nothing is missing in it. */
  readonly isFrozen?: boolean;
  /** Sees the copy before it is taken back, and before the merchant thaws: for what a test wants to know of it. */
  readonly inspect?: (copy: Transaction, numbers: readonly MovedNumber[]) => Promise<void>;
}

export interface MovedNumber {
  readonly mode: string;
  readonly from: MerchantNo;
  readonly to: MerchantNo;
}

/** The copy cannot be made, or is not what was copied. The message says what stands in the way. */
export class MoveRefusedError extends Error {
  override readonly name = "MoveRefusedError";
}
