import { createLoop, type Loop } from "../../../server/src/jobs/loop.ts";
import type { Clock } from "../../../server/src/kit/clock.ts";
import { type HttpOut, HttpOutError } from "../../../server/src/kit/http-out.ts";
import type { Logger } from "../../../server/src/kit/logger.ts";
import { differences } from "./check.ts";
import { type PageInventory, readInventory } from "./inventory.ts";
import { loadPage } from "./live.ts";

export interface PageWatchDeps {
  readonly httpOut: HttpOut;
  /** The public address of the service: what is between it and the payers is checked as well. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly inventory?: PageInventory;
}

const DAY_MS = 24 * 3_600_000;
/** After a start: by then the port is open, and a proxy in front has noticed. */
const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 60_000;
/** A path of no session: a page with the same script, styles and headers as every other, without a payment. */
const PATH = "/checkout/inventory-check";

/**
 * Once a day, requests a page at the public address and compares it with the inventory. A difference is an error in the
 * log, `checkout.page.differs`: something in the service, or in front of it, is not as agreed.
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
        // The service may be unable to reach its own public name; then the tool checks from outside.
        log.warn("checkout.page.unreachable", { reason: error.reason });
        return 0;
      }
    },
  });
}
