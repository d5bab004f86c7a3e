import type { Texts } from "../texts.ts";

export const payments: Texts["payments"] = {
  title: "Pagamentos",
  caption: "Pagamentos, os mais recentes primeiro",
  empty: "Ainda nenhum pagamento. O primeiro aparece aqui logo que um pagador tente.",
  one: "Pagamento",
  all: "Todos os pagamentos",
  shortReference: "Referência curta",
  told: {
    refunded: "Reembolsado",
    holds: { AMOUNT_MISMATCH: "um montante diferente do pedido", REFUND_FAILED: "reembolso falhado" },
    sentences: {
      AMOUNT_MISMATCH:
        "Chegou dinheiro, mas um montante diferente do pedido. Fica retido até à decisão da plataforma: não entregue e não peça novo pagamento.",
      LATE_PAYMENT:
        "O dinheiro chegou tarde demais. Fica retido até à decisão da plataforma: não entregue ainda.",
      REFUND_FAILED:
        "Este dinheiro devia voltar ao pagador, e o reembolso falhou. Fica retido até à decisão da plataforma: não entregue.",
      FULL: "Tudo foi devolvido ao pagador: já não entregue.",
      PARTIAL: "O dinheiro chegou, e uma parte foi devolvida ao pagador.",
      over: "O dinheiro não foi tirado, e este pagamento já não aceita tentativas. Para tentar de novo, é preciso um novo.",
    },
  },
  noReceipt:
    "Nenhum recibo aqui: um recibo pertence à página de pagamento, e o seu servidor fez este pagamento sem ela.",
};
