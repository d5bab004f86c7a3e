/** Payouts from a file. */
export const batches = {
  title: "Versements par fichier",
  caption: "Fichiers de versements, les plus récents d’abord",
  empty: "Aucun fichier encore. Prenez le modèle, une ligne par versement, et déposez-le ici.",
  add: "Déposer un fichier",
  all: "Tous les fichiers",
  one: "Fichier de versements",
  rows: "Lignes",
  accepted: "Acceptées",
  refused: "Refusées",
  state: "État",
  created: "Déposé",
  reference: "Référence, facultative",
  PROCESSING: "En cours",
  COMPLETED: "Terminé",
  WAITING: "Attend",
  ACCEPTED: "Versement créé",
  REFUSED: "Refusée",
  file: "Fichier CSV",
  fileHint: "Au plus 1 000 lignes. Colonnes : beneficiary, amount, reference, description.",
  template: "Prendre le modèle",
  wallet: "Portefeuille",
  errors: (count: number) =>
    count === 1 ? "Une erreur : rien n’est envoyé" : `${count} erreurs : rien n’est envoyé`,
  row: "Ligne",
  column: "Colonne",
  problem: "Erreur",
  faults: {
    EMPTY: "Le fichier n’a pas de ligne.",
    TOO_MANY: "Plus de 1 000 lignes.",
    HEAD: "Cette colonne manque dans la première ligne.",
    BENEFICIARY: "Aucun bénéficiaire actif n’a cet identifiant, cette référence ou ce nom dans cette devise.",
    BENEFICIARY_TWICE: "Plusieurs bénéficiaires ont ce nom : mettez l’identifiant.",
    AMOUNT: "Ce n’est pas un montant de plus de zéro dans cette devise.",
    LONG: "Trop long : 128 caractères pour la référence, 255 pour la description.",
  },
  ready: (rows: number, total: string) =>
    rows > 1 ? `${rows} versements, ${total} en tout` : `${rows} versement, ${total} en tout`,
  notEnough: (available: string) =>
    `Le solde disponible est de ${available} : les dernières lignes seront refusées.`,
  final:
    "Chaque ligne devient un versement. Ce qui dépasse votre seuil attend l’approbation d’une autre personne.",
  send: (rows: number, total: string) =>
    rows > 1 ? `Verser ${total} en ${rows} versements` : `Verser ${total} en ${rows} versement`,
  sendNothing: "Choisissez un fichier",
  made: "Le fichier est déposé.",
  progress: (done: number, all: number) =>
    done > 1 ? `${done} lignes sur ${all}` : `${done} ligne sur ${all}`,
  failedRows: "Lignes refusées en CSV",
  result: "Résultat",
  amount: "Montant",
  beneficiary: "Bénéficiaire",
} as const;
