import type { Texts } from "../texts.ts";

/** What an account holds, by its provider and by our book. */
export const balances: Texts["balances"] = {
  states: {
    AGREES: "Concorda",
    EXPLAINED: "Explica-se",
    DIFFERS: "Difere",
    STAYS: "A diferença fica",
  },
  holds: (theirs, ours) => `Saldo: ${theirs} deles, ${ours} nosso`,
  gapIs: (gap, incoming, outgoing, tolerance) =>
    `Diferença: ${gap}. A caminho nesse momento: ${incoming} para a conta, ${outgoing} da conta. Tolerado: ${tolerance}.`,
  gapSince: (moment) =>
    `A diferença existe desde a leitura de ${moment}. Encontre a linha que a explica, muitas vezes uma taxa: entregue-a, ou corrija o livro da conta.`,
};
