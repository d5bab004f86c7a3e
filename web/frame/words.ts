import type { Locale } from "../../server/src/kit/money.ts";

/** For browsers without JavaScript; log-in and own account work without it. */
export const noScript: Readonly<Record<Locale, string>> = {
  fr: "Cette page a besoin de JavaScript. La connexion et votre compte fonctionnent sans.",
  en: "This page needs JavaScript. Log-in and your account work without it.",
  pt: "Esta página precisa de JavaScript. A entrada e a sua conta funcionam sem ele.",
};

/** For a person who belongs to no merchant. */
export const noMerchant: Readonly<Record<Locale, string>> = {
  fr: "Vous n’appartenez à aucun marchand. Demandez une invitation à son propriétaire.\n",
  en: "You belong to no merchant. Ask its owner for an invitation.\n",
  pt: "Não pertence a nenhum comerciante. Peça um convite ao proprietário.\n",
};
