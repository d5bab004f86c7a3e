import type { Texts } from "../texts.ts";

/** Who runs the payer's page. */
export const payerPage: Texts["payerPage"] = {
  title: "Página do pagador",
  who: "Quem assegura a página",
  intro: "Os pagadores leem isto no fim de cada página de pagamento e no recibo.",
  name: "Nome",
  nameHint: (own) => `Vazio: ${own}`,
  licence: "Licença, numa linha",
  licenceHint: "Por exemplo: Instituição de pagamento autorizada pelo BCEAO, n.º …",
  terms: "Endereço das condições",
  privacy: "Endereço da página de privacidade",
  addressHint: "Começa por https://",
  refused: {
    name: "Uma linha, sem sinais invisíveis.",
    licence: "Uma linha, sem sinais invisíveis.",
    termsUrl: "Um endereço https, sem nome de utilizador.",
    privacyUrl: "Um endereço https, sem nome de utilizador.",
  },
  stale: "Um colega mudou-a entretanto. Leia a página de novo.",
  byTwo: "No modo real, um colega tem de confirmar o que é novo. Retirar uma linha faz-se sozinho.",
  save: "Pôr em vigor",
  propose: "Propor a um colega",
  saved: "Está em vigor.",
  preview: "Pré-visualização, no fim da página",
  runBy: (name) => `Pagamento assegurado por ${name}.`,
  termsLink: "Condições",
  privacyLink: "Privacidade",
  fees: "As taxas não se definem aqui: a página diz o que as tarifas deixam ao pagador.",
};
