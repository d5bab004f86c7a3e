/** The navigation. */
export const nav = {
  home: "Accueil",
  reports: "Rapports",
  payments: "Paiements",
  links: "Liens",
  refunds: "Remboursements",
  money: "Argent",
  balance: "Solde",
  entries: "Écritures",
  payouts: "Versements",
  beneficiaries: "Bénéficiaires",
  settings: "Réglages",
  notifications: "Notifications",
  notFound: "Cette page n’existe pas.",
  toPayments: "Aller aux paiements",
} as const;
