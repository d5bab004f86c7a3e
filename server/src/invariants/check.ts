import type { Queryable } from "../db/database.ts";
import { startOfDay, uuidFloor } from "../db/list-days.ts";
import { auditInvariants } from "./audit.ts";
import type { Invariant, Violation } from "./invariant.ts";
import { kybInvariants } from "./kyb.ts";
import { ledgerInvariants } from "./ledger.ts";
import { operatorMoneyInvariants } from "./operator-money.ts";
import { paymentInvariants } from "./payments.ts";
import { payoutInvariants } from "./payouts.ts";
import { railEndInvariants } from "./rail-ends.ts";
import { railInvariants } from "./rails.ts";
import { recordInvariants } from "./records.ts";
import { reportInvariants } from "./reports.ts";
import { sealInvariants } from "./seals.ts";

/** All invariants, in the order in which they are checked. */
export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...sealInvariants,
  ...railInvariants,
  ...railEndInvariants,
  ...paymentInvariants,
  ...payoutInvariants,
  ...operatorMoneyInvariants,
  ...recordInvariants,
  ...reportInvariants,
  ...auditInvariants,
  ...kybInvariants,
];

const DAY_MS = 86_400_000;
/** More rows of one invariant add no information. */
const VIOLATIONS_MAX = 20;
/** An id may be older than its row by the lifetime of a session. */
const ID_AGE_MS = 25 * 3_600_000;

/** How far back a check goes; null checks from the beginning. */
export interface Span {
  /** For `recent` invariants: rows made since then, and since midnight UTC before it. */
  readonly sinceMs: number | null;
  /** For `sealed` invariants: everything sealed before then is already verified. */
  readonly provedBeforeMs: number | null;
}

const ALL_HISTORY: Span = { sinceMs: null, provedBeforeMs: null };

/**
 * The rows that break one invariant; empty when it holds. One statement, so that it sees one snapshot: rows written
 * together are seen together.
 */
export async function checkInvariant(
  db: Queryable,
  invariant: Invariant,
  span: Span = ALL_HISTORY,
): Promise<readonly Violation[]> {
  const rows = await db.query<Omit<Violation, "invariant">>({
    // The limit is applied outside: with it inside, the planner would choose the plan that is fast for the first few
    // rows, but there are none.
    text: `with violation as materialized (${invariant.sql})
      select merchant_no as "merchantNo", id, detail from violation limit ${VIOLATIONS_MAX}`,
    values: parametersOf(invariant, span),
  });
  return rows.map((row) => ({ invariant: invariant.name, ...row }));
}

function parametersOf({ reach }: Invariant, { sinceMs, provedBeforeMs }: Span): readonly unknown[] {
  switch (reach) {
    case "whole":
      return [];
    case "sealed":
      return [provedBeforeMs === null ? "-infinity" : new Date(provedBeforeMs)];
    case "recent": {
      const dayMs = sinceMs === null ? null : startOfDay(sinceMs);
      return [
        uuidFloor(dayMs === null ? 0 : dayMs - ID_AGE_MS),
        dayMs === null ? "-infinity" : new Date(dayMs),
      ];
    }
  }
}

/** What was booked by then may no longer be in the ledger: the day after it, or null. */
async function detachedUntil(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ lastMs: number | null }>({
    text: `select max(last_at) as "lastMs" from ledger_detachments`,
  });
  return row?.lastMs == null ? null : startOfDay(row.lastMs) + 2 * DAY_MS;
}

/** The rows that break any invariant, over the whole history that is here: for tests, drills and an operator's questions. */
export async function checkInvariants(db: Queryable): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const span = { ...ALL_HISTORY, sinceMs: await detachedUntil(db) };
  for (const invariant of invariants) violations.push(...(await checkInvariant(db, invariant, span)));
  return violations;
}
