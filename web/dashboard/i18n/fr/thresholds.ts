/** From which amount payouts need a second person. */
export const thresholds = {
  title: "Seuil des versements",
  intro:
    "Un versement de plus que ce montant attend qu’une autre personne l’approuve. Tout ce que le même compte reçoit en 24 heures compte ensemble.",
  now: "Aujourd’hui :",
  none: "Aucun versement n’attend d’approbation.",
  every: "Chaque versement attend une approbation.",
  above: (amount: string) => `Au-dessus de ${amount}`,
  choice: "Qui attend une approbation",
  choiceEvery: "Chaque versement",
  choiceAbove: "Les versements au-dessus d’un montant",
  choiceNone: "Aucun versement",
  amount: "Montant",
  badAmount: "Écrivez un montant dans la monnaie du compte.",
  takesTwo:
    "En mode réel, un montant plus haut, ou aucun, demande deux personnes : votre proposition attend qu’un collègue envoie la même, sept jours au plus.",
  saveEvery: "Faire attendre chaque versement",
  saveAbove: (amount: string) => `Faire attendre au-dessus de ${amount}`,
  saveNone: "Ne rien faire attendre",
  saved: "C’est enregistré.",
  proposed: "Votre proposition attend une deuxième personne.",
  proposal: "Proposition qui attend une deuxième personne",
  proposalBy: (who: string, until: string) => `De ${who}, jusqu’au ${until}`,
  confirm: "Confirmer la proposition",
  withdraw: "Retirer la proposition",
  FOUR_EYES_REQUIRED:
    "Une autre personne doit confirmer : vous venez de la même personne depuis moins de 30 jours.",
  noWallet: "Ce mode n’a pas encore de compte : la plateforme l’ouvre.",
  approvers: "Qui peut approuver",
  noApprover: "Personne ne peut approuver dans ce mode. Invitez un approbateur.",
  waitsForFactor: "attend un second facteur",
} as const;
