import type { Texts } from "../texts.ts";

/** Who looks after something that waits. */
export const holding: Texts["holding"] = {
  who: "Quem trata",
  nobody: "Ninguém",
  me: "Você",
  take: "Assumir",
  takeOver: "Retomar",
  giveBack: "Devolver",
  done: "Já visto",
  taken: "Está a seu cargo.",
  given: "Devolvido.",
  seen: "Saiu da lista.",
  yours: "Proposto por si: outra pessoa decide.",
  alreadyTaken: "Um colega já trata disto.",
  assign: "Entregar a um colega",
  colleague: "Colega",
  assigned: "Entregue ao colega.",
  unable: "Este colega não pode tratar disso.",
};
