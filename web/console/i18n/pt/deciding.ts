import type { Texts } from "../texts.ts";

const releaseTitle = (amount: string) => `Entregar ${amount} ao comerciante`;
const refundTitle = (amount: string) => `Devolver ${amount} ao pagador`;
const tooLate =
  "Um sucesso comunicado mais tarde pelo operador é dinheiro tardio, e espera de novo uma decisão.";

/** Held money and payments without an outcome: what is known, and what each choice does to whom. */
export const deciding: Texts["deciding"] = {
  decide: "Decidir",
  payment: "Pagamento",
  toPayment: "Abrir o pagamento",
  takesOne: "Pode decidir sem um colega.",
  takesTwo: "A sua decisão é uma proposta; nada acontece antes de um colega confirmar.",
  final: "Fica feito assim que enviar, e não se anula.",
  proposed: "Proposto: um colega tem de confirmar.",
  decided: "Decidido e feito.",
  forMerchant: "Para o comerciante",
  forPayer: "Para o pagador",
  follows: (merchant, payer) => `Para o comerciante: ${merchant} Para o pagador: ${payer}`,
  reason: "Motivo",
  reasonHint: "O registo guarda-o",
  evidence: "Prova",
  evidenceOptional: "Prova, facultativa",
  evidenceHint: "Uma carta, um pedido, uma linha do extrato do operador",
  number: "Número do pagamento no operador",
  numberHint: "Como está escrito na prova",
  route: "Por que caminho",
  routes: {
    ORIGINAL_RAIL: "Pelo caminho por onde veio",
    PAYOUT_TO_PAYER: "Por um envio para o telefone do pagador",
  },
  over: "Nada resta a decidir",
  ask: "Perguntar ao prestador",
  answered: "O prestador respondeu: o resultado é conhecido.",
  stillUnknown: (at) => `Perguntado às ${at}: o prestador ainda não sabe.`,
  held: {
    title: "Dinheiro retido",
    came: "O que chegou",
    expected: "Esperado",
    received: "Chegado",
    nobodyKnows: "Ninguém sabe",
    booked: "Nos livros",
    notBooked: "Não: noutra moeda que a da carteira, nunca foi inscrito",
    since: "Retido desde",
    over: "Este dinheiro já não está retido.",
    reasons: {
      AMOUNT_MISMATCH: "O operador cobrou um montante diferente do pedido.",
      LATE_PAYMENT: "O dinheiro chegou depois do fim da tentativa.",
      REFUND_FAILED: "Este dinheiro devia voltar ao pagador, e o operador recusou.",
      UNRESOLVED: "Há 72 horas que ninguém sabe se o dinheiro chegou.",
    },
  },
  unknown: {
    title: "Resultado desconhecido",
    toPage: "O que se sabe, e decidir",
    since: "Desconhecido desde",
    asked: "Perguntado",
    times: (count) => (count === 1 ? "uma vez" : `${count} vezes`),
    next: "Próxima pergunta",
    notYet: (at, left) =>
      `O operador ainda pode responder. Uma decisão é possível a partir de ${at}, dentro de ${left}.`,
    over: "O resultado é conhecido.",
    reversed:
      "O operador tinha dado este reembolso como feito; falhou. O dinheiro voltou ao comerciante, e o pagador não tem nada.",
    types: {
      CHARGE: (amount) => `Pagamento de ${amount}`,
      REFUND: (amount) => `Reembolso de ${amount}`,
      PAYOUT: (amount) => `Transferência de ${amount}`,
    },
    tell: {
      CHARGE: "O operador não diz se o dinheiro foi cobrado. Não entregue, não peça para pagar de novo.",
      REFUND: "O operador não diz se o pagador recebeu o dinheiro. Não reembolse de novo.",
      PAYOUT: "O operador não diz se a transferência chegou. Não a envie de novo.",
    },
  },
  effects: {
    RELEASE: {
      title: releaseTitle,
      merchant: "Recebe o que chegou, menos a comissão; a encomenda fica paga e é avisado.",
      payer: "Não recebe nada de volta: este montante pagou a encomenda.",
    },
    RELEASE_BESIDE: {
      title: releaseTitle,
      merchant: "Recebe este dinheiro além do que já pagou a encomenda, e pode reembolsá-lo.",
      payer: "Pagou duas vezes; só o comerciante o pode ainda reembolsar.",
    },
    REFUND: {
      title: refundTitle,
      merchant: "Não recebe nada: a tentativa falha por causa do montante.",
      payer: "Recebe de volta tudo o que chegou, e pode pagar de novo.",
    },
    REFUND_LATE: {
      title: refundTitle,
      merchant: "Não recebe nada: a encomenda fica como está.",
      payer: "Recebe de volta tudo o que chegou.",
    },
    CLOSE: {
      title: (amount) => `Encerrar: ${amount} regularizados fora dos livros`,
      merchant: "Nada é inscrito na carteira.",
      payer: "Já foi regularizado com o operador, como a prova mostra.",
    },
    CHARGE_SUCCEEDED: {
      title: (amount) => `Declarar ${amount} pagos`,
      merchant: "Recebe o dinheiro, menos a comissão, como se o operador o tivesse dito, e entrega.",
      payer: "A encomenda está paga.",
    },
    CHARGE_FAILED: {
      title: (amount) => `Declarar ${amount} não pagos`,
      merchant: "Não recebe nada, e é avisado.",
      payer: `Pode pagar de novo. ${tooLate}`,
    },
    REFUND_SUCCEEDED: {
      title: (amount) => `Declarar ${amount} reembolsados`,
      merchant: "O dinheiro saiu da carteira de vez.",
      payer: "Recebeu o dinheiro, como a prova mostra.",
    },
    REFUND_FAILED: {
      title: (amount) => `Declarar ${amount} não reembolsados`,
      merchant: "O dinheiro volta à carteira; pode ser reembolsado de novo.",
      payer: "Não recebeu nada. Se o dinheiro chegou mesmo assim, vai tê-lo duas vezes.",
    },
    REFUND_REVERSED: {
      title: (amount) => `Encerrar o reembolso falhado de ${amount}`,
      merchant: "Nada muda: o dinheiro já voltou à carteira.",
      payer: "É pago de outra forma, como a prova mostra.",
    },
    PAYOUT_SUCCEEDED: {
      title: (amount) => `Declarar ${amount} transferidos`,
      merchant: "O dinheiro saiu da carteira de vez.",
      payer: "O beneficiário recebeu o dinheiro, como a prova mostra.",
    },
    PAYOUT_FAILED: {
      title: (amount) => `Declarar ${amount} não transferidos`,
      merchant: "O dinheiro volta ao saldo disponível; pode ser enviado de novo.",
      payer: "O beneficiário não recebeu nada. Se o dinheiro chegou mesmo assim, é devida uma correção.",
    },
  },
  refusals: {
    NOTHING_TO_DECIDE: "O prestador respondeu entretanto: nada resta a decidir.",
    DECISION_NOT_POSSIBLE: "Esta decisão já não é possível. Leia a página de novo.",
    DECISION_PENDING: "Um colega já propôs uma decisão. Leia a página de novo.",
  },
};
