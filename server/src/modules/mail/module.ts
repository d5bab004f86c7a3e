import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Mailer } from "../../kit/mailer.ts";
import type { Module } from "../module.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createOutboxPlugin } from "./outbox-plugin.ts";
import { createMailReports } from "./reports.ts";
import { mailRoutes } from "./routes.ts";
import { createSenderLoops } from "./sender.ts";

export interface MailModuleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly publicUrl: string;
  /** Absent: a sandbox keeps its mails to itself, any other installation sends none. */
  readonly mailer: Mailer | undefined;
  readonly isSandbox: boolean;
  /** Only this machine can reach the service, so a sandbox may show its mails. */
  readonly isPrivate: boolean;
}

export interface MailModule extends Module {
  readonly outbox: Outbox;
}

/** In a sandbox nothing leaves the machine: a mail counts as sent once its page can show it. */
const keepHere: Mailer = async () => {};

export function createMailModule({ isSandbox, isPrivate, mailer, ...deps }: MailModuleDeps): MailModule {
  const used = mailer ?? (isSandbox ? keepHere : null);
  const { mails, oldMails, mailWatch } = createSenderLoops({ ...deps, mailer: used, keepsSent: isSandbox });
  return {
    outbox: createOutbox({ ...deps, canSend: used !== null }),
    routes: mailRoutes(createMailReports(deps.db, used !== null)),
    plugins: isSandbox && isPrivate ? [createOutboxPlugin(deps)] : [],
    jobs: { mails, oldMails, mailWatch },
    dueJobs: [mails],
  };
}
