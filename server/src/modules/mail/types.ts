import type { NewsDecision } from "../../db/merchant-news.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Locale, Money } from "../../kit/money.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { DocumentType } from "../onboarding/index.ts";

/** Who reads a mail, and how. */
export interface Reader {
  readonly email: string;
  readonly locale: Locale;
  /** Of the IANA database: the times in the mail are told in it. */
  readonly timeZone: string;
}

/** A page behind a secret: whoever has the address can use it once. */
interface SecretLink {
  readonly url: string;
  /** The end of the link. The mail is not sent after it. */
  readonly usefulUntilMs: number;
}

/** Something that happened to the reader's own account, and the page where the reader can act on it. */
interface OwnAccount {
  readonly url: string;
  readonly atMs: number;
}

/** Something that happened at a merchant. */
interface AtMerchant {
  /** The merchant's name. */
  readonly merchant: string;
  readonly mode: Mode;
  /** The page that shows it; null where there is none. */
  readonly url: string | null;
}

export type SecondFactorChange =
  | "TOTP_SET"
  | "TOTP_REMOVED"
  | "PASSKEY_ADDED"
  | "PASSKEY_REMOVED"
  | "RECOVERY_CODES_MADE"
  | "RECOVERY_CODE_USED";

/** One of several alike: the mail tells of the first one. */
interface OneOfSeveral extends AtMerchant {
  /** How many more there are; 0: it is the only one. */
  readonly others: number;
}

interface Payout extends OneOfSeveral {
  readonly amount: Money;
  /** The beneficiary's name. */
  readonly beneficiary: string;
}

/** What a mail is about. Names are as people have typed them: the mail cleans and escapes them. */
export interface MailContents {
  readonly MEMBER_INVITATION: SecretLink & { readonly merchant: string; readonly inviter: string };
  /** `inviter` is null for the installation itself. */
  readonly OPERATOR_INVITATION: SecretLink & { readonly inviter: string | null };
  readonly PASSWORD_RESET: SecretLink;
  /** Sets a password and removes every second factor. `by` is null for the installation itself. */
  readonly ACCOUNT_RECOVERY: SecretLink & { readonly by: string | null };
  /** `by` proposes to send such a link; a log-in of the reader ends the proposal. */
  readonly ACCOUNT_RECOVERY_PROPOSED: OwnAccount & { readonly by: string };
  /** Wrong passwords came from so many places that log-ins are slowed down; the link ends that. */
  readonly ACCOUNT_LOCKED: SecretLink;
  /**
   * `device` as in "Firefox, Android"; null when the browser did not say. `place` is a network address, `countryCode` that of its
   * registry; null when not known, and absent from letters of earlier releases that wait.
   */
  readonly NEW_DEVICE: OwnAccount & {
    readonly device: string | null;
    readonly place: string;
    readonly countryCode?: string | null;
  };
  readonly SECOND_FACTOR_CHANGED: OwnAccount & { readonly change: SecondFactorChange };
  readonly PASSWORD_CHANGED: OwnAccount;
  /** `by`: the name of the person or of the key that acted. */
  readonly KEY_MADE: OneOfSeveral & { readonly name: string; readonly by: string; readonly atMs: number };
  /** `usableFromMs`: the end of its waiting time; null where it has none. */
  readonly BENEFICIARY_ADDED: OneOfSeveral & {
    readonly name: string;
    readonly by: string;
    readonly atMs: number;
    readonly usableFromMs: number | null;
  };
  readonly PAYOUT_WAITING: Payout & { readonly by: string };
  /** `reason`: the failure code of the interface. */
  readonly PAYOUT_FAILED: Payout & { readonly reason: string };
  /** `host`: of the endpoint's address, whose path may hold a secret. */
  readonly ENDPOINT_DISABLED: AtMerchant & { readonly host: string; readonly sinceMs: number | null };
  /** `message`: what the reviewer asks, in the reviewer's words. */
  readonly KYB_ASKED: AtMerchant & { readonly message: string };
  /** `message`: the reviewer's words; null when there are none. */
  readonly KYB_DECIDED: AtMerchant & {
    readonly decision: NewsDecision;
    readonly message: string | null;
  };
  /** A paper of the dossier ends on `lastDay`, as 2026-11-22, or ended then. */
  readonly KYB_PAPER_ENDS: OneOfSeveral & {
    readonly paper: DocumentType;
    readonly lastDay: string;
    readonly hasEnded: boolean;
  };
  /** A colleague names the reader in a note. The mail does not say what the note says. */
  readonly NOTE_MENTION: AtMerchant & { readonly by: string };
  readonly OPERATOR_NOTE_MENTION: { readonly url: string; readonly by: string };
  /** Of `day`, as 2026-11-22, at the merchant; what waits is counted when the mail is written. */
  readonly DAILY_SUMMARY: AtMerchant & {
    readonly day: string;
    readonly currencies: readonly {
      readonly takings: Money;
      readonly count: number;
      readonly available: Money;
    }[];
    readonly succeeded: number;
    readonly failed: number;
    readonly failedPayouts: number;
    readonly payoutsToApprove: number;
    readonly dossierQuestions: number;
    readonly disabledEndpoints: number;
  };
  /** What a payer has paid, at the address that the payer typed. `url` only confirms the receipt. */
  readonly PAYMENT_RECEIPT: AtMerchant & {
    readonly amount: Money;
    readonly atMs: number;
    /** What was paid for. */
    readonly title: string;
    /** The merchant's own number of the order; null: it gave none. */
    readonly orderNumber: string | null;
    /** Who runs the page, as the page says it. */
    readonly runBy: string;
    /** How it was paid, in the reader's language. */
    readonly method: string;
    /** What a payer reads out. */
    readonly reference: string;
  };
  /** How much waits in the operators' queue for the reader, how much of it is late, and since when the oldest waits. */
  readonly OPERATOR_DIGEST: {
    readonly url: string;
    readonly count: number;
    readonly overdue: number;
    readonly oldestMs: number;
  };
}

/** SENT: the mail server has taken it. FAILED: it will not be tried again. */
export const mailStatuses = ["WAITING", "SENT", "FAILED"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export type MailKind = keyof MailContents;
export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind } & MailContents[Kind];
}[MailKind];

export interface Mail {
  /** Whose operators are told when it cannot be sent. */
  readonly tenantId: TenantId;
  readonly to: Reader;
  readonly content: MailContent;
}

/** What is sealed in the row. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
