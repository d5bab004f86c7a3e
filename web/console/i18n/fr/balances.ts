/** What an account holds, by its provider and by our book. */
export const balances = {
  states: {
    AGREES: "Concorde",
    EXPLAINED: "S’explique",
    DIFFERS: "Diffère",
    STAYS: "L’écart reste",
  },
  holds: (theirs: string, ours: string) => `Solde : ${theirs} chez eux, ${ours} chez nous`,
  gapIs: (gap: string, incoming: string, outgoing: string, tolerance: string) =>
    `Écart : ${gap}. En chemin à ce moment : ${incoming} vers le compte, ${outgoing} depuis le compte. Toléré : ${tolerance}.`,
  gapSince: (moment: string) =>
    `Écart depuis la lecture du ${moment}. Trouvez la ligne qui l’explique, souvent des frais : déposez-la, ou corrigez le livre du compte.`,
} as const;
