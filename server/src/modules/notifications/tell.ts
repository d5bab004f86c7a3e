import type { Database, Transaction } from "../../db/database.ts";
import type { NewsKind } from "../../db/merchant-news.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import type { Outbox } from "../mail/index.ts";
import { listPeopleAt, type PersonAt } from "../members/index.ts";
import { isFor, isSent, newsRules } from "./kinds.ts";
import { readChoices } from "./settings-store.ts";
import * as store from "./store.ts";
import { describeNews } from "./subjects.ts";

const TELL_INTERVAL_MS = 2_000;
/** News of one kind and merchant that are told together. */
const TOGETHER_MAX = 1_000;

export interface TellDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: Logger;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly outbox: Outbox;
}

/** The loop that makes mails of what happened at merchants. */
export function createTelling(deps: TellDeps): Loop {
  const { db, clock, log } = deps;
  return createLoop({
    name: "merchant_news",
    intervalMs: TELL_INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const due = await store.findDue(db, nowMs);
      return due === null ? 0 : db.transaction((tx) => tellAlike(deps, tx, due, nowMs));
    },
  });
}

/**
 * One mail for all news of a kind at a merchant, to each of its readers; or none yet, where they were told of this kind a
 * moment ago. Returns how many news it took up. Without a mail server the news are dropped.
 */
async function tellAlike(
  deps: TellDeps,
  tx: Transaction,
  alike: store.Alike,
  nowMs: number,
): Promise<number> {
  const waiting = await store.lockAlike(tx, alike, nowMs, TOGETHER_MAX);
  const ids = waiting.map(({ id }) => id);
  const toldAtMs = await store.findToldAt(tx, alike);
  const quietUntilMs = toldAtMs === null ? nowMs : toldAtMs + newsRules[alike.kind].quietMs;
  if (quietUntilMs > nowMs) {
    await store.postponeNews(tx, alike, ids, quietUntilMs);
    return ids.length;
  }
  await store.deleteNews(tx, alike, ids);
  if (deps.outbox.canSend && (await queueMails(deps, tx, alike, waiting)))
    await store.writeTold(tx, alike, nowMs);
  return ids.length;
}

/** Queues the mails about what still stands. Returns whether there was anything to tell anybody. */
async function queueMails(
  deps: TellDeps,
  tx: Transaction,
  { merchantNo, kind }: store.Alike,
  waiting: readonly store.News[],
): Promise<boolean> {
  const place = await store.readPlace(tx, merchantNo);
  const { tenantId } = place;
  const people = await readersOf(tx, place, kind);
  if (people.length === 0) return false;
  for (const [index, news] of waiting.entries()) {
    const others = waiting.length - index - 1;
    const content = await describeNews({ ...deps, db: tx }, kind, { place, news, others });
    // It is over; the next one may not be.
    if (content === null) continue;
    // Who asked for a payout cannot approve it.
    const asker = kind === "PAYOUT_WAITING" && others === 0 ? news.actor.id : null;
    for (const { email, locale, timeZone } of people.filter((each) => each.personId !== asker))
      await deps.outbox.queueMail(tx, { tenantId, to: { email, locale, timeZone }, content });
    return true;
  }
  return false;
}

/** Those whose role makes it theirs, and who have not switched it off. */
async function readersOf(
  tx: Transaction,
  { merchantId, mode }: store.NewsPlace,
  kind: NewsKind,
): Promise<readonly PersonAt[]> {
  const people = (await listPeopleAt(tx, merchantId, mode)).filter(({ permissions }) =>
    isFor(kind, permissions),
  );
  if (people.length === 0) return [];
  const choices = await readChoices(tx, merchantId, mode, kind);
  return people.filter(({ personId }) => isSent(kind, mode, choices.get(personId)));
}
