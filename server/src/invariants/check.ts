import type { Queryable } from "../db/database.ts";
import { startOfDay, uuidFloor } from "../db/list-days.ts";
import { auditInvariants } from "./audit.ts";
import type { Invariant, Violation } from "./invariant.ts";
import { kybInvariants } from "./kyb.ts";
import { ledgerInvariants } from "./ledger.ts";
import { operatorMoneyInvariants } from "./operator-money.ts";
import { paymentInvariants } from "./payments.ts";
import { payoutInvariants } from "./payouts.ts";
import { recordInvariants } from "./records.ts";
import { sealInvariants } from "./seals.ts";

/** Everything that must hold, in the order in which it is checked. */
export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...sealInvariants,
  ...paymentInvariants,
  ...payoutInvariants,
  ...operatorMoneyInvariants,
  ...recordInvariants,
  ...auditInvariants,
  ...kybInvariants,
];

/** More rows of one invariant say nothing more. */
const VIOLATIONS_MAX = 20;
/** An id may be older than its row by the life of a session. */
const ID_AGE_MS = 25 * 3_600_000;

/** How far back a look goes; null goes back to the beginning. */
export interface Span {
  /** For `recent` invariants: what was made since then, midnight UTC before it. */
  readonly sinceMs: number | null;
  /** For `sealed` invariants: what was sealed before then is proved. */
  readonly provedBeforeMs: number | null;
}

export const ALL_HISTORY: Span = { sinceMs: null, provedBeforeMs: null };

/**
 * What breaks one invariant; nothing, when all is well. One statement, so that it sees one state of the data: whatever is
 * written together is seen together.
 */
export async function checkInvariant(
  db: Queryable,
  invariant: Invariant,
  span: Span = ALL_HISTORY,
): Promise<readonly Violation[]> {
  const rows = await db.query<Omit<Violation, "invariant">>({
    // Apart from its limit: the planner would take the way that is quick to the first few rows, and there are none.
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

/** What breaks any invariant, over all of history: for tests, drills and an operator's questions. */
export async function checkInvariants(db: Queryable): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of invariants) violations.push(...(await checkInvariant(db, invariant)));
  return violations;
}
