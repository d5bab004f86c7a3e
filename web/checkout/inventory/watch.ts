import { createLoop, type Loop } from "../../../server/src/jobs/loop.ts";
import type { Clock } from "../../../server/src/kit/clock.ts";
import { type HttpOut, HttpOutError } from "../../../server/src/kit/http-out.ts";
import type { Logger } from "../../../server/src/kit/logger.ts";
import { differences } from "./check.ts";
import { type PageInventory, readInventory } from "./inventory.ts";
import { loadPage } from "./live.ts";

export interface PageWatchDeps {
  readonly httpOut: HttpOut;
  /** Where payers reach the service: what stands between it and them is looked at as well. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inventory?: PageInventory;
}

const DAY_MS = 24 * 3_600_000;
/** After a start: the port is open by then, and a proxy in front has noticed. */
const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 60_000;
/** Names no session: a page with the same script, styles and headers as every other, and nobody's payment on it. */
const PATH = "/checkout/inventory-check";

/**
 * Once a day, asks for a page by the public address and compares it with the inventory. A difference is an error in the log
 * with the name `checkout.page.differs`: something on the way, or in the service, is not what was agreed.
 */
export function createPageWatch({ httpOut, publicUrl, clock, log, inventory }: PageWatchDeps): Loop {
  let dueAtMs: number | null = null;
  return createLoop({
    name: "page_watch",
    intervalMs: LOOK_EVERY_MS,
    clock,
    log,
    run: async (nowMs) => {
      dueAtMs ??= nowMs + FIRST_AFTER_MS;
      if (nowMs < dueAtMs) return 0;
      dueAtMs = nowMs + DAY_MS;
      try {
        const page = await loadPage(httpOut, `${publicUrl}${PATH}`);
        const found = differences(page, inventory ?? readInventory());
        if (found.length === 0) log.info("checkout.page.as_agreed", {});
        else log.error("checkout.page.differs", { differences: found });
        return 1;
      } catch (error) {
        if (!(error instanceof HttpOutError)) throw error;
        // A service need not be able to reach itself by its public name; then the tool does it from outside.
        log.warn("checkout.page.unreachable", { reason: error.reason });
        return 0;
      }
    },
  });
}
