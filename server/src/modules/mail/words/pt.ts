import { type MailWords, unlessNone } from "./draft.ts";
import { paperNames } from "./papers.ts";

const notYou = "Se não foi você, abra a sua conta, mude a palavra-passe e termine as outras sessões.";
const ignore = "Se não esperava esta mensagem, não faça nada: sem si, a ligação não muda nada.";
const once = (until: string): string => `A ligação funciona uma só vez, até ${until}.`;
const alsoThose = (others: number): readonly (readonly [string, string])[] =>
  others === 0 ? [] : [["E ainda", `${others} do mesmo género`]];
const payments = (n: number) => (n === 1 ? `${n} pagamento` : `${n} pagamentos`);

export const pt: MailWords = {
  sentBy: (sender) => `Enviado por ${sender}. Ninguém lê as respostas a este endereço.`,
  colon: ":",
  sandbox: "Ambiente de testes: não há dinheiro real em jogo.",
  drafts: {
    MEMBER_INVITATION: ({ merchant, inviter, usefulUntilMs }, { moment }) => ({
      subject: `Convite para ${merchant}`,
      paragraphs: [`${inviter} convida-o a trabalhar para ${merchant}.`, once(moment(usefulUntilMs))],
      action: "Aceitar o convite",
      warning: ignore,
    }),
    OPERATOR_INVITATION: ({ inviter, usefulUntilMs }, { moment }) => ({
      subject: "A sua conta de operador",
      paragraphs: [
        inviter === null
          ? "Uma conta de operador está à sua espera."
          : `${inviter} convida-o a juntar-se aos operadores.`,
        once(moment(usefulUntilMs)),
      ],
      action: "Abrir a conta",
      warning: ignore,
    }),
    ACCOUNT_RECOVERY: ({ by, usefulUntilMs }, { moment }) => ({
      subject: "Recuperar o acesso à sua conta",
      paragraphs: [
        `${by ?? "O operador deste serviço"} envia-lhe esta ligação porque o seu segundo fator se perdeu.`,
        `A ligação define uma nova palavra-passe e retira todos os segundos fatores. ${once(moment(usefulUntilMs))}`,
      ],
      action: "Recuperar o acesso",
      warning:
        "Se não perdeu nada, não abra esta ligação e avise outro proprietário ou o operador deste serviço.",
    }),
    ACCOUNT_RECOVERY_PROPOSED: ({ by, atMs }, { moment }) => ({
      subject: "Foi proposto um acesso à sua conta",
      paragraphs: [
        `${by} indica que perdeu o segundo fator e propõe enviar-lhe uma ligação que o substitui.`,
        "A ligação chega a este endereço quando outro operador a confirmar.",
      ],
      facts: [["Quando", moment(atMs)]],
      action: "Abrir a sua conta",
      warning: "Se não perdeu nada, entre na sua conta: a proposta termina. Avise depois os seus colegas.",
    }),
    PASSWORD_RESET: ({ usefulUntilMs }, { moment }) => ({
      subject: "Nova palavra-passe",
      paragraphs: [
        "Alguém, provavelmente você, pediu uma nova palavra-passe.",
        `${once(moment(usefulUntilMs))} Todas as sessões abertas serão terminadas.`,
      ],
      action: "Escolher uma palavra-passe",
      warning: "Se não foi você, não faça nada: a sua palavra-passe fica igual.",
    }),
    ACCOUNT_LOCKED: ({ usefulUntilMs }, { moment }) => ({
      subject: "Demasiadas palavras-passe erradas",
      paragraphs: [
        "Foram tentadas muitas palavras-passe erradas na sua conta. Por isso, a entrada está mais lenta.",
        `Para entrar agora, termine a espera. ${once(moment(usefulUntilMs))}`,
      ],
      action: "Terminar a espera",
      warning: "Se não tentou entrar, não faça nada. Uma palavra-passe longa e um segundo fator protegem-no.",
    }),
    NEW_DEVICE: ({ device, place, countryCode, atMs }, show) => ({
      subject: "Entrada a partir de um novo dispositivo",
      paragraphs: ["A sua conta foi aberta num dispositivo que não conhecíamos."],
      facts: [
        ["Quando", show.moment(atMs)],
        ["Dispositivo", device ?? "desconhecido"],
        ["Endereço de rede", show.place(place, countryCode)],
      ],
      action: "Ver as sessões abertas",
      warning: notYou,
    }),
    SECOND_FACTOR_CHANGED: ({ change, atMs }, { moment }) => ({
      subject: "O seu segundo fator mudou",
      paragraphs: [
        {
          TOTP_SET: "Foi adicionada à sua conta uma aplicação de códigos.",
          TOTP_REMOVED: "A aplicação de códigos foi retirada da sua conta.",
          PASSKEY_ADDED: "Foi adicionada à sua conta uma chave de acesso.",
          PASSKEY_REMOVED: "Uma chave de acesso foi retirada da sua conta.",
          RECOVERY_CODES_MADE: "Foram criados novos códigos de recuperação. Os antigos já não servem.",
          RECOVERY_CODE_USED: "Um código de recuperação abriu a sua conta. Não volta a servir.",
        }[change],
      ],
      facts: [["Quando", moment(atMs)]],
      action: "Abrir a sua conta",
      warning: notYou,
    }),
    PASSWORD_CHANGED: ({ atMs }, { moment }) => ({
      subject: "A sua palavra-passe mudou",
      paragraphs: ["A palavra-passe da sua conta foi mudada. As outras sessões terminaram."],
      facts: [["Quando", moment(atMs)]],
      action: "Abrir a sua conta",
      warning: "Se não foi você, peça já uma nova palavra-passe.",
    }),
    KEY_MADE: ({ merchant, name, by, atMs, others }, { moment }) => ({
      subject: `Nova chave de API para ${merchant}`,
      paragraphs: ["Foi criada uma chave de API. Quem a tem age em nome do comerciante."],
      facts: [
        ["Comerciante", merchant],
        ["Chave", name],
        ["Criada por", by],
        ["Quando", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "Ver as chaves",
      warning: "Se não conhece esta chave, revogue-a.",
    }),
    BENEFICIARY_ADDED: ({ merchant, name, by, atMs, usableFromMs, others }, { moment }) => ({
      subject: `Novo beneficiário para ${merchant}`,
      paragraphs: [
        "Foi adicionado um beneficiário. Pode ser-lhe pago dinheiro.",
        ...(usableFromMs === null ? [] : [`Primeira transferência possível: ${moment(usableFromMs)}.`]),
      ],
      facts: [
        ["Comerciante", merchant],
        ["Beneficiário", name],
        ["Adicionado por", by],
        ["Quando", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "Ver os beneficiários",
      warning: "Se não conhece este beneficiário, retire-o antes da primeira transferência.",
    }),
    PAYOUT_WAITING: ({ merchant, amount, beneficiary, by, others }, show) => ({
      subject: `Transferência a aprovar: ${show.amount(amount)}`,
      paragraphs: ["Uma transferência a um beneficiário espera a aprovação de uma segunda pessoa."],
      facts: [
        ["Comerciante", merchant],
        ["Montante", show.amount(amount)],
        ["Beneficiário", beneficiary],
        ["Pedida por", by],
        ...alsoThose(others),
      ],
      action: "Ver a transferência",
    }),
    PAYOUT_FAILED: ({ merchant, amount, beneficiary, reason, others }, show) => ({
      subject: `Transferência falhada: ${show.amount(amount)}`,
      paragraphs: ["Uma transferência a um beneficiário falhou. O montante está de novo disponível."],
      facts: [
        ["Comerciante", merchant],
        ["Montante", show.amount(amount)],
        ["Beneficiário", beneficiary],
        ["Razão", reason],
        ...alsoThose(others),
      ],
      action: "Ver a transferência",
    }),
    ENDPOINT_DISABLED: ({ merchant, host, sinceMs }, { moment }) => ({
      subject: `Webhooks parados para ${merchant}`,
      paragraphs: [
        "Um endereço de webhooks já não responde como deve. Não recebe eventos enquanto não o reativar.",
      ],
      facts: [
        ["Comerciante", merchant],
        ["Endereço", host],
        ...(sinceMs === null ? [] : [["A falhar desde", moment(sinceMs)] as const]),
      ],
      action: "Ver o endereço",
    }),
    KYB_ASKED: ({ merchant, message }) => ({
      subject: `Uma pergunta sobre o processo de ${merchant}`,
      paragraphs: ["A verificação da sua empresa espera a sua resposta:", message],
      facts: [["Comerciante", merchant]],
      action: "Abrir o processo",
    }),
    KYB_DECIDED: ({ merchant, decision, message }) => ({
      subject: {
        APPROVED: `Processo aceite: ${merchant}`,
        REJECTED: `Processo recusado: ${merchant}`,
        CHANGE_DISMISSED: `Alteração recusada: ${merchant}`,
        SUSPENDED: `Conta suspensa: ${merchant}`,
        REACTIVATED: `Conta reativada: ${merchant}`,
        CLOSED: `Conta encerrada: ${merchant}`,
      }[decision],
      paragraphs: [
        {
          APPROVED: "O seu processo foi aceite.",
          REJECTED: "O seu processo foi recusado.",
          CHANGE_DISMISSED: "A alteração pedida foi recusada. O que estava aceite mantém-se.",
          SUSPENDED: "A conta está suspensa.",
          REACTIVATED: "A conta está de novo ativa.",
          CLOSED: "A conta está encerrada.",
        }[decision],
        ...(message === null ? [] : [message]),
      ],
      facts: [["Comerciante", merchant]],
      action: "Abrir o processo",
    }),
    KYB_PAPER_ENDS: ({ merchant, paper, lastDay, hasEnded, others }, { date }) => ({
      subject: hasEnded
        ? `Um documento de ${merchant} já não é válido`
        : `Um documento de ${merchant} expira em breve`,
      paragraphs: [
        hasEnded
          ? "Um documento do seu processo já não é válido. Envie já o novo."
          : "Um documento do seu processo expira em breve. Envie o novo assim que o tiver.",
      ],
      facts: [
        ["Comerciante", merchant],
        ["Documento", paperNames.pt[paper]],
        ["Último dia válido", date(lastDay)],
        ...alsoThose(others),
      ],
      action: "Abrir o processo",
    }),
    DAILY_SUMMARY: ({ merchant, day, currencies, succeeded, failed, ...counts }, show) => {
      const taken = currencies.filter(({ count }) => count > 0);
      const takings = taken.map((each) => show.amount(each.takings)).join(" + ") || "sem recebimentos";
      return {
        subject: `${merchant}, ${show.day(day)}: ${takings}`,
        paragraphs: ["Este foi o dia de ontem."],
        facts: [
          ["Comerciante", merchant],
          ["Dia", show.day(day)],
          ...taken.map(
            (each) => ["Recebido", `${show.amount(each.takings)} (${payments(each.count)})`] as const,
          ),
          ...(succeeded + failed === 0
            ? []
            : [
                [
                  "Pagamentos com sucesso",
                  `${succeeded} de ${succeeded + failed} (${show.share(succeeded, failed)})`,
                ] as const,
              ]),
          ...currencies.map((each) => ["Disponível", show.amount(each.available)] as const),
          ...unlessNone("Pagamentos a terceiros falhados", counts.failedPayouts),
          ...unlessNone("Pagamentos a aprovar", counts.payoutsToApprove),
          ...unlessNone("Perguntas sobre o processo", counts.dossierQuestions),
          ...unlessNone("Endereços de webhooks desativados", counts.disabledEndpoints),
        ],
        action: "Abrir o painel",
        warning: "Pediu este resumo. Pode pará-lo nas definições, em “Notificações”.",
      };
    },
    NOTE_MENTION: ({ merchant, by }) => ({
      subject: `${by} menciona-o numa nota`,
      paragraphs: ["Uma nota da sua equipa menciona-o. Lê-se na página, e em mais lado nenhum."],
      facts: [["Comerciante", merchant]],
      action: "Ler a nota",
      warning: "Este e-mail desliga-se nas definições, em «Notificações».",
    }),
    OPERATOR_NOTE_MENTION: ({ by }) => ({
      subject: `${by} menciona-o numa nota`,
      paragraphs: ["Uma nota dos operadores menciona-o. Lê-se na consola, e em mais lado nenhum."],
      action: "Abrir a consola",
    }),
    PAYMENT_RECEIPT: (
      { merchant, amount: paid, title, orderNumber, atMs, method, reference },
      { amount, moment },
    ) => ({
      subject: `Recibo do seu pagamento a ${merchant}`,
      paragraphs: [`${merchant} recebeu ${amount(paid)}.`],
      facts: [
        ["Montante", amount(paid)],
        ["Comerciante", merchant],
        ["Para", title],
        ...(orderNumber === null ? [] : [["Número da encomenda", orderNumber] as const]),
        ["Data", moment(atMs)],
        ["Meio de pagamento", method],
        ["Referência", reference],
      ],
      action: "Ver o recibo",
      warning:
        "Alguém escreveu o seu endereço na página de pagamento. Se não foi você, ignore esta mensagem: o seu endereço não é guardado.",
    }),
    OPERATOR_DIGEST: ({ count, overdue, oldestMs }, { moment }) => ({
      subject: `Fila de trabalho: ${count} em espera`,
      paragraphs: ["Isto espera por uma pessoa."],
      facts: [
        ["Em espera", `${count}`],
        ...unlessNone("Atrasados", overdue),
        ["O mais antigo, desde", moment(oldestMs)],
      ],
      action: "Abrir a fila",
      warning: "Pediu este resumo. Pode pará-lo na página da sua conta.",
    }),
  },
};
