import type { Texts } from "../texts.ts";

export const notifications: Texts["notifications"] = {
  title: "Notificações",
  mails: "Os meus e-mails",
  intro: "Esta escolha vale só para si, para este comerciante e neste modo.",
  none: "O seu papel neste modo não dá lugar a nenhum e-mail.",
  always: "Sempre enviado: pode ser o primeiro sinal de um roubo.",
  save: "Guardar",
  saved: "A sua escolha está guardada.",
  kinds: {
    KEY_MADE: "Uma chave de API é criada",
    BENEFICIARY_ADDED: "Um beneficiário é adicionado",
    PAYOUT_WAITING: "Uma transferência espera aprovação",
    PAYOUT_FAILED: "Uma transferência a um beneficiário falha",
    ENDPOINT_DISABLED: "Um endereço de webhooks é parado",
    KYB_ASKED: "Uma pergunta sobre o processo da empresa",
    KYB_DECIDED: "Uma decisão sobre o processo ou a conta",
    KYB_PAPER_ENDS: "Um documento do processo que expira",
    NOTE_MENTION: "Uma nota menciona-o",
    DAILY_SUMMARY: "O resumo da véspera, todas as manhãs às 7 h",
  },
};
