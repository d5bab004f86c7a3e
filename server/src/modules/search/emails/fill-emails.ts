import type { Database } from "../../../db/database.ts";
import { uuidFloor } from "../../../db/list-days.ts";
import { createLoop, type Loop } from "../../../jobs/loop.ts";
import type { Clock } from "../../../kit/clock.ts";
import { guardIdOf } from "../../../kit/guard-id.ts";
import type { Id, MerchantNo } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { Logger } from "../../../kit/logger.ts";
import { openCustomer } from "../../payments/index.ts";
import { emailMac } from "./email-mac.ts";
import {
  type CustomerRow,
  type EmailProgress,
  insertEmails,
  lockEmailProgress,
  readCustomers,
  readWaitingMerchants,
  saveEmailProgress,
} from "./email-store.ts";

const INTERVAL_MS = 10_000;
/** A round ends after this time; the next one goes on. So a long backlog leaves room for payments. */
const ROUND_MS_MAX = 1_000;
const MERCHANTS_PER_ROUND = 100;
/** To open this many takes some milliseconds, in which the process does nothing else. */
const ROWS_PER_STEP = 200;
/** A row is committed at most seven seconds after its id was made, and clocks of machines differ a little. */
const SETTLED_AFTER_MS = 60_000;

export interface EmailFillerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: Logger;
}

/**
 * Writes the hashes of payers' addresses some time after their payments, so that a payment is not slower for them. Rows
 * and progress are committed together, each merchant in one process at a time.
 */
export function createEmailFiller({ db, clock, keyring, log }: EmailFillerDeps): Loop {
  return createLoop({
    name: "payer_emails",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const endMs = nowMs + ROUND_MS_MAX;
      const settled = uuidFloor(nowMs - SETTLED_AFTER_MS);
      const before = { sessionsThrough: settled, guardsThrough: guardIdOf(settled as Id<"paymentIntent">) };
      for (const merchantNo of await readWaitingMerchants(db, before, MERCHANTS_PER_ROUND)) {
        try {
          while ((await fillStep(db, keyring, merchantNo, before)) && clock.nowMs() < endMs);
        } catch (error) {
          // The rows of one merchant must not keep the others from being found.
          log.error("payer_emails.failed", { merchantNo, error });
        }
        if (clock.nowMs() >= endMs) break;
      }
      return 0;
    },
  });
}

/** Reads some rows of one merchant; returns whether there may be more. */
function fillStep(
  db: Database,
  keyring: Keyring,
  merchantNo: MerchantNo,
  before: EmailProgress,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const progress = await lockEmailProgress(tx, merchantNo);
    if (progress === null) return false;
    const read = (after: string, end: string) =>
      readCustomers(tx, merchantNo, { after, before: end }, ROWS_PER_STEP);
    const sessions = await read(progress.sessionsThrough, before.sessionsThrough);
    const guards = await read(progress.guardsThrough, before.guardsThrough);
    const emails = [...sessions, ...guards].flatMap((row) => emailOf(keyring, merchantNo, row));
    await insertEmails(tx, merchantNo, emails);
    await saveEmailProgress(tx, merchantNo, {
      sessionsThrough: sessions.at(-1)?.id ?? progress.sessionsThrough,
      guardsThrough: guards.at(-1)?.id ?? progress.guardsThrough,
    });
    return sessions.length === ROWS_PER_STEP || guards.length === ROWS_PER_STEP;
  });
}

function emailOf(keyring: Keyring, merchantNo: MerchantNo, { id, paymentIntentId, customer }: CustomerRow) {
  const email =
    customer === null ? undefined : openCustomer(keyring, merchantNo, paymentIntentId, customer).email;
  if (email === undefined) return [];
  return [{ mac: emailMac(keyring, merchantNo, email), paymentIntentId, sessionId: id }];
}
