/** How the day goes. */
export const home = {
  title: "Accueil",
  collect: "Encaisser",
  today: "Aujourd’hui",
  currency: "Devise",
  attention: "À faire",
  networks: "Opérateurs",
  toBalance: "Soldes et relevés",
  takings: "Encaissé",
  newest: "Derniers paiements",
  noPayment: "Aucun paiement encore.",
  payments: "Paiements",
  todaysPayments: "Paiements du jour",
  average: "Panier moyen",
  lastWeek: (value: string) => `${value} il y a une semaine à cette heure`,
  decided: (count: string) => `tentatives décidées : ${count}`,
  rateByDay: (low: string, high: string) => `sur 14 jours : entre ${low} et ${high}`,
  fees: (amount: string) => `frais : ${amount}`,
  blocked: {
    MERCHANT_NOT_ACTIVE: "Votre compte n’est pas actif.",
    KYB_NOT_APPROVED: "Votre dossier n’est pas encore approuvé.",
    NO_WALLET: "Aucun portefeuille n’est encore ouvert.",
    LIVE_MODE_REFUSED: "Cette installation ne prend pas encore de paiements réels.",
  },
  toSetup: "Ouvrir le dossier",
  named: (count: number) => (count > 1 ? `${count} notes vous nomment` : "Une note vous nomme"),
  toNotes: "Voir les notes",
  papers: (count: number) =>
    count > 1
      ? `${count} pièces du dossier finissent bientôt ou sont finies`
      : `${count} pièce du dossier finit bientôt ou est finie`,
  approvals: (count: number) =>
    count > 1 ? `${count} versements attendent une approbation` : `${count} versement attend une approbation`,
  toPayouts: "Voir les versements",
  unknown: (count: string) => `Issue inconnue ces 30 derniers jours : ${count}. Ne livrez pas encore.`,
  toPayments: "Voir les paiements",
  endpoints: (count: number) =>
    count > 1 ? `${count} adresses de webhook sont arrêtées` : `${count} adresse de webhook est arrêtée`,
  failing: (count: number) =>
    count > 1
      ? `${count} adresses de webhook ne répondent plus bien : les événements attendent`
      : `${count} adresse de webhook ne répond plus bien : ses événements attendent`,
  toEndpoints: "Voir les adresses",
  nothingWaits: "Rien ne vous attend.",
  networksOpen: (open: number, all: number) => `${open} sur ${all} ouverts`,
  networkStates: {
    DEGRADED: "Perturbé",
    CLOSED: "Fermé",
  },
  noWallet: "Aucun portefeuille encore.",
  guide: {
    title: "Votre premier paiement d’essai",
    done: "Fait :",
    key: "Créez une clé de bac à sable",
    toKeys: "Clés",
    link: "Créez un lien de paiement ou une session",
    toLinks: "Liens",
    pay: "Payez avec le téléphone +225 07 07 07 07 89",
    toSimulator: "Simulateur",
    look: "Retrouvez le paiement ici",
  },
} as const;
