import { type MailWords, unlessNone } from "./draft.ts";
import { paperNames } from "./papers.ts";

const notYou = "If this was not you, open your account, change the password and end the other log-ins.";
const ignore = "If you did not expect this, do nothing: without you the link changes nothing.";
const once = (until: string): string => `The link works once, until ${until}.`;
const alsoThose = (others: number): readonly (readonly [string, string])[] =>
  others === 0 ? [] : [["Also", `${others} more like it`]];
const payments = (n: number) => (n === 1 ? `${n} payment` : `${n} payments`);

export const en: MailWords = {
  sentBy: (sender) => `Sent by ${sender}. Nobody reads answers to this address.`,
  colon: ":",
  sandbox: "Sandbox: no real money is involved.",
  drafts: {
    MEMBER_INVITATION: ({ merchant, inviter, usefulUntilMs }, { moment }) => ({
      subject: `Invitation to join ${merchant}`,
      paragraphs: [`${inviter} invites you to work for ${merchant}.`, once(moment(usefulUntilMs))],
      action: "Accept the invitation",
      warning: ignore,
    }),
    OPERATOR_INVITATION: ({ inviter, usefulUntilMs }, { moment }) => ({
      subject: "Your operator account",
      paragraphs: [
        inviter === null
          ? "An operator account is ready for you."
          : `${inviter} invites you to join the operators.`,
        once(moment(usefulUntilMs)),
      ],
      action: "Open the account",
      warning: ignore,
    }),
    ACCOUNT_RECOVERY: ({ by, usefulUntilMs }, { moment }) => ({
      subject: "Get back into your account",
      paragraphs: [
        `${by ?? "The operator of this service"} sends you this link because your second factor is lost.`,
        `The link sets a new password and removes every second factor. ${once(moment(usefulUntilMs))}`,
      ],
      action: "Get back in",
      warning:
        "If you have lost nothing, do not open this link, and tell another owner or the operator of this service.",
    }),
    ACCOUNT_RECOVERY_PROPOSED: ({ by, atMs }, { moment }) => ({
      subject: "A way back into your account was proposed",
      paragraphs: [
        `${by} says that you have lost your second factor, and proposes to send you a link that replaces it.`,
        "The link comes to this address once another operator has confirmed it.",
      ],
      facts: [["When", moment(atMs)]],
      action: "Open your account",
      warning: "If you have lost nothing, log in: that ends the proposal. Then tell your colleagues.",
    }),
    PASSWORD_RESET: ({ usefulUntilMs }, { moment }) => ({
      subject: "A new password",
      paragraphs: [
        "Somebody, most likely you, asked for a new password.",
        `${once(moment(usefulUntilMs))} All open log-ins will end.`,
      ],
      action: "Choose a password",
      warning: "If this was not you, do nothing: your password stays the same.",
    }),
    ACCOUNT_LOCKED: ({ usefulUntilMs }, { moment }) => ({
      subject: "Too many wrong passwords",
      paragraphs: [
        "Many wrong passwords were tried for your account, so log-ins are slowed down.",
        `To log in now, end the delay. ${once(moment(usefulUntilMs))}`,
      ],
      action: "End the delay",
      warning: "If you did not try to log in, do nothing. A long password and a second factor protect you.",
    }),
    NEW_DEVICE: ({ device, place, countryCode, atMs }, show) => ({
      subject: "Log-in from a new device",
      paragraphs: ["Your account was opened from a device that we did not know."],
      facts: [
        ["When", show.moment(atMs)],
        ["Device", device ?? "unknown"],
        ["Network address", show.place(place, countryCode)],
      ],
      action: "See the open log-ins",
      warning: notYou,
    }),
    SECOND_FACTOR_CHANGED: ({ change, atMs }, { moment }) => ({
      subject: "Your second factor has changed",
      paragraphs: [
        {
          TOTP_SET: "An app for codes was added to your account.",
          TOTP_REMOVED: "The app for codes was removed from your account.",
          PASSKEY_ADDED: "A passkey was added to your account.",
          PASSKEY_REMOVED: "A passkey was removed from your account.",
          RECOVERY_CODES_MADE: "New recovery codes were made. The old ones no longer work.",
          RECOVERY_CODE_USED: "A recovery code opened your account. It will not work again.",
        }[change],
      ],
      facts: [["When", moment(atMs)]],
      action: "Open your account",
      warning: notYou,
    }),
    PASSWORD_CHANGED: ({ atMs }, { moment }) => ({
      subject: "Your password has changed",
      paragraphs: ["The password of your account was changed. The other log-ins have ended."],
      facts: [["When", moment(atMs)]],
      action: "Open your account",
      warning: "If this was not you, ask for a new password at once.",
    }),
    KEY_MADE: ({ merchant, name, by, atMs, others }, { moment }) => ({
      subject: `New API key for ${merchant}`,
      paragraphs: ["An API key was made. Whoever holds it acts for the merchant."],
      facts: [
        ["Merchant", merchant],
        ["Key", name],
        ["Made by", by],
        ["When", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "See the keys",
      warning: "If you do not know this key, revoke it.",
    }),
    BENEFICIARY_ADDED: ({ merchant, name, by, atMs, usableFromMs, others }, { moment }) => ({
      subject: `New beneficiary for ${merchant}`,
      paragraphs: [
        "A beneficiary was added. Money can be paid out to it.",
        ...(usableFromMs === null ? [] : [`First payout possible: ${moment(usableFromMs)}.`]),
      ],
      facts: [
        ["Merchant", merchant],
        ["Beneficiary", name],
        ["Added by", by],
        ["When", moment(atMs)],
        ...alsoThose(others),
      ],
      action: "See the beneficiaries",
      warning: "If you do not know this beneficiary, remove it before its first payout.",
    }),
    PAYOUT_WAITING: ({ merchant, amount, beneficiary, by, others }, show) => ({
      subject: `Payout to approve: ${show.amount(amount)}`,
      paragraphs: ["A payout waits for the approval of a second person."],
      facts: [
        ["Merchant", merchant],
        ["Amount", show.amount(amount)],
        ["Beneficiary", beneficiary],
        ["Asked by", by],
        ...alsoThose(others),
      ],
      action: "See the payout",
    }),
    PAYOUT_FAILED: ({ merchant, amount, beneficiary, reason, others }, show) => ({
      subject: `Payout failed: ${show.amount(amount)}`,
      paragraphs: ["A payout failed. Its amount is available again."],
      facts: [
        ["Merchant", merchant],
        ["Amount", show.amount(amount)],
        ["Beneficiary", beneficiary],
        ["Reason", reason],
        ...alsoThose(others),
      ],
      action: "See the payout",
    }),
    ENDPOINT_DISABLED: ({ merchant, host, sinceMs }, { moment }) => ({
      subject: `Webhooks stopped for ${merchant}`,
      paragraphs: [
        "An address for webhooks no longer answers as it should. It receives no events until you enable it again.",
      ],
      facts: [
        ["Merchant", merchant],
        ["Address", host],
        ...(sinceMs === null ? [] : [["Failing since", moment(sinceMs)] as const]),
      ],
      action: "See the address",
    }),
    KYB_ASKED: ({ merchant, message }) => ({
      subject: `A question about the dossier of ${merchant}`,
      paragraphs: ["The verification of your business waits for your answer:", message],
      facts: [["Merchant", merchant]],
      action: "Open the dossier",
    }),
    KYB_DECIDED: ({ merchant, decision, message }) => ({
      subject: {
        APPROVED: `Dossier accepted: ${merchant}`,
        REJECTED: `Dossier refused: ${merchant}`,
        CHANGE_DISMISSED: `Change declined: ${merchant}`,
        SUSPENDED: `Account suspended: ${merchant}`,
        REACTIVATED: `Account active again: ${merchant}`,
        CLOSED: `Account closed: ${merchant}`,
      }[decision],
      paragraphs: [
        {
          APPROVED: "Your dossier is accepted.",
          REJECTED: "Your dossier is refused.",
          CHANGE_DISMISSED: "The change that you asked for was declined. What was approved before stands.",
          SUSPENDED: "The account is suspended.",
          REACTIVATED: "The account is active again.",
          CLOSED: "The account is closed.",
        }[decision],
        ...(message === null ? [] : [message]),
      ],
      facts: [["Merchant", merchant]],
      action: "Open the dossier",
    }),
    KYB_PAPER_ENDS: ({ merchant, paper, lastDay, hasEnded, others }, { date }) => ({
      subject: hasEnded ? `A paper of ${merchant} has ended` : `A paper of ${merchant} ends soon`,
      paragraphs: [
        hasEnded
          ? "A paper of your dossier is valid no more. Hand in the new one now."
          : "A paper of your dossier ends soon. Hand in the new one as soon as you have it.",
      ],
      facts: [
        ["Merchant", merchant],
        ["Paper", paperNames.en[paper]],
        ["Last valid day", date(lastDay)],
        ...alsoThose(others),
      ],
      action: "Open the dossier",
    }),
    DAILY_SUMMARY: ({ merchant, day, currencies, succeeded, failed, ...counts }, show) => {
      const taken = currencies.filter(({ count }) => count > 0);
      const takings = taken.map((each) => show.amount(each.takings)).join(" + ") || "no takings";
      return {
        subject: `${merchant}, ${show.day(day)}: ${takings}`,
        paragraphs: ["This was yesterday."],
        facts: [
          ["Merchant", merchant],
          ["Day", show.day(day)],
          ...taken.map(
            (each) => ["Takings", `${show.amount(each.takings)} (${payments(each.count)})`] as const,
          ),
          ...(succeeded + failed === 0
            ? []
            : [
                [
                  "Successful payments",
                  `${succeeded} of ${succeeded + failed} (${show.share(succeeded, failed)})`,
                ] as const,
              ]),
          ...currencies.map((each) => ["Available", show.amount(each.available)] as const),
          ...unlessNone("Failed payouts", counts.failedPayouts),
          ...unlessNone("Payouts to approve", counts.payoutsToApprove),
          ...unlessNone("Questions about the file", counts.dossierQuestions),
          ...unlessNone("Disabled webhook endpoints", counts.disabledEndpoints),
        ],
        action: "Open the dashboard",
        warning: "You asked for this summary. Stop it in the settings, under “Notifications”.",
      };
    },
    NOTE_MENTION: ({ merchant, by }) => ({
      subject: `${by} names you in a note`,
      paragraphs: ["A note of your team names you. It is read on the page, and nowhere else."],
      facts: [["Merchant", merchant]],
      action: "Read the note",
      warning: "This mail is switched off in the settings, under “Notifications”.",
    }),
    OPERATOR_NOTE_MENTION: ({ by }) => ({
      subject: `${by} names you in a note`,
      paragraphs: ["A note of the operators names you. It is read in the console, and nowhere else."],
      action: "Open the console",
    }),
    PAYMENT_RECEIPT: (
      { merchant, amount: paid, title, orderNumber, atMs, method, reference },
      { amount, moment },
    ) => ({
      subject: `Receipt of your payment to ${merchant}`,
      paragraphs: [`${merchant} has received ${amount(paid)}.`],
      facts: [
        ["Amount", amount(paid)],
        ["Merchant", merchant],
        ["For", title],
        ...(orderNumber === null ? [] : [["Order number", orderNumber] as const]),
        ["Date", moment(atMs)],
        ["Payment method", method],
        ["Reference", reference],
      ],
      action: "See the receipt",
      warning:
        "Somebody typed your address on the payment page. If it was not you, ignore this message: your address is not kept.",
    }),
    OPERATOR_DIGEST: ({ count, overdue, oldestMs }, { moment }) => ({
      subject: `Work queue: ${count} waiting`,
      paragraphs: ["This waits for a person."],
      facts: [
        ["Waiting", `${count}`],
        ...unlessNone("Late", overdue),
        ["The oldest, since", moment(oldestMs)],
      ],
      action: "Open the queue",
      warning: "You asked for this digest. Stop it on the page of your account.",
    }),
  },
};
