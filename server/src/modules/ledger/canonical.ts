import { createHash } from "node:crypto";
import { isWalletAccount, type LedgerAccount } from "./accounts.ts";
import type { Posting, TransferType } from "./postings.ts";

/** A transfer as stored, with its position in its wallet. */
export interface BookedTransfer {
  readonly position: bigint;
  readonly id: string;
  readonly transactionId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: bigint;
  readonly currency: string;
  readonly type: TransferType;
  readonly sourceType: Posting["sourceType"];
  readonly sourceId: string;
  readonly balanceAfter: bigint;
  readonly createdAtMs: number;
}

/** Sum of each account by its public name; minor units, signed: credits minus debits. */
export type AccountBalances = ReadonlyMap<string, bigint>;

/**
 * The public name of an account. Which account at which provider money came from is the platform's business: merchants
 * see only whether it is the same one, and can still prove that it was not changed.
 */
export function publicAccount(account: LedgerAccount): string {
  if (isWalletAccount(account) || account === "fees" || account === "adjustment") return account;
  return `provider:${createHash("sha256").update(account).digest("hex").slice(0, 32)}`;
}

/** The hashed text of a transfer: `invariants/ledger.ts` and `tools/verify-ledger.mjs` build the same. */
export function transferLine(transfer: BookedTransfer): string {
  return [
    transfer.position,
    transfer.id,
    transfer.transactionId,
    publicAccount(transfer.from),
    publicAccount(transfer.to),
    transfer.amount,
    transfer.currency,
    transfer.type,
    transfer.sourceType,
    transfer.sourceId,
    transfer.balanceAfter,
    transfer.createdAtMs,
  ].join("|");
}

/** Balances after `transfers`; accounts that ever had an entry stay, also at zero. */
export function addTransfers(
  balances: AccountBalances,
  transfers: Iterable<Pick<BookedTransfer, "from" | "to" | "amount">>,
): AccountBalances {
  const sums = new Map(balances);
  const add = (account: string, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount);
  for (const { from, to, amount } of transfers) {
    add(publicAccount(from), -amount);
    add(publicAccount(to), amount);
  }
  return sums;
}

/** `available=4900|fees=100|…`, by name. */
export function balancesLine(balances: AccountBalances): string {
  return [...balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([account, sum]) => `${account}=${sum}`)
    .join("|");
}

export function parseBalancesLine(line: string): AccountBalances {
  return new Map(
    line.split("|").map((part) => {
      const at = part.lastIndexOf("=");
      return [part.slice(0, at), BigInt(part.slice(at + 1))];
    }),
  );
}

/** The hash before the first seal of a wallet. */
export const NO_HASH = "0".repeat(64);

/** What a seal proves: these rows, in this order, following everything that the previous seal proves. */
export interface SealContent {
  readonly walletId: string;
  readonly number: number;
  readonly previousHash: string;
  readonly transferLines: readonly string[];
  readonly balancesLine: string;
}

/** SHA-256 over the lines of a seal, each ended by a line feed; hexadecimal. */
export function sealHash(content: SealContent): string {
  const { walletId, number, previousHash, transferLines } = content;
  const lines = ["cauris-ledger-1", walletId, number, previousHash, ...transferLines, content.balancesLine];
  return createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
}
