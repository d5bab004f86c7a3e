import type { Database } from "../../../db/database.ts";
import type { IdSource } from "../../../kit/ids.ts";
import type { Logger } from "../../../kit/logger.ts";
import type { AccountCalls } from "../../../providers/calls.ts";
import type { ProviderBalance } from "../../../providers/provider.ts";
import {
  bookOpening,
  type ExpectedBalances,
  type RailScope,
  readExpectedBalances,
} from "../../rails/index.ts";
import { isExplained, readTolerances } from "../balance-gaps.ts";
import { digestOf, numberLines } from "../statement-rules.ts";
import {
  type BalanceReading,
  closeDay,
  insertBalanceDifference,
  insertReading,
  readLastReadings,
} from "./balances-store.ts";
import type { ClaimedDay } from "./days-store.ts";
import { fetchLines } from "./fetch-lines.ts";
import { type InFlight, NOTHING_IN_FLIGHT, readInFlight, widen } from "./in-flight.ts";

/** How often a balance is read again because money moved meanwhile. */
const READINGS_MAX = 3;

export interface BalanceDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly calls: AccountCalls;
  readonly log: Logger;
  readonly nowMs: () => number;
}

/**
 * Reads what the account holds at the provider and compares it with our book. The first reading opens the book: what
 * nobody can explain any more is booked as its opening. Later, a gap that is not the one of the reading before, and that
 * neither what is on its way nor the account's tolerance explains, is a difference, and is logged as an error, so that
 * somebody is called. Null when it is done, else why it could not be.
 */
export async function compareBalance(deps: BalanceDeps, day: ClaimedDay): Promise<string | null> {
  const read = await readBoth(deps, day);
  if (read.kind === "unavailable") return read.reason;
  const told = sumByCurrency(read.balances);
  const { db, ids } = deps;
  const nowMs = deps.nowMs();
  const { tenantId, mode, providerAccountId } = day;
  const gaps: BalanceReading[] = [];
  await db.transaction(async (tx) => {
    const before = await readLastReadings(tx, day);
    const tolerances = await readTolerances(tx, providerAccountId);
    for (const [currency, expected] of read.expected) {
      const held = told.get(currency);
      // Some providers leave out what is empty: nothing was told of it.
      if (held === undefined) continue;
      const last = before.get(currency);
      // The opening makes the book say what was told.
      const reading: BalanceReading = {
        id: ids.uuid(),
        currency,
        told: held,
        expected: last === undefined ? held : expected,
        ...(read.inFlight.get(currency) ?? NOTHING_IN_FLIGHT),
      };
      if (!(await insertReading(tx, day, reading, nowMs))) continue;
      if (last === undefined) {
        const scope = { tenantId, mode, providerAccountId };
        await bookOpening(tx, ids, scope, { id: reading.id, currency, amount: held - expected }, nowMs);
      } else if (
        held - expected !== last.told - last.expected &&
        !isExplained(reading, tolerances.get(currency) ?? 0n)
      ) {
        await insertBalanceDifference(tx, ids, day, reading, nowMs);
        gaps.push(reading);
      }
    }
    await closeDay(tx, day, null, nowMs);
  });
  for (const { currency, told: theirs, expected: ours } of gaps) {
    const amounts = { currency, theirs: theirs.toString(), ours: ours.toString() };
    deps.log.error("reconciliation.balance.differs", { providerAccountId, mode, day: day.day, ...amounts });
  }
  return null;
}

type Both =
  | {
      readonly kind: "read";
      readonly balances: readonly ProviderBalance[];
      readonly expected: ExpectedBalances;
      readonly inFlight: ReadonlyMap<string, InFlight>;
    }
  | { readonly kind: "unavailable"; readonly reason: string };

/**
 * The balance as the provider tells it, and as our book does at the same moment. A provider with a statement is asked for
 * what it moved since the day, before and after: only when both are the same, nothing moved while the balance was read.
 * Of one without, what is on its way is read too, because nobody can say whether its balance has it.
 */
async function readBoth({ db, calls, nowMs }: BalanceDeps, day: ClaimedDay): Promise<Both> {
  const scope = { tenantId: day.tenantId, mode: day.mode, providerAccountId: day.providerAccountId };
  if (!calls.provider.capabilities.statement) return readWithoutStatement(db, calls, scope);
  const since = () => fetchLines(calls, day.toMs, nowMs() + 1);
  for (let at = 0; at < READINGS_MAX; at += 1) {
    const before = await since();
    if (before.kind === "unavailable") return before;
    const told = await calls.balance();
    if (told.kind === "unavailable") return told;
    const after = await since();
    if (after.kind === "unavailable") return after;
    const [first, second] = await Promise.all(
      [before.lines, after.lines].map((lines) => digestOf(numberLines(lines))),
    );
    if (first === undefined || second === undefined || !first.equals(second)) continue;
    const expected = await readExpectedBalances(db, scope, after.lines);
    return { kind: "read", balances: told.balances, expected, inFlight: new Map() };
  }
  return { kind: "unavailable", reason: "money moved while the balance was read" };
}

/** Our book is read before and after the provider's answer: what was booked meanwhile may be in that answer or not. */
async function readWithoutStatement(db: Database, calls: AccountCalls, scope: RailScope): Promise<Both> {
  const before = await readExpectedBalances(db, scope, null);
  const told = await calls.balance();
  if (told.kind === "unavailable") return told;
  const moving = await readInFlight(db, scope);
  const expected = await readExpectedBalances(db, scope, null);
  const inFlight = [...expected].map(
    ([currency, after]) =>
      [
        currency,
        widen(moving.get(currency) ?? NOTHING_IN_FLIGHT, after - (before.get(currency) ?? after)),
      ] as const,
  );
  return { kind: "read", balances: told.balances, expected, inFlight: new Map(inFlight) };
}

function sumByCurrency(balances: readonly ProviderBalance[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { available } of balances) {
    sums.set(available.currency, (sums.get(available.currency) ?? 0n) + available.minor);
  }
  return sums;
}
