import type { Wallet } from "../../ui/api/views.ts";

/** The wallet that a form begins with: the first one with money in it, else the first. Pure. */
export function usualWallet(wallets: readonly Wallet[]): Wallet | undefined {
  return wallets.find(({ balanceMinor }) => balanceMinor !== "0") ?? wallets[0];
}
