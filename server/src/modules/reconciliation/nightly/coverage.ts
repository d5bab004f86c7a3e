import { type Static, Type } from "typebox";
import type { Database } from "../../../db/database.ts";
import type { OperatorCaller } from "../../../http/route.ts";
import { Instant, Nullable, OneOf } from "../../../http/schemas.ts";
import { type Id, parsePublicId, publicId } from "../../../kit/ids.ts";
import { type Mode, modes } from "../../../kit/payment-terms.ts";
import { iso, isoOrNull } from "../../payments/index.ts";
import { balanceSource, isExplained, STAYING_READINGS } from "../balance-gaps.ts";
import type { ReconciliationDeps } from "../statements.ts";

/** Days of an account that are shown. */
const DAYS_SHOWN = 31;

export const CoverageQuery = Type.Object(
  {
    mode: OneOf(modes),
    providerAccountId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Only this account, `acct_…`" }),
    ),
  },
  { additionalProperties: false },
);
type CoverageQuery = Static<typeof CoverageQuery>;

export const CoverageView = Type.Object({
  object: Type.Literal("reconciliation_coverage"),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  coveredUntil: Nullable({
    ...Instant,
    description: "The end of the last day up to which every shown day was compared; null: none was.",
  }),
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: "In the time zone of the account's bank, or UTC." }),
      from: Instant,
      to: Instant,
      method: OneOf(["STATEMENT", "QUERIES"], {
        description: "STATEMENT: the provider told its book. QUERIES: it was asked about each operation.",
      }),
      status: OneOf(["WAITING", "BALANCE", "DONE", "GIVEN_UP"], {
        description: "WAITING for the comparison, then for the BALANCE; GIVEN_UP: hand in a statement.",
      }),
      statementId: Nullable(Type.String()),
      problem: Nullable(Type.String({ description: "Why the last attempt brought nothing." })),
      attemptCount: Type.Integer(),
      nextAttemptAt: Nullable(Instant),
    }),
    { description: `The last ${DAYS_SHOWN} days, newest first.` },
  ),
  balances: Type.Array(
    Type.Object({
      currency: Type.String(),
      theirs: Type.String({ description: "What the provider said, in minor units." }),
      ours: Type.String({ description: "What our book said at the same moment, in minor units." }),
      gap: Type.String({ description: "Theirs less ours, in minor units." }),
      incoming: Type.String({ description: "Payments that were on their way, in minor units." }),
      outgoing: Type.String({ description: "Refunds and payouts that were on their way, in minor units." }),
      tolerance: Type.String({ description: "What the account tolerates, in minor units." }),
      state: OneOf(["AGREES", "EXPLAINED", "DIFFERS", "STAYS"], {
        description:
          "EXPLAINED: by what was on its way, or tolerated. DIFFERS: by nothing. STAYS: at the reading before too; it is in the work queue.",
      }),
      since: Nullable({ ...Instant, description: "The first reading in a row that nothing explains." }),
      readAt: Instant,
    }),
    {
      description:
        "The last reading in each currency. Corrections of the book since then count; everything else is seen by the next reading.",
    },
  ),
});
type CoverageView = Static<typeof CoverageView>;

/** Bodies as `/docs` shows them. */
export const coverageExample = {
  object: "reconciliation_coverage",
  mode: "LIVE",
  providerAccountId: "acct_06f4c1h3v8x2m6q9t1b5n7d0k4",
  coveredUntil: "2026-11-21T00:00:00.000Z",
  days: [
    {
      day: "2026-11-20",
      from: "2026-11-20T00:00:00.000Z",
      to: "2026-11-21T00:00:00.000Z",
      method: "STATEMENT",
      status: "DONE",
      statementId: "stmt_06f4c1p4t8v2x6m0q3b7n1d5k9",
      problem: null,
      attemptCount: 0,
      nextAttemptAt: null,
    },
  ],
  balances: [
    {
      currency: "XOF",
      theirs: "4925",
      ours: "4925",
      gap: "0",
      incoming: "0",
      outgoing: "0",
      tolerance: "0",
      state: "AGREES",
      since: null,
      readAt: "2026-11-21T02:00:03.000Z",
    },
  ],
};

export type Coverage = ReturnType<typeof createCoverage>;

/** Which days of each account were compared, and what the last balances were. */
export function createCoverage({ db }: Pick<ReconciliationDeps, "db">) {
  return {
    list: async ({ tenantId }: OperatorCaller, { mode, providerAccountId }: CoverageQuery) => {
      const accountId =
        providerAccountId === undefined ? null : parsePublicId("providerAccount", providerAccountId);
      if (providerAccountId !== undefined && accountId === null) return [];
      const days = await readDays(db, tenantId, mode, accountId);
      const readings = await readReadings(db, tenantId, accountId);
      return [...new Set(days.map((one) => one.providerAccountId))].map((id) =>
        coverageView(
          mode,
          id,
          days.filter((one) => one.providerAccountId === id),
          readings.filter((one) => one.providerAccountId === id),
        ),
      );
    },
  };
}

interface DayRow {
  readonly providerAccountId: Id<"providerAccount">;
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly method: "STATEMENT" | "QUERIES";
  readonly status: "WAITING" | "BALANCE" | "DONE" | "GIVEN_UP";
  readonly statementId: Id<"providerStatement"> | null;
  readonly problem: string | null;
  readonly attemptCount: number;
  readonly nextAttemptAtMs: number;
}

interface ReadingRow {
  readonly providerAccountId: Id<"providerAccount">;
  readonly currency: string;
  readonly told: bigint;
  readonly expected: bigint;
  readonly gap: bigint;
  readonly incoming: bigint;
  readonly outgoing: bigint;
  readonly tolerance: bigint;
  readonly sinceMs: number | null;
  /** In a row whose gap nothing explains. */
  readonly readings: number;
  readonly readAtMs: number;
}

/** Newest first, by account. */
function readDays(
  db: Database,
  tenantId: string,
  mode: Mode,
  accountId: string | null,
): Promise<readonly DayRow[]> {
  return db.query<DayRow>({
    text: `select d."providerAccountId", d.day::text as day, d."fromMs", d."toMs", d.method, d.status, d."statementId", d.problem,
        d."attemptCount", d."nextAttemptAtMs"
      from (
        select r.provider_account_id as "providerAccountId", r.day, r.period_from as "fromMs", r.period_to as "toMs",
          r.method, r.status, r.statement_id as "statementId", r.problem, r.attempt_count as "attemptCount",
          r.next_attempt_at as "nextAttemptAtMs",
          row_number() over (partition by r.provider_account_id order by r.day desc) as place
        from reconciliation_days r
        where r.tenant_id = $1 and r.mode = $2 and ($3::uuid is null or r.provider_account_id = $3)
      ) d where d.place <= ${DAYS_SHOWN} order by d."providerAccountId", d.day desc`,
    values: [tenantId, mode, accountId],
  });
}

function readReadings(
  db: Database,
  tenantId: string,
  accountId: string | null,
): Promise<readonly ReadingRow[]> {
  return db.query<ReadingRow>({
    text: `select g.provider_account_id as "providerAccountId", g.currency, g.told, g.expected, g.gap, g.incoming, g.outgoing,
        g.tolerance, g.since as "sinceMs", g.readings, g.read_at as "readAtMs"
      from ${balanceSource} g where g.tenant_id = $1 and ($2::uuid is null or g.provider_account_id = $2)
      order by g.provider_account_id, g.currency`,
    values: [tenantId, accountId],
  });
}

function coverageView(
  mode: Mode,
  id: Id<"providerAccount">,
  days: readonly DayRow[],
  readings: readonly ReadingRow[],
): CoverageView {
  const isCompared = ({ status }: DayRow) => status === "DONE" || status === "BALANCE";
  const oldestFirst = days.toReversed();
  const gap = oldestFirst.findIndex((one) => !isCompared(one));
  const covered = (gap === -1 ? oldestFirst : oldestFirst.slice(0, gap)).at(-1);
  return {
    object: "reconciliation_coverage",
    mode,
    providerAccountId: publicId("providerAccount", id),
    coveredUntil: covered === undefined ? null : iso(covered.toMs),
    days: days.map((one) => ({
      day: one.day,
      from: iso(one.fromMs),
      to: iso(one.toMs),
      method: one.method,
      status: one.status,
      statementId: one.statementId === null ? null : publicId("providerStatement", one.statementId),
      problem: one.problem,
      attemptCount: one.attemptCount,
      nextAttemptAt: one.status === "WAITING" || one.status === "BALANCE" ? iso(one.nextAttemptAtMs) : null,
    })),
    balances: readings.map((reading) => ({
      currency: reading.currency,
      theirs: `${reading.told}`,
      ours: `${reading.expected}`,
      gap: `${reading.gap}`,
      incoming: `${reading.incoming}`,
      outgoing: `${reading.outgoing}`,
      tolerance: `${reading.tolerance}`,
      state: stateOf(reading),
      since: isoOrNull(reading.sinceMs),
      readAt: iso(reading.readAtMs),
    })),
  };
}

function stateOf(reading: ReadingRow): CoverageView["balances"][number]["state"] {
  if (reading.gap === 0n) return "AGREES";
  if (isExplained(reading, reading.tolerance)) return "EXPLAINED";
  return reading.readings < STAYING_READINGS ? "DIFFERS" : "STAYS";
}
