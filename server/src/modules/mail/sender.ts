import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import { type Mailer, MailerError } from "../../kit/mailer.ts";
import { createTroubleLog } from "../../kit/trouble-log.ts";
import { LATE_AFTER_MS } from "./reports.ts";
import { nextTryMs, TRIES_MAX } from "./retry.ts";
import { openLetter } from "./seal.ts";
import { claimDue, type DueMail, deleteMails, endMail, postponeMail, readState } from "./store.ts";

const SEND_INTERVAL_MS = 2_000;
/** Sent at the same time, each over its own connection. */
const SENT_AT_ONCE = 5;
/** Longer than any try takes. */
const LEASE_MS = 2 * 60_000;
const WATCH_INTERVAL_MS = 60_000;
const DELETE_INTERVAL_MS = 10 * 60_000;
/** A failed mail can be looked into for a month. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const DELETED_AT_ONCE = 500;
const PROBLEM_LENGTH_MAX = 300;

export interface SenderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Null: there is no mail server, and no mail is written. */
  readonly mailer: Mailer | null;
  /** Whether sent mails stay readable until they are removed, for a sandbox's page. */
  readonly keepsSent: boolean;
}

/** The loops that send mails, remove old ones, and say in the log when mails do not leave. */
export function createSenderLoops(
  deps: SenderDeps,
): Readonly<Record<"mails" | "oldMails" | "mailWatch", Loop>> {
  const { db, clock, log, mailer } = deps;
  const late = createTroubleLog({ log, event: "mail.late", level: "error", nowMs: clock.nowMs });
  return {
    mails: createLoop({
      name: "mails",
      intervalMs: SEND_INTERVAL_MS,
      clock,
      log,
      run: (nowMs) => (mailer === null ? Promise.resolve(0) : sendDue(deps, mailer, nowMs)),
    }),
    oldMails: createLoop({
      name: "old_mails",
      intervalMs: DELETE_INTERVAL_MS,
      clock,
      log,
      run: (nowMs) => deleteMails(db, nowMs - KEPT_MS, DELETED_AT_ONCE),
    }),
    mailWatch: createLoop({
      name: "mail_watch",
      intervalMs: WATCH_INTERVAL_MS,
      clock,
      log,
      run: async (nowMs) => {
        if (mailer === null) return 0;
        const { waiting, oldestMs } = await readState(db, null, nowMs);
        if (oldestMs === null || nowMs - oldestMs <= LATE_AFTER_MS) late.worked();
        else late.failed(new Error("mails wait for too long"), { waiting });
        return 0;
      },
    }),
  };
}

async function sendDue(deps: SenderDeps, mailer: Mailer, nowMs: number): Promise<number> {
  const due = await claimDue(deps.db, { nowMs, leaseUntilMs: nowMs + LEASE_MS, limit: SENT_AT_ONCE });
  await Promise.all(due.map((mail) => tryToSend(deps, mailer, mail)));
  return due.length;
}

async function tryToSend(
  { db, clock, keyring, log, keepsSent }: SenderDeps,
  mailer: Mailer,
  mail: DueMail,
): Promise<void> {
  const { usefulUntilMs, attempts } = mail;
  const id = publicId("mail", mail.id);
  const fail = async (problem: string): Promise<void> => {
    log.error("mail.failed", { mailId: id, kind: mail.kind, attempts, problem });
    await endMail(db, mail, { status: "FAILED", problem }, clock.nowMs());
  };
  if (usefulUntilMs !== null && clock.nowMs() >= usefulUntilMs)
    return fail("its link ended before it could be sent");
  if (attempts > TRIES_MAX) return fail("every try was interrupted");
  try {
    await mailer({ id, ...openLetter(keyring, mail) });
  } catch (error) {
    if (!(error instanceof MailerError)) throw error;
    const problem = error.message.slice(0, PROBLEM_LENGTH_MAX);
    const dueAtMs = error.reason === "refused" ? null : nextTryMs(attempts, clock.nowMs(), usefulUntilMs);
    if (dueAtMs === null) return fail(problem);
    log.warn("mail.postponed", { mailId: id, kind: mail.kind, attempts, problem });
    return postponeMail(db, mail, { dueAtMs, problem });
  }
  await endMail(db, mail, { status: "SENT", keepsContent: keepsSent }, clock.nowMs());
}
