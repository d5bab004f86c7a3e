import type { Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { mailErrors } from "./errors.ts";
import { writeLetter } from "./letter.ts";
import { sealLetter } from "./seal.ts";
import { insertMail } from "./store.ts";
import type { Mail } from "./types.ts";

export interface OutboxDeps {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** False: there is no mail server. */
  readonly canSend: boolean;
}

/** Takes mails within the transaction of what causes them, so neither exists without the other. */
export interface Outbox {
  /** False: there is no mail server. */
  readonly canSend: boolean;
  /**
   * Writes a mail, which is sent after the commit. Without a mail server it writes nothing, and refuses mails that hold a
   * secret link with MAIL_NOT_CONFIGURED: what they are for cannot be done without them.
   */
  queueMail(tx: Transaction, mail: Mail): Promise<void>;
  /**
   * Refuses with MAIL_NOT_CONFIGURED when there is no mail server. For acts that must not show whether an account exists:
   * they ask before they look for it.
   */
  requireMail(): void;
}

export function createOutbox({ clock, ids, keyring, publicUrl, canSend }: OutboxDeps): Outbox {
  const requireMail = (): void => {
    if (!canSend) throw mailErrors.MAIL_NOT_CONFIGURED();
  };
  return {
    canSend,
    requireMail,
    queueMail: async (tx, mail) => {
      const { tenantId, content } = mail;
      const usefulUntilMs = "usefulUntilMs" in content ? content.usefulUntilMs : null;
      if (usefulUntilMs !== null) requireMail();
      if (!canSend) return;
      const id = ids.next("mail");
      const sealed = sealLetter(keyring, { id, tenantId }, writeLetter(mail, publicUrl));
      const row = { id, tenantId, kind: content.kind, content: sealed, usefulUntilMs };
      await insertMail(tx, row, clock.nowMs());
    },
  };
}
