import type { Texts } from "../texts.ts";

export const standing: Texts["standing"] = {
  states: {
    PENDING: "Em espera",
    ACTIVE: "Ativo",
    SUSPENDED: "Suspenso",
    CLOSED: "Encerrado",
  },
  kyb: {
    DRAFT: "Rascunho",
    SUBMITTED: "Por examinar",
    IN_REVIEW: "Em exame",
    INFO_REQUESTED: "Pergunta feita",
    APPROVED: "Aceite",
    REJECTED: "Recusado",
  },
};
