import type { Database } from "./db/database.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import { forgetCounters } from "./http/limits/index.ts";
import { createLoop, type Loop } from "./jobs/loop.ts";
import type { Clock } from "./kit/clock.ts";
import type { Logger } from "./kit/logger.ts";
import type { Access } from "./modules/access/index.ts";
import type { ChangeRequests } from "./modules/change-requests/index.ts";
import type { Operators } from "./modules/operators/index.ts";

export interface ChoresDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly access: Access;
  readonly operators: Operators;
  readonly changes: Pick<ChangeRequests, "expire">;
  /** Whether limits are in force: without them there are no counters to delete. */
  readonly countsCallers: boolean;
}

const EVERY_MINUTE_MS = 60_000;
const FORGET_COUNTERS_EVERY_MS = 30_000;

/** Maintenance loops: they delete what is no longer needed. No request depends on them. */
export function createChores(deps: ChoresDeps): Readonly<Record<string, Loop>> {
  const { db, clock, log, access, operators, changes } = deps;
  const chore = (name: string, intervalMs: number, run: (nowMs: number) => Promise<number>): Loop =>
    createLoop({ name, intervalMs, clock, log, run });
  return {
    idempotencyKeys: chore("idempotency_keys", EVERY_MINUTE_MS, (nowMs) => forgetOldKeys(db, nowMs)),
    apiKeyUse: chore("api_key_use", EVERY_MINUTE_MS, () => access.writeLastUsed()),
    operatorSessions: chore("operator_sessions", EVERY_MINUTE_MS, (nowMs) => operators.forgetOld(nowMs)),
    changeRequests: chore("change_requests", EVERY_MINUTE_MS, (nowMs) => changes.expire(nowMs)),
    ...(deps.countsCallers
      ? { limits: chore("limits", FORGET_COUNTERS_EVERY_MS, (nowMs) => forgetCounters(db, nowMs)) }
      : {}),
  };
}
