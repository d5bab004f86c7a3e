import type { Money } from "../../../kit/money.ts";
import type { MailContents, MailKind } from "../types.ts";

/** What a mail says, before it is laid out. All of it is plain text. */
export interface Draft {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the reader compares: labels and values. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** The words on the link, where the mail has one. */
  readonly action: string;
  /** What to do when the reader did not expect this. */
  readonly warning?: string;
}

/** Writes values in the reader's language and time zone. */
export interface Show {
  moment(ms: number): string;
  amount(amount: Money): string;
  /** A day without its year, from `2026-11-22`. */
  day(date: string): string;
  /** A day with its year, from `2026-11-22`. */
  date(date: string): string;
  /** `succeeded` of both, as a percentage. */
  share(succeeded: number, failed: number): string;
  /** A network address, with the country's name where it is known. */
  place(address: string, countryCode: string | null | undefined): string;
}

/** A language of mails. The names in `content` are cleaned already. */
export interface MailWords {
  /** Stands under every mail. `sender` is the service's own host, for payers with the name of who runs it. */
  readonly sentBy: (sender: string) => string;
  /** With the no-break space before it where the language has one. */
  readonly colon: string;
  /** Stands above mails about a sandbox. */
  readonly sandbox: string;
  readonly drafts: {
    readonly [Kind in MailKind]: (content: MailContents[Kind], show: Show) => Draft;
  };
}

/** A fact that is a number of things; nothing where there are none. */
export const unlessNone = (label: string, count: number): readonly (readonly [string, string])[] =>
  count === 0 ? [] : [[label, `${count}`]];
