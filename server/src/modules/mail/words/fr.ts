import { type MailWords, unlessNone } from "./draft.ts";
import { paperNames } from "./papers.ts";

const notYou =
  "Si ce n’était pas vous, ouvrez votre compte, changez le mot de passe et fermez les autres connexions.";
const ignore = "Si vous n’attendiez pas ce message, ne faites rien : sans vous, ce lien ne change rien.";
const once = (until: string): string => `Le lien sert une seule fois, jusqu’au ${until}.`;
const alsoThose = (others: number): readonly (readonly [string, string])[] =>
  others === 0 ? [] : [["Et aussi", `${others} de même nature`]];
const payments = (n: number) => (n > 1 ? `${n} paiements` : `${n} paiement`);

export const fr: MailWords = {
  sentBy: (sender) => `Envoyé par ${sender}. Personne ne lit les réponses à cette adresse.`,
  colon: "\u00a0:",
  sandbox: "Bac à sable : aucun argent réel n’est en jeu.",
  drafts: {
    MEMBER_INVITATION: ({ merchant, inviter, usefulUntilMs }, { moment }) => ({
      subject: `Invitation à rejoindre ${merchant}`,
      paragraphs: [`${inviter} vous invite à travailler pour ${merchant}.`, once(moment(usefulUntilMs))],
      action: "Accepter l’invitation",
      warning: ignore,
    }),
    OPERATOR_INVITATION: ({ inviter, usefulUntilMs }, { moment }) => ({
      subject: "Votre compte d’opérateur",
      paragraphs: [
        inviter === null
          ? "Un compte d’opérateur vous attend."
          : `${inviter} vous invite à rejoindre les opérateurs.`,
        once(moment(usefulUntilMs)),
      ],
      action: "Ouvrir le compte",
      warning: ignore,
    }),
    ACCOUNT_RECOVERY: ({ by, usefulUntilMs }, { moment }) => ({
      subject: "Retrouver l’accès à votre compte",
      paragraphs: [
        `${by ?? "L’exploitant"} vous envoie ce lien parce que votre second facteur est perdu.`,
        `Le lien permet de choisir un mot de passe et retire tous les seconds facteurs. ${once(moment(usefulUntilMs))}`,
      ],
      action: "Retrouver l’accès",
      warning:
        "Si vous n’avez rien perdu, n’ouvrez pas ce lien et prévenez un autre propriétaire ou l’exploitant.",
    }),
    ACCOUNT_RECOVERY_PROPOSED: ({ by, atMs }, { moment }) => ({
      subject: "Un accès à votre compte est proposé",
      paragraphs: [
        `${by} indique que vous avez perdu votre second facteur et propose de vous envoyer un lien qui le remplace.`,
        "Le lien arrive à cette adresse quand un autre opérateur l’a confirmé.",
      ],
      facts: [["Quand", moment(atMs)]],
      action: "Ouvrir votre compte",
      warning:
        "Si vous n’avez rien perdu, connectez-vous : la proposition prend fin. Prévenez ensuite vos collègues.",
    }),
    PASSWORD_RESET: ({ usefulUntilMs }, { moment }) => ({
      subject: "Nouveau mot de passe",
      paragraphs: [
        "Quelqu’un, sans doute vous, a demandé un nouveau mot de passe.",
        `${once(moment(usefulUntilMs))} Toutes les connexions ouvertes seront fermées.`,
      ],
      action: "Choisir un mot de passe",
      warning: "Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.",
    }),
    ACCOUNT_LOCKED: ({ usefulUntilMs }, { moment }) => ({
      subject: "Trop de mots de passe faux",
      paragraphs: [
        "Beaucoup de mots de passe faux ont été essayés pour votre compte. Les connexions sont donc ralenties.",
        `Si vous voulez vous connecter maintenant, levez ce frein. ${once(moment(usefulUntilMs))}`,
      ],
      action: "Lever le frein",
      warning:
        "Si vous n’avez pas essayé de vous connecter, ne faites rien. Un mot de passe long et un second facteur vous protègent.",
    }),
    NEW_DEVICE: ({ device, place, countryCode, atMs }, show) => ({
      subject: "Connexion depuis un nouvel appareil",
      paragraphs: ["Votre compte a été ouvert depuis un appareil que nous ne connaissions pas."],
      facts: [
        ["Quand", show.moment(atMs)],
        ["Appareil", device ?? "inconnu"],
        ["Adresse réseau", show.place(place, countryCode)],
      ],
      action: "Voir les connexions ouvertes",
      warning: notYou,
    }),
    SECOND_FACTOR_CHANGED: ({ change, atMs }, { moment }) => ({
      subject: "Votre second facteur a changé",
      paragraphs: [
        {
          TOTP_SET: "Une application de codes a été ajoutée à votre compte.",
          TOTP_REMOVED: "L’application de codes a été retirée de votre compte.",
          PASSKEY_ADDED: "Une clé d’accès a été ajoutée à votre compte.",
          PASSKEY_REMOVED: "Une clé d’accès a été retirée de votre compte.",
          RECOVERY_CODES_MADE: "De nouveaux codes de secours ont été créés. Les anciens ne servent plus.",
          RECOVERY_CODE_USED: "Un code de secours a servi à ouvrir votre compte. Il ne servira plus.",
        }[change],
      ],
      facts: [["Quand", moment(atMs)]],
      action: "Ouvrir votre compte",
      warning: notYou,
    }),
    PASSWORD_CHANGED: ({ atMs }, { moment }) => ({
      subject: "Votre mot de passe a changé",
      paragraphs: ["Le mot de passe de votre compte a été changé. Les autres connexions sont fermées."],
      facts: [["Quand", moment(atMs)]],
      action: "Ouvrir votre compte",
      warning: "Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe.",
    }),
    KEY_MADE: ({ merchant, name, by, atMs, others }, { moment }) => ({
      subject: `Nouvelle clé d’API pour ${merchant}`,
      paragraphs: ["Une clé d’API a été créée. Qui la détient agit au nom du marchand."],
      facts: [
        ["Marchand", merchant],
        ["Clé", name],
        ["Créée par", by],
        ["Quand", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "Voir les clés",
      warning: "Si vous ne connaissez pas cette clé, révoquez-la.",
    }),
    BENEFICIARY_ADDED: ({ merchant, name, by, atMs, usableFromMs, others }, { moment }) => ({
      subject: `Nouveau bénéficiaire pour ${merchant}`,
      paragraphs: [
        "Un bénéficiaire a été ajouté. De l’argent peut lui être versé.",
        ...(usableFromMs === null ? [] : [`Premier versement possible : ${moment(usableFromMs)}.`]),
      ],
      facts: [
        ["Marchand", merchant],
        ["Bénéficiaire", name],
        ["Ajouté par", by],
        ["Quand", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "Voir les bénéficiaires",
      warning: "Si vous ne connaissez pas ce bénéficiaire, retirez-le avant son premier versement.",
    }),
    PAYOUT_WAITING: ({ merchant, amount, beneficiary, by, others }, show) => ({
      subject: `Versement à approuver : ${show.amount(amount)}`,
      paragraphs: ["Un versement attend l’accord d’une seconde personne."],
      facts: [
        ["Marchand", merchant],
        ["Montant", show.amount(amount)],
        ["Bénéficiaire", beneficiary],
        ["Demandé par", by],
        ...alsoThose(others),
      ],
      action: "Voir le versement",
    }),
    PAYOUT_FAILED: ({ merchant, amount, beneficiary, reason, others }, show) => ({
      subject: `Versement échoué : ${show.amount(amount)}`,
      paragraphs: ["Un versement a échoué. Son montant est de nouveau disponible."],
      facts: [
        ["Marchand", merchant],
        ["Montant", show.amount(amount)],
        ["Bénéficiaire", beneficiary],
        ["Raison", reason],
        ...alsoThose(others),
      ],
      action: "Voir le versement",
    }),
    ENDPOINT_DISABLED: ({ merchant, host, sinceMs }, { moment }) => ({
      subject: `Webhooks arrêtés pour ${merchant}`,
      paragraphs: [
        "Une adresse de webhooks ne répond plus correctement. Elle ne reçoit plus d’événements tant que vous ne la réactivez pas.",
      ],
      facts: [
        ["Marchand", merchant],
        ["Adresse", host],
        ...(sinceMs === null ? [] : [["En échec depuis", moment(sinceMs)] as const]),
      ],
      action: "Voir l’adresse",
    }),
    KYB_ASKED: ({ merchant, message }) => ({
      subject: `Une question sur le dossier de ${merchant}`,
      paragraphs: ["La vérification de votre entreprise attend votre réponse :", message],
      facts: [["Marchand", merchant]],
      action: "Ouvrir le dossier",
    }),
    KYB_DECIDED: ({ merchant, decision, message }) => ({
      subject: {
        APPROVED: `Dossier accepté : ${merchant}`,
        REJECTED: `Dossier refusé : ${merchant}`,
        CHANGE_DISMISSED: `Modification refusée : ${merchant}`,
        SUSPENDED: `Compte suspendu : ${merchant}`,
        REACTIVATED: `Compte réactivé : ${merchant}`,
        CLOSED: `Compte fermé : ${merchant}`,
      }[decision],
      paragraphs: [
        {
          APPROVED: "Votre dossier est accepté.",
          REJECTED: "Votre dossier est refusé.",
          CHANGE_DISMISSED: "La modification demandée est refusée. Ce qui était accepté le reste.",
          SUSPENDED: "Le compte est suspendu.",
          REACTIVATED: "Le compte est de nouveau actif.",
          CLOSED: "Le compte est fermé.",
        }[decision],
        ...(message === null ? [] : [message]),
      ],
      facts: [["Marchand", merchant]],
      action: "Ouvrir le dossier",
    }),
    KYB_PAPER_ENDS: ({ merchant, paper, lastDay, hasEnded, others }, { date }) => ({
      subject: hasEnded
        ? `Une pièce de ${merchant} n’est plus valable`
        : `Une pièce de ${merchant} expire bientôt`,
      paragraphs: [
        hasEnded
          ? "Une pièce de votre dossier n’est plus valable. Envoyez la nouvelle dès maintenant."
          : "Une pièce de votre dossier expire bientôt. Envoyez la nouvelle dès que vous l’avez.",
      ],
      facts: [
        ["Marchand", merchant],
        ["Pièce", paperNames.fr[paper]],
        ["Dernier jour valable", date(lastDay)],
        ...alsoThose(others),
      ],
      action: "Ouvrir le dossier",
    }),
    DAILY_SUMMARY: ({ merchant, day, currencies, succeeded, failed, ...counts }, show) => {
      const taken = currencies.filter(({ count }) => count > 0);
      const takings = taken.map((each) => show.amount(each.takings)).join(" + ") || "aucun encaissement";
      return {
        subject: `${merchant}, ${show.day(day)} : ${takings}`,
        paragraphs: ["Voici la journée d’hier."],
        facts: [
          ["Marchand", merchant],
          ["Jour", show.day(day)],
          ...taken.map(
            (each) => ["Encaissé", `${show.amount(each.takings)} (${payments(each.count)})`] as const,
          ),
          ...(succeeded + failed === 0
            ? []
            : [
                [
                  "Paiements réussis",
                  `${succeeded} sur ${succeeded + failed} (${show.share(succeeded, failed)})`,
                ] as const,
              ]),
          ...currencies.map((each) => ["Disponible", show.amount(each.available)] as const),
          ...unlessNone("Versements échoués", counts.failedPayouts),
          ...unlessNone("Versements à approuver", counts.payoutsToApprove),
          ...unlessNone("Questions sur le dossier", counts.dossierQuestions),
          ...unlessNone("Adresses de webhooks arrêtées", counts.disabledEndpoints),
        ],
        action: "Ouvrir le tableau de bord",
        warning: "Vous avez demandé ce résumé. Il s’arrête dans les paramètres, sous « Notifications ».",
      };
    },
    NOTE_MENTION: ({ merchant, by }) => ({
      subject: `${by} vous nomme dans une note`,
      paragraphs: ["Une note de votre équipe vous nomme. Elle se lit sur la page, et seulement là."],
      facts: [["Marchand", merchant]],
      action: "Lire la note",
      warning: "Ce mail s’arrête dans les paramètres, sous « Notifications ».",
    }),
    OPERATOR_NOTE_MENTION: ({ by }) => ({
      subject: `${by} vous nomme dans une note`,
      paragraphs: ["Une note des opérateurs vous nomme. Elle se lit dans la console, et seulement là."],
      action: "Ouvrir la console",
    }),
    PAYMENT_RECEIPT: (
      { merchant, amount: paid, title, orderNumber, atMs, method, reference },
      { amount, moment },
    ) => ({
      subject: `Reçu de votre paiement à ${merchant}`,
      paragraphs: [`${merchant} a reçu ${amount(paid)}.`],
      facts: [
        ["Montant", amount(paid)],
        ["Marchand", merchant],
        ["Pour", title],
        ...(orderNumber === null ? [] : [["Numéro de commande", orderNumber] as const]),
        ["Date", moment(atMs)],
        ["Moyen de paiement", method],
        ["Référence", reference],
      ],
      action: "Voir le reçu",
      warning:
        "Quelqu’un a saisi votre adresse sur la page de paiement. Si ce n’est pas vous, ignorez ce message : votre adresse n’est pas gardée.",
    }),
    OPERATOR_DIGEST: ({ count, overdue, oldestMs }, { moment }) => ({
      subject: `File de travail : ${count} en attente`,
      paragraphs: ["Voici ce qui attend une personne."],
      facts: [
        ["En attente", `${count}`],
        ...unlessNone("En retard", overdue),
        ["Le plus ancien, depuis", moment(oldestMs)],
      ],
      action: "Ouvrir la file",
      warning: "Vous avez demandé ce résumé. Il s’arrête sur la page de votre compte.",
    }),
  },
};
