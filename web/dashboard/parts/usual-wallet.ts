import type { Wallet } from "../../ui/api/views.ts";

/** Where most merchants are paid, of wallets that are all empty. */
const FIRST = "XOF";

/** The wallet that a form begins with: the first one with money in it, else that of most merchants, else the first. Pure. */
export function usualWallet<One extends Pick<Wallet, "balanceMinor" | "currency">>(
  wallets: readonly One[],
): One | undefined {
  return (
    wallets.find(({ balanceMinor }) => balanceMinor !== "0") ??
    wallets.find(({ currency }) => currency === FIRST) ??
    wallets[0]
  );
}
