/** Which mails a person gets about a merchant. */
export const notifications = {
  title: "Notifications",
  mails: "Mes mails",
  intro: "Ce choix ne vaut que pour vous, pour ce marchand et dans ce mode.",
  none: "Votre rôle dans ce mode ne donne lieu à aucun mail.",
  always: "Toujours envoyé : c’est parfois le premier signe d’un vol.",
  save: "Enregistrer",
  saved: "Votre choix est enregistré.",
  kinds: {
    KEY_MADE: "Une clé d’API est créée",
    BENEFICIARY_ADDED: "Un bénéficiaire est ajouté",
    PAYOUT_WAITING: "Un versement attend un accord",
    PAYOUT_FAILED: "Un versement échoue",
    ENDPOINT_DISABLED: "Une adresse de webhooks est arrêtée",
    KYB_ASKED: "Une question sur le dossier de l’entreprise",
    KYB_DECIDED: "Une décision sur le dossier ou le compte",
    KYB_PAPER_ENDS: "Une pièce du dossier qui expire",
    NOTE_MENTION: "Une note vous nomme",
    DAILY_SUMMARY: "Le résumé de la veille, chaque matin à 7 h",
  },
} as const;
