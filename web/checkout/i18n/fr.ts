import { failureWords } from "../../../server/src/kit/failure-words.ts";
import type { PaymentMethod } from "../../../server/src/kit/payment-terms.ts";

/**
 * French comes first: its shape is the type of every other dictionary, so a string that is missing in one language does
 * not compile. No-break spaces precede « : ; ? ! » as French typography requires.
 */
export const fr = {
  languageName: "Français",
  pageTitle: (amount: string, merchant: string) => `Payer ${amount} à ${merchant}`,
  errorTitle: (title: string) => `Erreur : ${title}`,
  payTo: "Paiement à",
  amountLabel: "Montant à payer",
  onlyLooks: "Vous voyez la page du payeur comme elle est maintenant. Rien ne se paie d’ici.",
  testMode: "Test : rien n’est débité.",
  testGuide: "Numéros de test",
  secure: "Page de paiement sécurisée. Ni votre code secret ni votre carte ne sont demandés ici.",
  languages: "Choisir la langue",
  validUntil: "À payer",
  /** What stands before a time of today, and before a day. */
  untilWords: { today: "avant ", later: "avant le " },
  sinceWords: { today: "depuis ", later: "depuis le " },
  /** `{time}` is the time that is left. */
  timeLeft: "encore {time}",
  runBy: {
    line: (tenant: string) => `Paiement assuré par ${tenant}.`,
    terms: "Conditions",
    privacy: "Confidentialité",
    beside: "(nouvel onglet)",
  },
  /** When to try again: in so many minutes, or later when the time is unknown. */
  again: (minutes: number | null) =>
    minutes === null
      ? "dans quelques minutes"
      : minutes === 1
        ? "dans une minute"
        : `dans ${minutes} minutes`,

  form: {
    heading: "Choisissez comment payer",
    headingWithDetails: "Complétez, puis payez",
    method: "Moyen de paiement",
    detailsHeading: "Vos informations",
    countryIs: (country: string) => `Pays : ${country}`,
    changeCountryTo: (country: string) => `Changer de pays : ${country}`,
    changeCountry: "Changer",
    country: (country: string, dial: string) => `${country} (+${dial})`,
    operator: "Votre opérateur",
    proposed: "proposé",
    operatorGuess: (operator: string) => `Numéro ${operator} ? Sinon, choisissez l’opérateur ci-dessous.`,
    phone: "Numéro à débiter",
    phoneHint: (example: string) => `Par exemple ${example}`,
    otp: "Code de paiement",
    otpHint: (operator: string, prompt: string) =>
      `Avant de payer, composez ${prompt} avec le téléphone ${operator} pour obtenir ce code.`,
    otpHintPlain: (operator: string) => `${operator} vous donne ce code ; demandez-le avant de payer.`,
    dial: (prompt: string) => `Composer ${prompt}`,
    walletOf: (tenant: string) => `Portefeuille ${tenant}`,
    wallet: "Numéro de téléphone ou identifiant du portefeuille",
    walletHint: "Vous confirmerez avec votre code sur la page suivante.",
    payerName: "Nom du titulaire du compte bancaire",
    payerNameHint: "Tel qu’il figure sur votre relevé.",
    cardHint: "Vous saisirez votre carte sur la page de la banque, puis vous reviendrez ici.",
    qrHint: "Nous affichons un code à scanner avec votre application de paiement.",
    scheme: "Votre application de paiement",
    anyScheme: "Autre application",
    /** The open standard of the central bank: its own name says nothing to payers. */
    openScheme: "Toute application (PI-SPI)",
    noFee: "Sans frais pour vous",
    fee: (fee: string) => `+ ${fee} de frais`,
    more: "Autres moyens",
    bankHint: "Nous affichons le compte et la référence à utiliser pour votre virement.",
    redirectHint: (operator: string) => `Vous confirmerez dans l’application ${operator}.`,
    nextHint: "Vous confirmerez ensuite sur votre téléphone.",
    pinHint: "Vous confirmerez la demande sur votre téléphone.",
    lastUsed: "Utilisé la dernière fois",
    /** Where numbers of before got a prefix: 8 digits are completed. */
    phoneHintOld: (example: string) => `Par exemple ${example}, ou 8 chiffres`,
    degraded: "Service perturbé : comptez plus de temps",
    closed: "Indisponible pour le moment",
    optional: "facultatif",
    choose: "Choisir…",
    pay: (amount: string) => `Payer ${amount}`,
    toCard: "Continuer vers la page de la banque",
    toWallet: "Continuer vers la confirmation",
    showQr: "Afficher le code QR",
    showBank: "Afficher les coordonnées bancaires",
    unsent: "Pas de connexion. Rien n’a été envoyé : réessayez quand le réseau revient.",
    unsure: "La connexion s’est coupée. Nous regardons si votre demande est partie : ne payez pas ailleurs.",
    busy: "Un instant…",
    cancel: (merchant: string) => `Annuler et revenir chez ${merchant}`,
    attemptsLeft: (count: number) =>
      count === 1 ? "Il vous reste un essai." : `Il vous reste ${count} essais.`,
  },

  methods: {
    MOBILE_MONEY: "Mobile money",
    CARD: "Carte bancaire",
    WALLET: "Portefeuille",
    QR: "Code QR",
    BANK_TRANSFER: "Virement bancaire",
  } satisfies Record<PaymentMethod, string>,

  errors: {
    heading: "Vérifiez ces points",
    methodMissing: "Choisissez un moyen de paiement.",
    methodGone: "Ce moyen de paiement n’est plus disponible. Choisissez-en un autre.",
    operatorMissing: "Choisissez l’opérateur de ce numéro.",
    operatorConfirm: (operator: string) => `Vérifiez l’opérateur : ce numéro semble être chez ${operator}.`,
    phoneMissing: "Saisissez le numéro à débiter.",
    phoneElsewhere: (country: string) => `C’est un numéro d’un autre pays : ${country}.`,
    phoneAbroad: (country: string) =>
      `Ce numéro est d’un pays où l’on ne peut pas payer ici : ${country}. Prenez un numéro d’un pays de la liste.`,
    phoneInvalid: "Ce numéro n’est pas complet ou pas valable. Vérifiez-le.",
    otpMissing: "Saisissez le code de paiement reçu de l’opérateur.",
    otpInvalid: "Ce code n’est pas valable. Demandez-en un nouveau et saisissez-le.",
    walletMissing: "Saisissez le numéro ou l’identifiant de votre portefeuille.",
    walletInvalid: "Ce portefeuille n’est pas reconnu. Vérifiez votre saisie.",
    payerNameMissing: "Saisissez le nom du titulaire du compte.",
    payerNameInvalid: "Vérifiez le nom du titulaire du compte.",
    customMissing: (label: string) => `Remplissez « ${label} ».`,
    customInvalid: (label: string) => `Vérifiez « ${label} ».`,
    other: "Une information n’a pas été acceptée. Vérifiez votre saisie.",
    cardData:
      "Ne saisissez jamais un numéro de carte ici. Choisissez « Carte bancaire » pour payer par carte.",
    tooMany: (when: string) => `Trop d’essais en peu de temps. Recommencez ${when}.`,
    unavailable: "Le service ne répond pas pour le moment. Rien n’a été débité. Réessayez dans un instant.",
    promptOpen: (when: string) =>
      `Une demande attend encore sur ce téléphone. Prenez un autre numéro ou un autre moyen, ou recommencez ${when}.`,
    foreignForm: "Recommencez ici : la demande est partie d’une autre page.",
  },

  waiting: {
    heading: "Confirmez sur votre téléphone",
    lead: (operator: string | null, phone: string | null) =>
      `Une demande ${operator ?? "de paiement"} a été envoyée ${phone === null ? "sur votre téléphone" : `au ${phone}`}.`,
    usually: "En général, c’est fait en moins de 2 minutes.",
    steps: [
      "Ouvrez la demande reçue sur votre téléphone.",
      "Vérifiez le montant et le nom du marchand.",
      "Saisissez votre code secret pour confirmer.",
    ],
    over: "La demande a sans doute expiré",
    overNext: "Si vous ne l’avez pas confirmée, choisissez un autre moyen.",
    overLast:
      "Si vous l’avez confirmée, attendez ici. Sinon, demandez une nouvelle page de paiement au marchand.",
    noPrompt: "Rien n’apparaît sur votre téléphone ?",
    dialRequest: (code: string) => `Composez ${code}, puis saisissez votre code secret.`,
    dialMenu: (code: string) => `Composez ${code} et cherchez les paiements en attente.`,
    noPromptPlain: (operator: string | null) =>
      `Vérifiez que le téléphone est allumé et qu’il a du réseau, puis cherchez les paiements en attente dans ${operator === null ? "le menu de votre opérateur" : `le menu ou l’application ${operator}`}.`,
    processing: "Paiement en cours",
    processingLive: "En attente. Cette page se met à jour toute seule.",
    processingLead: "Nous attendons la réponse de votre prestataire de paiement.",
    live: "En attente de votre confirmation. Cette page se met à jour toute seule.",
    liveSlow: "Toujours en attente. Ne payez pas une seconde fois.",
    offline: "Connexion perdue. Nous réessayons ; votre paiement n’est pas interrompu.",
    refresh: "Actualiser",
    whole: "Aide, autre moyen : voir la page entière",
    reopen: "Cette page garde la même adresse : vous pouvez y revenir.",
  },

  wayOut: {
    heading: "Payer autrement ?",
    wrongNumber: "Mauvais numéro, ou un autre moyen ?",
    note: "Nous arrêtons cette demande. Si vous avez déjà confirmé ou payé, attendez ici.",
    noteTransfer: "Si vous avez déjà fait le virement, attendez ici.",
    unsent: "Pas de connexion. Rien n’a été envoyé ; ce qui est en cours continue.",
    stopped: "La demande est arrêtée. Choisissez un autre moyen.",
    transferHeading: "Ne faites plus ce virement",
    transferLead:
      "Vous avez choisi un autre moyen. Si le virement est déjà parti, il sera accepté, ou il vous sera rendu.",
    button: "Choisir un autre moyen",
    leftHeading: "Ne confirmez plus la demande précédente.",
    left: "Si elle est payée quand même, elle règle cet achat. Si vous avez déjà payé autrement, l’argent vous est rendu.",
  },

  checking: {
    heading: "Nous vérifions votre paiement",
    warning: "Ne payez pas une seconde fois.",
    lead: "L’opérateur ne nous a pas encore dit si l’argent est parti. Nous l’interrogeons jusqu’à avoir sa réponse.",
    outcomes: [
      "Si le paiement est passé, votre reçu s’affichera ici.",
      "Sinon, rien ne sera débité et vous pourrez réessayer ici.",
    ],
    outcomeLast: "Sinon, rien ne sera débité.",
    heldHeading: "Votre argent est arrivé",
    held: "Il est en sûreté. Quelqu’un vérifie ce paiement : il sera accepté, ou l’argent vous sera rendu.",
    heldLive: "En attente de cette décision. Cette page se met à jour toute seule.",
    live: "Vérification en cours. Cette page se met à jour toute seule.",
  },

  redirect: {
    heading: "Continuez pour confirmer",
    card: "La confirmation se fait sur la page sécurisée de la banque.",
    mobile: "La confirmation se fait dans l’application ou sur la page de l’opérateur.",
    wallet: "La confirmation se fait avec le code de votre portefeuille.",
    other: "La confirmation se fait chez le prestataire de paiement.",
    button: "Continuer",
    after: "Ensuite, vous revenez automatiquement sur cette page.",
    live: "En attente de votre confirmation.",
    scanHeading: "Payer avec votre téléphone",
    scanLead: "Scannez ce code avec l’appareil photo du téléphone où se trouve votre application.",
    scanImage: "Code à scanner pour payer",
  },

  returned: {
    heading: (operator: string | null) =>
      `Nous attendons la réponse${operator === null ? "" : ` ${/^[AEIOU]/.test(operator) ? "d’" : "de "}${operator}`}`,
    lead: "Vous êtes de retour. Si vous avez confirmé, il n’y a plus rien à faire : votre reçu s’affichera ici.",
    live: "Vérification en cours. Cette page se met à jour toute seule.",
    notConfirmed: "Vous n’avez pas confirmé ?",
    again: "Retourner confirmer",
  },

  qr: {
    heading: "Scannez pour payer",
    lead: (amount: string) => `Ouvrez votre application de paiement et scannez ce code : ${amount}.`,
    image: (amount: string, merchant: string) => `Code QR pour payer ${amount} à ${merchant}`,
    samePhone: "L’application est sur ce téléphone ?",
    open: "Payer sur ce téléphone",
    download: "Enregistrer le code",
    code: "Code en texte",
    live: "En attente du paiement. Cette page se met à jour toute seule.",
  },

  help: {
    heading: "Besoin d’aide ?",
    about: (reference: string) => `Paiement ${reference}`,
    reference: "Référence à donner :",
    mayClose:
      "Vous pouvez fermer cette page. Nous continuons à vérifier ; le marchand apprend le résultat en même temps que nous, et cette adresse l’affichera.",
  },

  bank: {
    heading: "Faites votre virement",
    lead: "Utilisez exactement ce montant et cette référence : c’est ainsi que nous reconnaissons votre paiement.",
    amount: "Montant",
    reference: "Référence",
    accountHolder: "Bénéficiaire",
    iban: "IBAN",
    bic: "BIC",
    bankName: "Banque",
    before: "Virement à faire avant le",
    copy: "Copier",
    copyOf: (what: string) => `Copier : ${what}`,
    copied: "Copié",
    simulate: "Test : faire le virement au simulateur",
    print: "Imprimer",
    sent: "Vous avez déjà fait le virement ?",
    notAgain: "Ne le refaites pas.",
    delay:
      "Un virement met un à trois jours ouvrés à arriver. Cette page garde la même adresse et affichera votre reçu.",
    recognised:
      "Un virement met un à trois jours ouvrés à arriver. Nous le reconnaîtrons à sa référence : il sera accepté, ou il vous sera rendu.",
    stillAwaited: "Nous attendons encore ce virement. S’il arrive, cette page le dira.",
    timeOver: "Votre virement n’est pas encore arrivé",
    timeOverLead: "Le délai prévu pour ce virement est passé.",
    notSent: "Vous n’avez pas fait le virement ? Demandez une nouvelle page de paiement au marchand.",
    receiptReference: "Référence du virement",
    arrived: "Votre virement est arrivé : ne l’ordonnez pas une seconde fois.",
    live: "En attente de votre virement. Cette page se met à jour toute seule.",
  },

  failed: {
    heading: "Le paiement n’a pas abouti",
    notDebitedBank: "Le marchand n’a rien reçu. Si vous avez été débité, gardez le message de votre banque.",
    notDebited: "Le marchand n’a rien reçu. Vérifiez vos SMS : si vous avez été débité, gardez le message.",
    retryHeading: "Réessayer",
    final: "Il n’est plus possible de réessayer ici. Demandez une nouvelle page de paiement au marchand.",
    back: (merchant: string) => `Revenir chez ${merchant}`,
  },

  success: {
    heading: "Paiement réussi",
    lead: (amount: string, merchant: string) => `${merchant} a reçu ${amount}.`,
    already: "Ce paiement était déjà fait. Rien de plus n’a été débité.",
    lateHeading: "Paiement reçu après le délai",
    late: "Votre paiement est arrivé après la fin du délai ; il a bien été accepté.",
    /** Money of another attempt that arrived too. */
    second: (amount: string, method: string) =>
      `Un second paiement de ${amount} (${method}) est arrivé aussi.`,
    secondState: {
      RETURNING: "Il vous est remboursé automatiquement.",
      RETURNED: "Il vous a été remboursé.",
      HELD: "Il est en sûreté : quelqu’un décide de ce qu’il devient.",
    },
    afterFailure: "Votre paiement a été confirmé après un premier échec ; il a bien été accepté.",
    offline: "Pas de connexion : rien n’a été envoyé.",
    receipt: "Reçu",
    amount: "Montant",
    merchant: "Marchand",
    for: "Pour",
    date: "Date",
    method: "Moyen de paiement",
    phone: "Numéro débité",
    transaction: "Numéro de transaction",
    reference: "Référence",
    orderNumber: "Numéro de commande",
    fees: "Frais",
    noFees: "Aucun pour vous",
    print: "Imprimer le reçu",
    pdf: "Reçu en PDF",
    share: "Partager le reçu",
    copyLink: "Copier le lien",
    linkCopied: "Lien copié",
    mail: {
      heading: "Recevoir le reçu par e-mail",
      address: "Votre adresse e-mail",
      hint: "Elle ne sert qu’à cet envoi ; nous ne la gardons pas.",
      send: "Envoyer le reçu",
      sent: "Reçu envoyé. Il arrive en général en une minute.",
      wrong: "Vérifiez l’adresse e-mail.",
    },
    paid: "Payé",
    refunded: "Montant remboursé",
    wasRefunded: "Remboursé",
    refundedHeading: "Paiement remboursé",
    refundedLead: (amount: string, merchant: string) => `${merchant} vous a remboursé ${amount}.`,
    check: "Vérifier ce reçu",
    checkAt: "Vérifier ce reçu :",
    pdfTitle: "Reçu de paiement",
    pdfTest: "Test : aucun argent réel n’a été débité.",
    pdfKeep: "Gardez ce reçu.",
    pdfFooter: "Gardez ce reçu : le numéro de transaction est aussi dans le message de votre opérateur.",
    back: (merchant: string) => `Retour chez ${merchant}`,
    close: "Vous pouvez fermer cette page.",
  },

  confirmed: {
    heading: "Reçu authentique",
    lead: "Ce paiement a bien été fait. Comparez chaque ligne avec le reçu que l’on vous montre.",
    none: "Reçu inconnu",
    refunded:
      "Ce paiement a bien été fait, puis remboursé. Comparez chaque ligne avec le reçu que l’on vous montre.",
    noneLead:
      "Aucun paiement ne correspond à cette adresse. Vérifiez qu’elle est complète ; sinon, le reçu est faux.",
  },

  late: {
    heading: "Votre paiement est arrivé trop tard",
    details: "Détails du paiement",
    returning: "Il vous est remboursé automatiquement, sur le compte qui a payé.",
    returned: "Il vous a été remboursé, sur le compte qui a payé.",
    held: "Il est bien arrivé et il est en sûreté. Il sera accepté, ou il vous sera remboursé.",
    keep: "Gardez le message de votre opérateur. Pour toute question, donnez au marchand la référence ci-dessous.",
  },

  home: {
    heading: "Service de paiement",
    lead: (service: string) => `Cette adresse est celle d’un service de paiement, assuré par ${service}.`,
    payer: "Pour payer, il vous faut l’adresse entière de la page de paiement : demandez-la au marchand.",
    merchant: "Vous encaissez avec ce service ?",
    dashboard: "Ouvrir le tableau de bord",
    documentation: "Lire la documentation",
  },

  ended: {
    expired: "Le délai de paiement est dépassé",
    expiredLead: "Cette page ne peut plus recevoir de paiement. Demandez-en une nouvelle au marchand.",
    expiredPaid:
      "Si vous venez de payer, gardez le message de votre opérateur : le marchand retrouvera votre paiement.",
    cancelled: "Ce paiement a été annulé",
    cancelledLead: "Le marchand a annulé cette demande. Vous n’avez rien à payer ici.",
    noMethod: "Aucun moyen de paiement disponible",
    noMethodLead:
      "Ce montant ne peut pas être payé ici pour le moment. Réessayez plus tard ou contactez le marchand.",
    notFound: "Page de paiement introuvable",
    notFoundLead: "Vérifiez que l’adresse est complète, ou demandez un nouveau lien au marchand.",
    merchantClosed: "Ce marchand ne peut pas encaisser pour le moment",
    merchantClosedLead: "Rien n’a été débité. Contactez le marchand ou réessayez plus tard.",
    broken: "Cette page n’a pas pu s’afficher",
    brokenLead: "Rien n’a été débité par cette page. Réessayez dans un instant.",
    tooMany: "Trop de demandes en peu de temps",
    tooManyLead: (when: string) =>
      `Rien n’est perdu : un paiement déjà lancé continue. Revenez sur cette page ${when}.`,
    moved: "Cette page de paiement déménage",
    requestId: (id: string) => `Numéro à communiquer en cas de besoin : ${id}`,
    retry: "Réessayer",
  },

  link: {
    heading: "Prêt à payer ?",
    button: (amount: string) => `Payer ${amount}`,
    lead: "Vous choisirez votre moyen de paiement à l’étape suivante.",
    preview: (amount: string, merchant: string) => `${amount} à payer à ${merchant}`,
    previewOpen: (merchant: string) => `Paiement à ${merchant}`,
    go: "Continuer",
    chooseAmount: "Choisissez le montant",
    amount: (unit: string) => `Montant, en ${unit}`,
    otherAmount: (unit: string) => `Autre montant, en ${unit}`,
    limits: (least: string | null, most: string | null) =>
      least !== null && most !== null
        ? `De ${least} à ${most}`
        : least !== null
          ? `Au moins ${least}`
          : most !== null
            ? `Au plus ${most}`
            : undefined,
    amountMissing: "Indiquez le montant.",
    amountInvalid: (example: string) => `Écrivez le montant en chiffres, par exemple ${example}.`,
    amountTooSmall: (least: string) => `Le montant le plus petit est ${least}.`,
    amountTooLarge: (most: string) => `Le montant le plus grand est ${most}. Vérifiez les zéros.`,
    chooseQuantity: "Combien en voulez-vous ?",
    quantity: "Quantité",
    /** Behind the price of one, and before it for those who hear the page. */
    perUnit: "l’unité",
    unitPrice: "Prix",
    hundredfold: (typed: string, meant: string) =>
      `${typed}, c’est cent fois ${meant}. Quel montant voulez-vous payer ?`,
    each: (price: string, least: number, most: number) => `${price} l’unité, de ${least} à ${most}`,
    quantityInvalid: (least: number, most: number) => `Indiquez une quantité de ${least} à ${most}.`,
    paused: "Ce lien est en pause",
    paidAlready: "Vous avez déjà payé ?",
    ownReceipt: "Voir votre reçu",
    pausedLead: "Le marchand a suspendu les paiements sur ce lien. Revenez plus tard ou contactez-le.",
    exhausted: "Ce lien a déjà servi",
    exhaustedLead: "Il a reçu tous les paiements prévus. Demandez un nouveau lien au marchand.",
    expired: "Ce lien n’est plus valable",
    expiredLead: "Sa date limite est passée. Demandez un nouveau lien au marchand.",
    cancelled: "Ce lien a été retiré",
    cancelledLead: "Le marchand ne reçoit plus de paiement ici. Contactez-le si vous deviez payer.",
  },

  failures: failureWords.fr,
};

export type Messages = typeof fr;
