import type { Locale } from "../../server/src/kit/money.ts";

/** For browsers without JavaScript; log-in and own account work without it. */
export const noScript: Readonly<Record<Locale, string>> = {
  fr: "Cette page a besoin de JavaScript. La connexion et votre compte fonctionnent sans.",
  en: "This page needs JavaScript. Log-in and your account work without it.",
  pt: "Esta página precisa de JavaScript. A entrada e a sua conta funcionam sem ele.",
};

/** In place of the pages of a merchant that lives in another cell. */
export const moved = {
  fr: {
    title: (name: string) => `${name} a changé d’installation`,
    inCell: (code: string) => `Ce marchand se trouve maintenant dans l’installation « ${code} ».`,
    inDefault: "Ce marchand se trouve maintenant dans l’installation principale.",
    ask: "Rien n’est perdu : ses paiements continuent là-bas. Demandez l’adresse et une invitation à l’équipe du service, car votre compte d’ici n’y donne pas accès.",
    others: "Vos autres marchands ici",
    account: "Votre compte",
  },
  en: {
    title: (name: string) => `${name} has moved to another installation`,
    inCell: (code: string) => `This merchant is now in the installation “${code}”.`,
    inDefault: "This merchant is now in the main installation.",
    ask: "Nothing is lost: its payments go on there. Ask the team of the service for the address and an invitation, because your account here does not open it.",
    others: "Your other merchants here",
    account: "Your account",
  },
  pt: {
    title: (name: string) => `${name} mudou de instalação`,
    inCell: (code: string) => `Este comerciante está agora na instalação «${code}».`,
    inDefault: "Este comerciante está agora na instalação principal.",
    ask: "Nada se perdeu: os pagamentos continuam lá. Peça o endereço e um convite à equipa do serviço, porque a sua conta daqui não dá acesso.",
    others: "Os seus outros comerciantes aqui",
    account: "A sua conta",
  },
} as const;

/** For a person who belongs to no merchant. */
export const noMerchant: Readonly<Record<Locale, string>> = {
  fr: "Vous n’appartenez à aucun marchand. Demandez une invitation à son propriétaire.\n",
  en: "You belong to no merchant. Ask its owner for an invitation.\n",
  pt: "Não pertence a nenhum comerciante. Peça um convite ao proprietário.\n",
};
