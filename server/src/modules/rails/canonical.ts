import { createHash } from "node:crypto";
import { type RailBalances, railAccounts } from "./accounts.ts";
import type { RailTransfer } from "./postings.ts";

/** A transfer as it is stored, with its position in its book. */
export interface BookedRailTransfer extends RailTransfer {
  readonly position: bigint;
  readonly id: string;
  readonly transactionId: string;
  readonly sourceType: "STATEMENT" | "ARRIVAL" | "BALANCE" | "CORRECTION";
  readonly sourceId: string;
  readonly lineKey: string | null;
  readonly createdAtMs: number;
}

/** The first line of every seal, and the name of the format that `tools/verify-ledger.mjs` reads. */
export const RAIL_FORMAT = "cauris-rails-1";
/** The hash before the first seal of a book. */
export const NO_RAIL_HASH = "0".repeat(64);

/** The hashed text of a transfer; `invariants/rails.ts` builds the same in SQL. */
function railTransferLine(transfer: BookedRailTransfer): string {
  return [
    transfer.position,
    transfer.id,
    transfer.transactionId,
    transfer.debit,
    transfer.credit,
    transfer.amount,
    transfer.type,
    transfer.sourceType,
    transfer.sourceId,
    transfer.lineKey ?? "",
    transfer.createdAtMs,
  ].join("|");
}

/** `adjustment=0|bank=4925|…`: every account by name. */
export function railBalancesLine(balances: RailBalances): string {
  return railAccounts.map((account) => `${account}=${balances[account]}`).join("|");
}

export interface RailSealContent {
  readonly providerAccountId: string;
  readonly currency: string;
  readonly number: number;
  /** Hexadecimal. */
  readonly previousHash: string;
  readonly transfers: readonly BookedRailTransfer[];
  readonly balances: RailBalances;
}

/** SHA-256 over the lines of a seal, each ended by a line feed; hexadecimal. */
export function railSealHash(content: RailSealContent): string {
  const { providerAccountId, currency, number, previousHash, transfers, balances } = content;
  const hash = createHash("sha256");
  hash.update([RAIL_FORMAT, providerAccountId, currency, number, previousHash, ""].join("\n"));
  for (const transfer of transfers) hash.update(`${railTransferLine(transfer)}\n`);
  return hash.update(`${railBalancesLine(balances)}\n`).digest("hex");
}
