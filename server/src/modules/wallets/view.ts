import type { Static } from "typebox";
import type { CurrencyCode } from "../../kit/currency.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { decimalText, money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { isWalletAccount, type LedgerAccount } from "../ledger/index.ts";
import { entryId } from "./entry-id.ts";
import type { AccountName, directions, WalletEntryView, WalletView } from "./schemas.ts";
import type { Wallet, WalletEntry } from "./store.ts";

export interface WalletContext {
  readonly mode: Mode;
  readonly merchantId: string;
}

export type Direction = (typeof directions)[number];

/** Amounts in both units, with the names that `amountFields` describes. */
export function amountTexts<const Name extends string>(
  currency: CurrencyCode,
  amounts: Readonly<Record<Name, bigint>>,
) {
  const texts = Object.entries<bigint>(amounts).flatMap(([name, minor]) => [
    [name, decimalText(money(minor, currency))],
    [`${name}Minor`, minor.toString()],
  ]);
  return Object.fromEntries(texts) as Readonly<Record<Name | `${Name}Minor`, string>>;
}

export function walletView(wallet: Wallet, { mode, merchantId }: WalletContext): Static<typeof WalletView> {
  const { available, pending, held, reserved, currency } = wallet;
  const balance = available + pending + held + reserved;
  return {
    object: "wallet",
    id: publicId("wallet", wallet.id),
    mode,
    merchantId,
    label: wallet.label,
    currency,
    ...amountTexts(currency, { available, pending, held, reserved, balance, ledgerBalance: balance }),
    version: wallet.version,
    createdAt: new Date(wallet.createdAtMs).toISOString(),
    updatedAt: new Date(wallet.updatedAtMs).toISOString(),
  };
}

export function walletEntryView(entry: WalletEntry, { mode }: WalletContext): Static<typeof WalletEntryView> {
  return {
    object: "wallet_entry",
    id: entryId(entry.walletId, entry.position),
    mode,
    walletId: publicId("wallet", entry.walletId),
    type: entry.type,
    direction: directionOf(entry),
    ...amountTexts(entry.currency, { amount: entry.amount, balanceAfter: entry.balanceAfter }),
    currency: entry.currency,
    from: accountName(entry.from),
    to: accountName(entry.to),
    sourceType: entry.sourceType,
    sourceId: sourceIdOf(entry),
    reference: entry.reference,
    transactionId: entry.transactionId,
    version: 1,
    createdAt: new Date(entry.createdAtMs).toISOString(),
  };
}

/** The effect of the entry on the balance, which is the sum of the wallet's four accounts. */
export function directionOf({ from, to }: Pick<WalletEntry, "from" | "to">): Direction {
  const [out, into] = [isWalletAccount(from), isWalletAccount(to)];
  return out === into ? "NONE" : into ? "CREDIT" : "DEBIT";
}

/** Which account at which provider is not shown to merchants. */
export function accountName(account: LedgerAccount): AccountName {
  return isWalletAccount(account) || account === "fees" || account === "adjustment" ? account : "provider";
}

export function sourceIdOf({ sourceType, sourceId }: Pick<WalletEntry, "sourceType" | "sourceId">): string {
  switch (sourceType) {
    case "charge":
      return publicId("charge", sourceId as Id<"charge">);
    case "refund":
      return publicId("refund", sourceId as Id<"refund">);
    case "payout":
      return publicId("payout", sourceId as Id<"payout">);
    case "adjustment":
      return publicId("ledgerCorrection", sourceId as Id<"ledgerCorrection">);
  }
}
