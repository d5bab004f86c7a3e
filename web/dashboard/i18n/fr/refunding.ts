/** Giving a payment back. */
export const refunding = {
  title: "Rembourser",
  whole: "Tout le reste",
  part: "Une partie",
  amount: "Montant",
  amountHint: (most: string) => `Au plus ${most}`,
  reason: "Motif",
  reasons: {
    REQUESTED_BY_PAYER: "Le payeur le demande",
    DUPLICATE: "Payé deux fois",
    FRAUD: "Fraude",
    LATE_PAYMENT: "Payé trop tard",
    OTHER: "Autre",
  },
  note: "Note pour vous, facultative",
  to: (receiver: string) => `L’argent retourne à ${receiver}.`,
  from: "Il est pris sur votre solde disponible. Un remboursement parti ne s’arrête plus.",
  submit: (amount: string) => `Rembourser ${amount}`,
  done: (amount: string) => `Remboursement de ${amount} demandé.`,
  badAmount: (most: string) => `Un montant de plus de zéro, au plus ${most}.`,
  onItsWay: (amount: string) =>
    `Remboursement de ${amount} en route : le prestataire ne l’a pas encore confirmé.`,
} as const;
