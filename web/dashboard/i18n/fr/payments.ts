/** The list of payments, and one payment. */
export const payments = {
  title: "Paiements",
  caption: "Paiements, les plus récents d’abord",
  empty: "Aucun paiement encore. Le premier paraît ici dès qu’un payeur essaie.",
  one: "Paiement",
  all: "Tous les paiements",
  shortReference: "Référence courte",
  told: {
    refunded: "Remboursé",
    holds: { AMOUNT_MISMATCH: "un autre montant que demandé", REFUND_FAILED: "remboursement échoué" },
    sentences: {
      AMOUNT_MISMATCH:
        "De l’argent est arrivé, mais un autre montant que demandé. Il est retenu jusqu’à la décision de la plateforme : ne livrez pas et ne demandez pas de payer encore.",
      LATE_PAYMENT:
        "L’argent est arrivé trop tard. Il est retenu jusqu’à la décision de la plateforme : ne livrez pas encore.",
      REFUND_FAILED:
        "Cet argent devait être rendu au payeur, et le remboursement a échoué. Il est retenu jusqu’à la décision de la plateforme : ne livrez pas.",
      FULL: "Tout a été rendu au payeur : ne livrez plus.",
      PARTIAL: "L’argent est arrivé, et une partie en a été rendue au payeur.",
      over: "L’argent n’a pas été pris, et ce paiement n’accepte plus d’essai. Pour essayer encore, il en faut un nouveau.",
    },
  },
  noReceipt:
    "Aucun reçu ici : un reçu appartient à la page de paiement, et votre serveur a fait ce paiement sans elle.",
} as const;
