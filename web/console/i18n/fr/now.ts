/** What is wrong now. */
export const now = {
  title: "Maintenant",
  lastDay: "24 dernières heures",
  ofDecided: (count: string) => `sur ${count} tentatives décidées`,
  unknown: "Issue inconnue",
  noMoney: "aucune somme en suspens",
  underWay: "En cours",
  p95: (length: string) => `95 % en moins de ${length}`,
  outages: "Pannes déclarées",
  noOutages: "Aucune panne déclarée.",
  outageStates: {
    CLOSED: "Fermé",
    DEGRADED: "Perturbé",
  },
  since: (moment: string) => `depuis le ${moment}`,
  accounts: "Comptes chez les prestataires",
  noAccounts: "Aucun compte dans ce mode.",
  suspended: "Suspendu",
  inService: "En service",
  noCalls: "Aucun appel depuis un quart d’heure",
  calls: (calls: string, faults: string, average: string) =>
    `${calls} appels en un quart d’heure, ${faults} fautes, ${average} en moyenne`,
  byOperator: "Par opérateur",
  none: "Sans opérateur",
} as const;
