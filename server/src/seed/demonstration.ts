import type { Transaction } from "../db/database.ts";
import type { TenantId } from "../kit/ids.ts";

/** What a demonstration is to be: its days and its number of payments. */
export interface DemonstrationSize {
  readonly days: number;
  readonly payments: number;
}

const DAY_MS = 86_400_000;

/** The first moment of a demonstration of so many days that ends now. */
export const beginOf = ({ days }: DemonstrationSize, nowMs: number): number => nowMs - days * DAY_MS;

/** Notes that this tenant, which the transaction makes, gets a demonstration. */
export async function wishDemonstration(
  tx: Transaction,
  tenantId: TenantId,
  size: DemonstrationSize,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "insert into demonstrations (tenant_id, begins_at, ends_at, payments) values ($1, $2, $3, $4)",
    values: [tenantId, new Date(beginOf(size, nowMs)), new Date(nowMs), size.payments],
  });
}
