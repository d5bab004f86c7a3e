const releaseTitle = (amount: string) => `Verser ${amount} au marchand`;
const refundTitle = (amount: string) => `Rendre ${amount} au payeur`;
const tooLate =
  "Si l’opérateur annonce plus tard un succès, c’est de l’argent tardif, et il attend de nouveau une décision.";

/** Held money and payments without an outcome: what is known, and what each choice does to whom. */
export const deciding = {
  decide: "Décider",
  payment: "Paiement",
  toPayment: "Ouvrir le paiement",
  takesOne: "Vous pouvez décider sans un collègue.",
  takesTwo: "Vous proposez ; rien n’a lieu avant qu’un collègue confirme.",
  final: "C’est fait dès que vous l’envoyez, et ne s’annule pas.",
  proposed: "Proposé : un collègue doit confirmer.",
  decided: "Décidé : c’est fait.",
  forMerchant: "Pour le marchand",
  forPayer: "Pour le payeur",
  follows: (merchant: string, payer: string) => `Pour le marchand : ${merchant} Pour le payeur : ${payer}`,
  reason: "Raison",
  reasonHint: "Le journal la garde",
  evidence: "Preuve",
  evidenceOptional: "Preuve, facultative",
  evidenceHint: "Une lettre, un ticket, une ligne du relevé de l’opérateur",
  number: "Numéro du paiement chez l’opérateur",
  numberHint: "Tel qu’il est écrit sur la preuve",
  route: "Par quel chemin",
  routes: {
    ORIGINAL_RAIL: "Par le chemin d’où il vient",
    PAYOUT_TO_PAYER: "Par un envoi au téléphone du payeur",
  },
  over: "Rien ne reste à décider",
  ask: "Demander au prestataire",
  answered: "Le prestataire a répondu : l’issue est connue.",
  stillUnknown: (at: string) => `Demandé à ${at} : le prestataire ne sait toujours pas.`,
  held: {
    title: "Argent retenu",
    came: "Ce qui est arrivé",
    expected: "Attendu",
    received: "Arrivé",
    nobodyKnows: "Personne ne le sait",
    booked: "Au livre",
    notBooked: "Non : d’une autre devise que le portefeuille, il n’y a jamais été inscrit",
    since: "Retenu depuis",
    over: "Cet argent n’est plus retenu.",
    reasons: {
      AMOUNT_MISMATCH: "L’opérateur a pris un autre montant que le montant demandé.",
      LATE_PAYMENT: "L’argent est arrivé après la fin de l’essai.",
      REFUND_FAILED: "Cet argent devait être rendu au payeur, et l’opérateur l’a refusé.",
      UNRESOLVED: "Depuis 72 heures, personne ne sait si l’argent est arrivé.",
    },
  },
  unknown: {
    title: "Issue inconnue",
    toPage: "Ce que l’on sait, et décider",
    since: "Inconnue depuis",
    asked: "Demandé",
    times: (count: number) => `${count} fois`,
    next: "Prochaine demande",
    notYet: (at: string, left: string) =>
      `L’opérateur peut encore répondre. Une décision est possible à partir du ${at}, dans ${left}.`,
    over: "L’issue est connue.",
    reversed:
      "L’opérateur avait annoncé ce remboursement réussi ; il a échoué. L’argent est de retour chez le marchand, le payeur n’a rien.",
    types: {
      CHARGE: (amount: string) => `Paiement de ${amount}`,
      REFUND: (amount: string) => `Remboursement de ${amount}`,
      PAYOUT: (amount: string) => `Virement de ${amount}`,
    },
    tell: {
      CHARGE:
        "L’opérateur ne dit pas si l’argent a été pris. Ne livrez pas, ne demandez pas de payer encore.",
      REFUND: "L’opérateur ne dit pas si le payeur a reçu son argent. Ne remboursez pas encore.",
      PAYOUT: "L’opérateur ne dit pas si le virement est arrivé. Ne l’envoyez pas encore.",
    },
  },
  effects: {
    RELEASE: {
      title: releaseTitle,
      merchant: "Il reçoit ce qui est arrivé, moins ses frais ; la commande est payée et il en est prévenu.",
      payer: "Il ne reçoit rien en retour : ce montant a payé sa commande.",
    },
    RELEASE_BESIDE: {
      title: releaseTitle,
      merchant: "Il reçoit cet argent en plus de ce qui a déjà payé la commande, et peut le rembourser.",
      payer: "Il a payé deux fois ; seul le marchand peut encore le rembourser.",
    },
    REFUND: {
      title: refundTitle,
      merchant: "Il ne reçoit rien : l’essai échoue à cause du montant.",
      payer: "Il retrouve tout ce qui est arrivé, et peut payer encore.",
    },
    REFUND_LATE: {
      title: refundTitle,
      merchant: "Il ne reçoit rien : la commande reste comme elle est.",
      payer: "Il retrouve tout ce qui est arrivé.",
    },
    CLOSE: {
      title: (amount: string) => `Clore : ${amount} réglés en dehors du livre`,
      merchant: "Rien n’est inscrit à son portefeuille.",
      payer: "Il a déjà été réglé avec l’opérateur, et la preuve le montre.",
    },
    CHARGE_SUCCEEDED: {
      title: (amount: string) => `Déclarer ${amount} payés`,
      merchant: "Il reçoit l’argent, moins ses frais, comme si l’opérateur l’avait dit, et il livre.",
      payer: "Sa commande est payée.",
    },
    CHARGE_FAILED: {
      title: (amount: string) => `Déclarer ${amount} non payés`,
      merchant: "Il ne reçoit rien, et il en est prévenu.",
      payer: `Il peut payer encore. ${tooLate}`,
    },
    REFUND_SUCCEEDED: {
      title: (amount: string) => `Déclarer ${amount} remboursés`,
      merchant: "L’argent a quitté son portefeuille pour de bon.",
      payer: "Il a reçu son argent, et la preuve le montre.",
    },
    REFUND_FAILED: {
      title: (amount: string) => `Déclarer ${amount} non remboursés`,
      merchant: "L’argent revient dans son portefeuille ; il peut rembourser de nouveau.",
      payer: "Il n’a rien reçu. S’il a reçu l’argent tout de même, il l’aura deux fois.",
    },
    REFUND_REVERSED: {
      title: (amount: string) => `Clore le remboursement échoué de ${amount}`,
      merchant: "Rien ne change : l’argent est déjà de retour dans son portefeuille.",
      payer: "Il est payé d’une autre façon, et la preuve le montre.",
    },
    PAYOUT_SUCCEEDED: {
      title: (amount: string) => `Déclarer ${amount} virés`,
      merchant: "L’argent a quitté son portefeuille pour de bon.",
      payer: "Le bénéficiaire a reçu l’argent, et la preuve le montre.",
    },
    PAYOUT_FAILED: {
      title: (amount: string) => `Déclarer ${amount} non virés`,
      merchant: "L’argent revient dans son solde disponible ; il peut l’envoyer de nouveau.",
      payer: "Le bénéficiaire n’a rien reçu. S’il a reçu l’argent tout de même, une correction sera due.",
    },
  },
  refusals: {
    NOTHING_TO_DECIDE: "Le prestataire a répondu entre-temps : il n’y a plus rien à décider.",
    DECISION_NOT_POSSIBLE: "Cette décision n’est plus possible. Relisez la page.",
    DECISION_PENDING: "Un collègue a déjà proposé une décision. Relisez la page.",
  },
} as const;
