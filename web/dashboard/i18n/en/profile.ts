import type { Texts } from "../texts.ts";

export const profile: Texts["profile"] = {
  title: "Public profile",
  intro: "What payers see, from the next page on.",
  name: "Name shown",
  logo: "Address of the logo",
  logoHint: "https://…: a square picture",
  colour: "Colour",
  language: "Language of payers",
  supportEmail: "E-mail for help",
  supportPhone: "Phone for help",
  phoneHint: "International form, +225…",
  website: "Website",
  save: "Save the profile",
  saved: "Payers see the new profile.",
  preview: "The page of the payer",
  previewTitle: "Order 1042",
  previewPay: (amount: string) => `Pay ${amount}`,
  previewHelp: "Need help?",
  notYet: "The public profile opens when the dossier is approved.",
  languages: {
    fr: "French",
    en: "English",
    pt: "Portuguese",
  },
};
