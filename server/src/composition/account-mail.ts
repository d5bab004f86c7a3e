import type { Notifier } from "../modules/log-in/index.ts";
import type { Outbox } from "../modules/mail/index.ts";

/** Where holders of accounts look after them: the end of the addresses in mails about their account. */
const ACCOUNT_PATH = "/account";

/** Tells holders of accounts by mail what happened to them. */
export function createAccountMail(outbox: Outbox, publicUrl: string): Notifier {
  return {
    canSend: outbox.canSend,
    requireMail: outbox.requireMail,
    notify: (tx, { tenantId, email, locale, timeZone }, notice) => {
      const to = { email, locale, timeZone };
      const content = "url" in notice ? notice : { ...notice, url: `${publicUrl}${ACCOUNT_PATH}` };
      return outbox.queueMail(tx, { tenantId, to, content });
    },
  };
}
