/** Why a payment failed, and what to tell the payer. */
export const failures = {
  PAYMENT_NOT_CONFIRMED: "Le payeur n’a pas confirmé à temps. Il peut essayer encore, téléphone allumé.",
  INSUFFICIENT_FUNDS: "Le compte du payeur n’a pas assez d’argent.",
  PAYMENT_IN_PROGRESS: "Un autre paiement de ce numéro est en cours. Attendre quelques minutes.",
  PAYER_NOT_FOUND: "Ce numéro n’a pas de compte chez l’opérateur.",
  LIMIT_EXCEEDED: "Le plafond du compte du payeur est atteint.",
  INVALID_RECIPIENT: "Le compte qui doit recevoir n’est pas valable.",
  AMOUNT_OUT_OF_BOUNDS: "L’opérateur ne prend pas ce montant.",
  INVALID_AMOUNT: "Le montant n’est pas valable.",
  INVALID_CURRENCY: "L’opérateur ne prend pas cette monnaie.",
  PROVIDER_UNAVAILABLE: "L’opérateur est en panne. Essayer plus tard ou par un autre moyen.",
  CARD_DECLINED: "La banque refuse la carte. Le payeur demande à sa banque, ou prend un autre moyen.",
  PAYMENT_CANCELLED: "Le payeur a annulé.",
  RISK_BLOCKED: "Le paiement a été arrêté par sécurité.",
  UNKNOWN: "L’opérateur a refusé sans dire pourquoi.",
} as const;
