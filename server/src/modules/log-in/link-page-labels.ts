import type { PasswordProblem } from "./password-rules.ts";

export const pageLanguages = ["en", "fr", "pt"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** What the pages behind links say. */
export interface LinkPageLabels {
  readonly language: PageLanguage;
  readonly choosing: {
    readonly title: string;
    readonly explanation: string;
    readonly password: string;
    readonly repeated: string;
    readonly submit: string;
    readonly differ: string;
    readonly done: string;
  };
  readonly unlocking: {
    readonly title: string;
    readonly explanation: string;
    readonly submit: string;
    readonly done: string;
  };
  readonly gone: string;
  readonly later: string;
  readonly problems: Readonly<Record<PasswordProblem, string>> & Readonly<Record<string, string>>;
}

export const linkPageLabels: Readonly<Record<PageLanguage, LinkPageLabels>> = {
  en: {
    language: "en",
    choosing: {
      title: "Choose your password",
      explanation: "At least 12 characters; a few words are best. The link works once. The account is",
      password: "Password",
      repeated: "The same again",
      submit: "Save the password",
      differ: "The two are not the same.",
      done: "Your password is saved. You can log in now. This link works no more.",
    },
    unlocking: {
      title: "End the delay",
      explanation: "Many wrong passwords were tried, so log-ins have to wait. You can end that for",
      submit: "Let me log in now",
      done: "You can log in now. This link works no more.",
    },
    gone: "This link is unknown, used, taken back or out of date. Ask for a new one.",
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
    choosing: {
      title: "Choisissez votre mot de passe",
      explanation:
        "Au moins 12 caractères ; quelques mots conviennent le mieux. Le lien sert une fois. Le compte est",
      password: "Mot de passe",
      repeated: "Le même encore une fois",
      submit: "Enregistrer le mot de passe",
      differ: "Les deux ne sont pas identiques.",
      done: "Votre mot de passe est enregistré. Vous pouvez vous connecter. Ce lien ne sert plus.",
    },
    unlocking: {
      title: "Mettre fin à l'attente",
      explanation:
        "Beaucoup de mots de passe faux ont été essayés : les connexions doivent attendre. Vous pouvez y mettre fin pour",
      submit: "Me connecter maintenant",
      done: "Vous pouvez vous connecter. Ce lien ne sert plus.",
    },
    gone: "Ce lien est inconnu, utilisé, retiré ou périmé. Demandez-en un autre.",
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
  pt: {
    language: "pt",
    choosing: {
      title: "Escolha a sua palavra-passe",
      explanation: "Pelo menos 12 caracteres; algumas palavras são o melhor. O link serve uma vez. A conta é",
      password: "Palavra-passe",
      repeated: "A mesma outra vez",
      submit: "Guardar a palavra-passe",
      differ: "As duas não são iguais.",
      done: "A sua palavra-passe está guardada. Já pode entrar. Este link já não serve.",
    },
    unlocking: {
      title: "Terminar a espera",
      explanation:
        "Foram tentadas muitas palavras-passe erradas, por isso é preciso esperar para entrar. Pode terminar a espera para",
      submit: "Entrar agora",
      done: "Já pode entrar. Este link já não serve.",
    },
    gone: "Este link é desconhecido, foi usado, retirado ou expirou. Peça outro.",
    later: "Isto não funciona de momento. Tente de novo dentro de alguns minutos.",
    problems: {
      minLength: "A palavra-passe precisa de pelo menos 12 caracteres.",
      maxLength: "A palavra-passe pode ter no máximo 200 caracteres.",
      common: "É uma das palavras-passe que se tentam primeiro.",
      repeated: "Repete alguns caracteres.",
      sequence: "Segue o alfabeto, os algarismos ou o teclado.",
      personal: "É feita do seu nome ou do seu endereço.",
    },
  },
};
