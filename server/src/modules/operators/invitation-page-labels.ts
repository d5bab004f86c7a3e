import type { PasswordProblem } from "../log-in/index.ts";

/** What the page behind an operator's link says. */
export interface InvitationPageLabels {
  readonly language: string;
  readonly title: string;
  readonly explanation: string;
  readonly password: string;
  readonly repeated: string;
  readonly submit: string;
  readonly differ: string;
  readonly done: string;
  readonly gone: string;
  readonly later: string;
  readonly problems: Readonly<Record<PasswordProblem, string>> & Readonly<Record<string, string>>;
}

export const invitationPageLabels: Readonly<Record<"en" | "fr", InvitationPageLabels>> = {
  en: {
    language: "en",
    title: "Choose your password",
    explanation: "At least 12 characters; a few words are best. The link works once. The account is",
    password: "Password",
    repeated: "The same again",
    submit: "Save the password",
    differ: "The two are not the same.",
    done: "Your password is saved. You can log in now. This link works no more.",
    gone: "This link is unknown, used, taken back or out of date. Ask a colleague for a new one.",
    later: "This does not work at the moment. Try again in a few minutes.",
    problems: {
      minLength: "The password needs at least 12 characters.",
      maxLength: "The password may have at most 200 characters.",
      common: "This is one of the passwords that are tried first.",
      repeated: "This repeats a few characters.",
      sequence: "This follows the alphabet, the digits or the keyboard.",
      personal: "This is made of your name or your e-mail address.",
    },
  },
  fr: {
    language: "fr",
    title: "Choisissez votre mot de passe",
    explanation:
      "Au moins 12 caractères ; quelques mots conviennent le mieux. Le lien sert une fois. Le compte est",
    password: "Mot de passe",
    repeated: "Le même encore une fois",
    submit: "Enregistrer le mot de passe",
    differ: "Les deux ne sont pas identiques.",
    done: "Votre mot de passe est enregistré. Vous pouvez vous connecter. Ce lien ne sert plus.",
    gone: "Ce lien est inconnu, utilisé, retiré ou périmé. Demandez-en un autre à un collègue.",
    later: "Cela ne marche pas pour le moment. Réessayez dans quelques minutes.",
    problems: {
      minLength: "Le mot de passe doit avoir au moins 12 caractères.",
      maxLength: "Le mot de passe peut avoir au plus 200 caractères.",
      common: "C'est un des mots de passe que l'on essaie en premier.",
      repeated: "Il répète quelques caractères.",
      sequence: "Il suit l'alphabet, les chiffres ou le clavier.",
      personal: "Il est fait de votre nom ou de votre adresse.",
    },
  },
};
