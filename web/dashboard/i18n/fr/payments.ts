/** The list of payments, and one payment. */
export const payments = {
  title: "Paiements",
  caption: "Paiements, les plus récents d’abord",
  empty: "Aucun paiement encore. Le premier paraît ici dès qu’un payeur essaie.",
  one: "Paiement",
  all: "Tous les paiements",
  shortReference: "Référence courte",
  noReceipt:
    "Aucun reçu ici : un reçu appartient à la page de paiement, et votre serveur a fait ce paiement sans elle.",
} as const;
