/** The coming days of a wallet: a month of them. */
export const settlementsPath = (walletId: string): string =>
  `/payments/wallets/${walletId}/settlements?limit=31`;
