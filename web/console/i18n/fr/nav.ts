/** The navigation. */
export const nav = {
  house: "Console",
  now: "Maintenant",
  payments: "Paiements",
  notFound: "Cette page n’existe pas.",
  toPayments: "Aller aux paiements",
} as const;
