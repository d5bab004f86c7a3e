/** Exports of lists. */
export const exporting = {
  open: "Exporter",
  title: "Exporter cette liste",
  what: "Le fichier contient tout ce que les filtres montrent, pas seulement cette page.",
  form: "Pour",
  forms: {
    "CSV WORDS": "Tout tableur (CSV)",
    "XLSX WORDS": "Excel et autres tableurs (XLSX)",
    "CSV NAMES": "Un programme : noms et valeurs de l’API (CSV)",
  },
  begin: "Préparer le fichier",
  progress: (rows: string, all: string | null) =>
    all === null ? `${rows} lignes écrites` : `${rows} lignes écrites sur ${all}`,
  goesOn: "Le fichier se prépare aussi quand cette fenêtre est fermée.",
  stop: "Arrêter",
  ready: (rows: string) => `Le fichier est prêt. Lignes : ${rows}.`,
  save: "Télécharger le fichier",
  kept: (day: string) => `Gardé jusqu’au ${day}.`,
  failures: {
    RIGHTS_ENDED: "Votre droit de lire cette liste a pris fin.",
    LIST_REFUSED: "La liste ne prend plus ces filtres.",
    TOO_MANY_ROWS: "Plus d’un million de lignes. Choisissez une période plus courte.",
    NOT_READABLE: "La liste n’a pas pu être lue. Réessayez plus tard.",
    CANCELLED: "L’export est arrêté.",
  },
  refusals: {
    EXPORT_TOO_LARGE: "Plus d’un million de lignes. Choisissez une période plus courte.",
    TOO_MANY_EXPORTS: "Cinq exports se préparent déjà. Attendez que l’un finisse.",
  },
} as const;
