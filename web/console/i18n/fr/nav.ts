/** The navigation. */
export const nav = {
  house: "Console",
  payments: "Paiements",
  notFound: "Cette page n’existe pas.",
  toPayments: "Aller aux paiements",
} as const;
