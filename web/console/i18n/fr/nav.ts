/** The navigation. */
export const nav = {
  house: "Console",
  now: "Maintenant",
  fees: "Tarifs",
  work: "À traiter",
  payments: "Paiements",
  platform: "Plateforme",
  merchants: "Marchands",
  audit: "Journal d’audit",
  team: "Équipe",
  notFound: "Cette page n’existe pas.",
  toPayments: "Aller aux paiements",
} as const;
