/**
 * The chart of accounts. An account is named within a wallet, and so within a merchant, a mode and a currency. The first
 * four are the merchant's money; the others are where it came from or went to.
 */
export const walletAccounts = ["available", "pending", "held", "reserved"] as const;
export type WalletAccount = (typeof walletAccounts)[number];

/** `clearing:<provider account id>`: money that is, or was, at a provider. */
export type ClearingAccount = `clearing:${string}`;
/** `fees`: the platform's revenue. `adjustment`: corrections, each with two persons behind it. */
export type Account = WalletAccount | ClearingAccount | "fees" | "adjustment";

export function clearingAccount(providerAccountId: string): ClearingAccount {
  return `clearing:${providerAccountId}`;
}

export function isWalletAccount(account: Account): account is WalletAccount {
  return account === "available" || account === "pending" || account === "held" || account === "reserved";
}
