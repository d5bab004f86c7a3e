/**
 * The chart of accounts. An account belongs to a wallet, and so to a merchant, a mode and a currency. The first four
 * hold the merchant's money; the others are its sources and destinations.
 */
export const walletAccounts = ["available", "pending", "held", "reserved"] as const;
export type WalletAccount = (typeof walletAccounts)[number];

/** `clearing:<provider account id>`: money that is, or was, at a provider. */
export type ClearingAccount = `clearing:${string}`;
/** `fees`: the platform's revenue. `adjustment`: corrections, each made by two persons. */
export type LedgerAccount = WalletAccount | ClearingAccount | "fees" | "adjustment";

export function clearingAccount(providerAccountId: string): ClearingAccount {
  return `clearing:${providerAccountId}`;
}

export function isWalletAccount(account: LedgerAccount): account is WalletAccount {
  return account === "available" || account === "pending" || account === "held" || account === "reserved";
}
