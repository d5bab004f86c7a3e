import { systemActor } from "../../../db/audit.ts";
import type { Logger } from "../../../kit/logger.ts";
import type { AccountCalls } from "../../../providers/calls.ts";
import { acceptStatement } from "../accept-statement.ts";
import { digestOf, numberLines } from "../statement-rules.ts";
import type { ReconciliationDeps } from "../statements.ts";
import type { NumberedLine } from "../types.ts";
import { readAnswers } from "./answers-store.ts";
import { askOperations } from "./ask-operations.ts";
import { closeDay } from "./balances-store.ts";
import { compareBalance } from "./compare-balance.ts";
import { type ClaimedDay, extendLease, finishDay, isBookComplete } from "./days-store.ts";
import { fetchLines } from "./fetch-lines.ts";

/** Longer than a call to a provider and the comparison of a large book. */
export const LEASE_MS = 600_000;

/** After so many attempts a day is compared without the operations that have no answer. */
const ASKING_ATTEMPTS = 6;

/** The lines of a day, or why there are none yet. */
type Collected =
  | {
      readonly kind: "lines";
      readonly lines: readonly NumberedLine[];
      /** Operations that nothing could be learned of, by `keyOf`. */
      readonly silent: ReadonlySet<string>;
    }
  | { readonly kind: "unavailable"; readonly reason: string };

/**
 * One attempt at a claimed day: collects what the provider says, compares and stores it as a statement, then reads the
 * balance. Each step is stored when it is done, so that another process goes on behind it. Null when the day is over,
 * else why it is not.
 */
export async function runDay(
  deps: ReconciliationDeps & { readonly log: Logger },
  day: ClaimedDay,
): Promise<string | null> {
  const calls = deps.providers.of(await deps.routing.providerAccount(day.providerAccountId));
  if (day.status === "WAITING") {
    const collected = await collect(deps, calls, day);
    if (collected.kind === "unavailable") return collected.reason;
    await store(deps, calls, day, collected.lines, collected.silent);
    return null;
  }
  if (await isBookComplete(deps.db, day)) {
    const { db, ids, log, clock } = deps;
    return compareBalance({ db, ids, log, calls, nowMs: clock.nowMs }, day);
  }
  // A later day compares it, or an earlier one is missing.
  await closeDay(deps.db, day, null, deps.clock.nowMs());
  return null;
}

async function collect(deps: ReconciliationDeps, calls: AccountCalls, day: ClaimedDay): Promise<Collected> {
  const { db, keyring, clock } = deps;
  if (day.method === "STATEMENT") {
    const told = await fetchLines(calls, day.fromMs, day.toMs);
    return told.kind === "lines"
      ? { kind: "lines", lines: numberLines(told.lines), silent: new Set() }
      : told;
  }
  const keepLease = () => extendLease(db, day, clock.nowMs() + LEASE_MS);
  const silent = await askOperations({ db, keyring, calls, keepLease }, day);
  // One operation without an answer must not keep the others from being compared for ever.
  if (silent.size > 0 && day.attemptCount < ASKING_ATTEMPTS) {
    return { kind: "unavailable", reason: `${silent.size} operations have no answer` };
  }
  return { kind: "lines", lines: await readAnswers(db, day), silent };
}

/** Stores the statement and ends the comparison, in one transaction. A statement that is there already is the day's. */
async function store(
  { db, ids, clock }: ReconciliationDeps,
  calls: AccountCalls,
  day: ClaimedDay,
  lines: readonly NumberedLine[],
  silent: ReadonlySet<string>,
): Promise<void> {
  const { tenantId, mode, providerAccountId: accountId, fromMs, toMs } = day;
  const next = calls.provider.capabilities.balance ? "BALANCE" : "DONE";
  const nowMs = clock.nowMs();
  const id = ids.next("providerStatement");
  const given = {
    id,
    tenantId,
    book: { mode, accountId, fromMs, toMs },
    lines,
    silent,
    digest: await digestOf(lines),
    source: day.method === "STATEMENT" ? "PROVIDER" : "QUERIES",
    uploadedBy: null,
    actor: systemActor,
    nowMs,
  } as const;
  await db.transaction(async (tx) => {
    const accepted = await acceptStatement(tx, ids, given);
    const statementId = accepted.kind === "accepted" ? id : accepted.id;
    await finishDay(tx, day, statementId, next, nowMs);
  });
}
