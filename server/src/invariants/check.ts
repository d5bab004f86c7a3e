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

/**
 * What breaks one invariant; nothing, when all is well. One statement, so that it sees one state of the data: whatever is
 * written together is seen together. `sinceMs`: only what was made since then (midnight UTC before it); null: everything.
 */
export async function checkInvariant(
  db: Queryable,
  invariant: Invariant,
  sinceMs: number | null = null,
): Promise<readonly Violation[]> {
  const dayMs = sinceMs === null ? null : startOfDay(sinceMs);
  const rows = await db.query<Omit<Violation, "invariant">>({
    // Apart from its limit: the planner would take the way that is quick to the first few rows, and there are none.
    text: `with violation as materialized (${invariant.sql})
      select merchant_no as "merchantNo", id, detail from violation limit ${VIOLATIONS_MAX}`,
    values:
      invariant.reach === "whole"
        ? []
        : [uuidFloor(dayMs === null ? 0 : dayMs - ID_AGE_MS), dayMs === null ? "-infinity" : new Date(dayMs)],
  });
  return rows.map((row) => ({ invariant: invariant.name, ...row }));
}

/** What breaks any invariant, over all of history: for tests, drills and an operator's questions. */
export async function checkInvariants(db: Queryable): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of invariants) violations.push(...(await checkInvariant(db, invariant)));
  return violations;
}
