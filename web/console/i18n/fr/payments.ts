/** The list of payments of all merchants, and one payment. */
export const payments = {
  title: "Paiements",
  caption: "Paiements de tous les marchands, les plus récents d’abord",
  empty: "Aucun paiement encore.",
  one: "Paiement",
  all: "Tous les paiements",
  shortReference: "Référence courte",
} as const;
