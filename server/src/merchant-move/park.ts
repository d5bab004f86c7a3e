import type { Database } from "../db/database.ts";
import type { FencedMerchant } from "./fence.ts";
import { type Move, writeStep } from "./moves.ts";
import type { CellSide } from "./types.ts";

/** Rows in one transaction: a loop that meets one of them waits for milliseconds. */
const ROWS_A_ROUND = 1_000;

interface Parked {
  readonly table: string;
  /** What is behind the merchant's number in its key. */
  readonly key: string;
  /** What a loop would take up. */
  readonly waits: string;
  readonly change: string;
}

const neverAgain = { key: "id", waits: "next_check_at is not null", change: "next_check_at = null" };

/**
 * Work of a merchant that a loop finds by a due time. Left as it is, it would be found again and again, and be refused by the fence; where a
 * loop takes the longest overdue first, other merchants would wait behind it. What loops find in another way they look for with `stillHere`.
 */
const parked: readonly Parked[] = [
  // A charge under way must have its row: it cannot be null here, nor be deleted.
  {
    table: "charge_checks",
    key: "charge_id",
    waits: "next_check_at < 'infinity'",
    change: "next_check_at = 'infinity'",
  },
  // A wallet's pending balance is the sum of these.
  { table: "settlements", key: "charge_id", waits: "due_at < 'infinity'", change: "due_at = 'infinity'" },
  {
    table: "merchant_logos",
    key: "merchant_no",
    waits: "next_check_at < 'infinity'",
    change: "next_check_at = 'infinity'",
  },
  { table: "refunds", ...neverAgain },
  { table: "payouts", ...neverAgain },
  { table: "payout_batches", ...neverAgain },
  { table: "beneficiaries", ...neverAgain },
  {
    table: "webhook_deliveries",
    key: "endpoint_id, id",
    waits: "status = 'PENDING'",
    change:
      "status = 'CANCELLED', leased = false, next_attempt_at = null, last_error = 'MERCHANT_MOVED', version = version + 1",
  },
];

/**
 * Ends in the old cell what the other one has taken over, once it is switched. The fence lets this pass and nothing else. Can be repeated.
 */
export async function parkRows(db: Database, { merchantId, numbers }: FencedMerchant): Promise<void> {
  for (const { table, key, waits, change } of parked) {
    const park = () =>
      db.transaction(async (tx) => {
        await tx.query({ text: "select set_config('cauris.parks', $1, true)", values: [merchantId] });
        return tx.query({
          text: `update ${table} set ${change} where (merchant_no, ${key}) in (
                   select merchant_no, ${key} from ${table} where merchant_no = any($1::int[]) and ${waits}
                    limit ${ROWS_A_ROUND} for update) returning 1`,
          values: [numbers],
        });
      });
    while ((await park()).length > 0) {}
  }
}

/** Ends in a cell what a switch has begun there, when the other cell is open. Can be repeated. */
export async function endLeaving(
  { db }: Pick<CellSide, "db">,
  move: Pick<Move, "id" | "attempt" | "merchantId" | "numbers">,
): Promise<void> {
  await parkRows(db, move);
  await db.transaction((tx) => writeStep(tx, move, ["SWITCHED"], { step: "THAWED" }));
}
