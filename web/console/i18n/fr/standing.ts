/** The states of a merchant’s account and of its dossier. */
export const standing = {
  states: {
    PENDING: "En attente",
    ACTIVE: "Actif",
    SUSPENDED: "Suspendu",
    CLOSED: "Fermé",
  },
  kyb: {
    DRAFT: "Brouillon",
    SUBMITTED: "À examiner",
    IN_REVIEW: "En examen",
    INFO_REQUESTED: "Question posée",
    APPROVED: "Accepté",
    REJECTED: "Refusé",
  },
};
