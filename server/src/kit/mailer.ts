/** A mail as it leaves: everything in it is final, and nothing in it is a header. */
export interface OutgoingMail {
  /** The same at every try. The Message-ID is made of it, so a receiver recognises a mail that comes twice. */
  readonly id: string;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a mail over. Resolves once the other side has taken responsibility for it; rejects with MailerError. */
export type Mailer = (mail: OutgoingMail) => Promise<void>;

/**
 * A mail that was not handed over. `refused`: the other side refuses it for good, and a further try would be refused as
 * well. `later`: it may be accepted at another time, or it is unknown whether it was. The message names no recipient.
 */
export class MailerError extends Error {
  override readonly name = "MailerError";
  readonly reason: "refused" | "later";
  constructor(reason: MailerError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
