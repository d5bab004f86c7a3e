import type { Texts } from "../texts.ts";

export const profile: Texts["profile"] = {
  title: "Perfil público",
  intro: "O que os pagadores veem, a partir da próxima página.",
  name: "Nome mostrado",
  logo: "Endereço do logótipo",
  logoHint: "https://…: uma imagem quadrada",
  colour: "Cor",
  language: "Língua dos pagadores",
  supportEmail: "E-mail de ajuda",
  supportPhone: "Telefone de ajuda",
  phoneHint: "Forma internacional, +225…",
  website: "Sítio",
  save: "Guardar o perfil",
  saved: "Os pagadores veem o novo perfil.",
  preview: "A página do pagador",
  previewTitle: "Encomenda 1042",
  previewPay: (amount: string) => `Pagar ${amount}`,
  previewHelp: "Precisa de ajuda?",
  notYet: "O perfil público abre quando o processo é aprovado.",
  languages: {
    fr: "Francês",
    en: "Inglês",
    pt: "Português",
  },
};
