import type { Transaction } from "../../db/database.ts";
import { plusSeconds } from "../../db/times-sql.ts";
import { type Budget, budgetAt } from "./budget.ts";
import { webhookErrors } from "./errors.ts";
import type { EndpointKey } from "./store.ts";

export interface ReplayBudget extends Budget {
  /** The endpoint has answered a ping at its present address. */
  readonly isProved: boolean;
}

/** The budget of this endpoint. */
export async function readReplayBudget(
  tx: Transaction,
  key: EndpointKey,
  nowMs: number,
): Promise<ReplayBudget> {
  const [row] = await tx.query<{ provedAtMs: number | null; fullAtMs: number | null }>({
    text: `select proved_at as "provedAtMs", budget_full_at as "fullAtMs"
        from webhook_endpoints where merchant_no = $1 and id = $2`,
    values: [key.merchantNo, key.id],
  });
  const isProved = row !== undefined && row.provedAtMs !== null;
  return { isProved, ...budgetAt(row?.fullAtMs ?? null, isProved, nowMs) };
}

/** Takes `count` deliveries from the budget. */
export async function spend(
  tx: Transaction,
  { merchantNo, id }: EndpointKey,
  { costMs }: Budget,
  count: number,
  nowMs: number,
): Promise<void> {
  if (count === 0) return;
  await tx.query({
    text: `update webhook_endpoints
         set budget_full_at = ${plusSeconds("greatest(least(coalesce(budget_full_at, $3), $5), $3)", "$4::double precision")}
       where merchant_no = $1 and id = $2`,
    values: [merchantNo, id, new Date(nowMs), (count * costMs) / 1_000, new Date(nowMs + 3_600_000)],
  });
}

/** For a single delivery: takes it from the budget, or refuses with WEBHOOK_BUDGET_SPENT. */
export async function spendOne(tx: Transaction, key: EndpointKey, nowMs: number): Promise<void> {
  const replayBudget = await readReplayBudget(tx, key, nowMs);
  refuseSpent(replayBudget);
  await spend(tx, key, replayBudget, 1, nowMs);
}

export function refuseSpent({ room, retryAfterSeconds }: Budget): void {
  if (room < 1) throw webhookErrors.WEBHOOK_BUDGET_SPENT({}, retryAfterSeconds);
}

/** Refuses with WEBHOOK_REPLAY_IN_PROGRESS while another transaction replays to this endpoint; held until ours ends. */
export async function takeReplayLock(tx: Transaction, { merchantNo, id }: EndpointKey): Promise<void> {
  const [row] = await tx.query<{ taken: boolean }>({
    text: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
    values: [`webhook replay ${merchantNo} ${id}`],
  });
  if (row?.taken !== true) throw webhookErrors.WEBHOOK_REPLAY_IN_PROGRESS({}, 1);
}
