import type { Database } from "../../src/db/database.ts";

/**
 * For each loop that money waits for: the rows that it could find to do at the time $1. A query may find more than its loop claims, and
 * never less. Of 50 rounds of all loops one found something, and the rounds took more than a quarter of the end-to-end tests' time; so tests
 * ask once for all of them. In the deep tier `drain` runs the loops nevertheless, and fails when one of them does something that is not due by
 * this table.
 */
const dueRows: Readonly<Record<string, string>> = {
  beneficiaries: "from beneficiaries where next_check_at <= $1",
  expiry:
    "from checkout_sessions where expires_at <= $1 and (status = 'OPEN' or (status = 'FAILED' and retryable))",
  links: "from payment_links where status in ('ACTIVE', 'PAUSED') and expires_at <= $1",
  payoutBatches: "from payout_batches where next_check_at <= $1",
  payouts: "from payouts where next_check_at <= $1",
  refunds: "from refunds where next_check_at <= $1",
  resolver: "from charge_checks where next_check_at <= $1",
  settlements: "from settlements where due_at <= $1",
  simulator0: "from simulator.operations where next_step_at <= $1",
  simulator1: "from simulator.callbacks where due_at <= $1",
  webhooks: `from webhook_deliveries d where d.due_at <= $1 or (d.due_at is not null and exists (
    select from webhook_endpoints p where p.merchant_no = d.merchant_no and p.id = d.endpoint_id and p.status = 'DISABLED'))`,
};

/** They also look for what has no due time, such as a lease that was lost: once in `LOOK_AROUND_MS`. */
const looksAround: ReadonlySet<string> = new Set(["links", "webhooks"]);
const LOOK_AROUND_MS = 60_000;

export interface DueWork {
  /** Whether the loop of this name can have something to do; undefined: nobody knows before it has run. */
  isDue(name: string, msSinceRun: number): boolean | undefined;
}

/** Asks, in one statement, which loops can have something to do. */
export async function findDueWork(db: Database, nowMs: number): Promise<DueWork> {
  const [found = {}] = await db.query<Readonly<Record<string, boolean>>>({
    text: `select ${Object.entries(dueRows)
      // One column, because Citus fails on subqueries without columns when they read two schemas.
      .map(([name, rows]) => `exists (select 1 ${rows}) as "${name}"`)
      .join(", ")}`,
    values: [new Date(nowMs)],
    name: "test_due_work",
  });
  return {
    isDue: (name, msSinceRun) => (looksAround.has(name) && msSinceRun >= LOOK_AROUND_MS ? true : found[name]),
  };
}
