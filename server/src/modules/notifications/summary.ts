import type { Database, Transaction } from "../../db/database.ts";
import { hasPermission } from "../../http/permissions.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import { money } from "../../kit/money.ts";
import type { MailContents, Outbox } from "../mail/index.ts";
import { listPeopleAt, type PersonAt } from "../members/index.ts";
import { createReports } from "../reports/index.ts";
import { isFor } from "./kinds.ts";
import { type NewsPlace, readPlace } from "./store.ts";
import {
  claimDay,
  type DueDay,
  findDueDays,
  readWaiting,
  readWishes,
  type Waiting,
} from "./summary-store.ts";

const INTERVAL_MS = 60_000;

export interface SummaryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly outbox: Outbox;
}

type Figures = Pick<MailContents["DAILY_SUMMARY"], "currencies" | "succeeded" | "failed" | "failedPayouts">;

/** The loop that tells merchants' people of yesterday, in the morning, once. */
export function createSummaries(deps: SummaryDeps): Loop {
  const { db, clock, log, outbox } = deps;
  const reports = createReports(deps);

  /** Null: the sums of the day are not complete yet. */
  const figuresOf = async (due: DueDay, waiting: Waiting): Promise<Figures | null> => {
    const { merchantNo, fromMs, toMs, timeZone } = due;
    const period = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), timeZone };
    const scope = { merchantNos: [merchantNo], groupName: (_grouping: string, group: string) => group };
    const { asOf, attempts, currencies } = await reports.summary(scope, period);
    if (Date.parse(asOf) < toMs) return null;
    return {
      currencies: currencies.map(({ currency, takings, now }) => ({
        takings: money(BigInt(takings.amountMinor), currency),
        count: takings.count,
        available: money(BigInt(now.available.amountMinor), currency),
      })),
      succeeded: attempts.succeeded,
      failed: attempts.failed,
      failedPayouts: waiting.failedPayouts,
    };
  };

  const tell = async (due: DueDay): Promise<number> => {
    const waiting = await readWaiting(db, due);
    const figures = await figuresOf(due, waiting);
    if (figures === null) return 0;
    return db.transaction(async (tx) => {
      if (!(await claimDay(tx, due))) return 0;
      const place = await readPlace(tx, due.merchantNo);
      for (const person of await readersOf(tx, place, due)) {
        const content = contentFor(deps, person, { place, due, figures, waiting });
        const { email, locale, timeZone } = person;
        if (content !== null)
          await outbox.queueMail(tx, { tenantId: place.tenantId, to: { email, locale, timeZone }, content });
      }
      return 1;
    });
  };

  return createLoop({
    name: "daily_summaries",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      if (!outbox.canSend) return 0;
      let told = 0;
      for (const due of await findDueDays(db, nowMs)) told += await tell(due);
      return told;
    },
  });
}

async function readersOf(
  tx: Transaction,
  { merchantId, mode }: NewsPlace,
  due: DueDay,
): Promise<readonly PersonAt[]> {
  const wishes = await readWishes(tx, due);
  const people = await listPeopleAt(tx, merchantId, mode);
  return people.filter(
    ({ personId, permissions }) => wishes.has(personId) && isFor("DAILY_SUMMARY", permissions),
  );
}

/** The mail to one person, who is shown only what their role reads; null: nothing happened, and nothing waits for them. */
function contentFor(
  { publicUrl }: Pick<SummaryDeps, "publicUrl">,
  { permissions }: PersonAt,
  told: {
    readonly place: NewsPlace;
    readonly due: DueDay;
    readonly figures: Figures;
    readonly waiting: Waiting;
  },
): ({ readonly kind: "DAILY_SUMMARY" } & MailContents["DAILY_SUMMARY"]) | null {
  const { place, due, figures, waiting } = told;
  const { merchant, mode, merchantId } = place;
  const waits = {
    payoutsToApprove: hasPermission(permissions, "merchant.payouts.approve") ? waiting.payoutsToApprove : 0,
    dossierQuestions: hasPermission(permissions, "merchant.profile.manage") ? waiting.dossierQuestions : 0,
    disabledEndpoints: hasPermission(permissions, "merchant.webhooks.manage") ? waiting.disabledEndpoints : 0,
  };
  const { currencies, succeeded, failed, failedPayouts } = figures;
  const counts = [succeeded, failed, failedPayouts, ...currencies.map(({ count }) => count)];
  if ([...counts, ...Object.values(waits)].every((count) => count === 0)) return null;
  const url = `${publicUrl}/dashboard/${merchantId}/${mode.toLowerCase()}`;
  return { kind: "DAILY_SUMMARY", merchant, mode, url, day: due.day, ...figures, ...waits };
}
