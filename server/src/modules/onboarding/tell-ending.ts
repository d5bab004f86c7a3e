import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import { takeReachedStages } from "./ending-papers.ts";

const INTERVAL_MS = 60 * 60_000;

/** The loop that tells merchants of papers that end, in days of UTC: each at 30 days, at 7 days, and when it has ended. */
export function createPaperExpiry({
  db,
  clock,
  log,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): Loop {
  return createLoop({
    name: "paper_expiry",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: (nowMs) =>
      db.transaction(async (tx) => {
        const papers = await takeReachedStages(tx, nowMs);
        await recordNews(
          tx,
          papers.map(({ merchantNo, id }) => ({
            merchantNo,
            kind: "KYB_PAPER_ENDS",
            subject: id,
            actor: systemActor,
            atMs: nowMs,
          })),
        );
        return papers.length;
      }),
  });
}
