import { accountPaths } from "../../../web/account/index.ts";
import type { Notifier } from "../modules/log-in/index.ts";
import type { Outbox } from "../modules/mail/index.ts";

/** Tells holders of accounts by mail what happened to them. */
export function createAccountMail(outbox: Outbox, publicUrl: string): Notifier {
  return {
    canSend: outbox.canSend,
    requireMail: outbox.requireMail,
    notify: (tx, { audience, tenantId, email, locale, timeZone }, notice) => {
      const to = { email, locale, timeZone };
      const content =
        "url" in notice ? notice : { ...notice, url: `${publicUrl}${accountPaths[audience].account}` };
      return outbox.queueMail(tx, { tenantId, to, content });
    },
  };
}
