import { expect } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { checkInvariant, invariants } from "../../src/invariants/index.ts";
import { createManualClock } from "../../src/kit/clock.ts";
import { createIdSource, type Id } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { chargePosting, post } from "../../src/modules/ledger/index.ts";
import { createReportSums } from "../../src/modules/reports/fold.ts";
import { forgetSums } from "../../src/modules/reports/progress-store.ts";
import { createReports } from "../../src/modules/reports/service.ts";
import type { TestDatabase } from "./database.ts";
import { createRecordingLog, quietLog } from "./log.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  PROVIDER_ACCOUNT_ID,
  sessionRow,
  type TestMerchant,
} from "./rows.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 21, 10);
/** Before the row's hour is compared. */
const LATE_MS_MAX = 590_000;
const STEPS = 120;
const OPERATORS = ["MTN", "ORANGE", "WAVE"] as const;
const CODES = ["INSUFFICIENT_FUNDS", "PAYMENT_CANCELLED", "PAYER_NOT_FOUND"] as const;

/** A charge as the model knows it. */
interface Paid {
  readonly id: Id<"charge">;
  readonly madeAtMs: number;
  readonly operator: string;
  readonly amount: bigint;
  status: string;
  failureCode: string | null;
  isUnknown: boolean;
}

/** Writes rows as payments do, and remembers them. */
function createHistory({ owner, db }: TestDatabase, merchant: TestMerchant, seed: number) {
  const clock = createManualClock(START_MS);
  const random = createSeededRandom(seed);
  const ids = createIdSource(clock, random);
  const charges: Paid[] = [];
  const takings: {
    readonly atMs: number;
    readonly operator: string;
    readonly amount: bigint;
    readonly fee: bigint;
  }[] = [];
  const below = (limit: number): number => Math.floor(random.unit() * limit);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const update = (charge: Paid, sets: string, values: readonly unknown[] = []) =>
    owner.query({
      text: `update charges set ${sets} where merchant_no = $1 and id = $2`,
      values: [merchant.merchantNo, charge.id, ...values],
    });

  const newCharge = async (madeAtMs: number): Promise<void> => {
    const made = createIdSource(createManualClock(madeAtMs), random);
    const session = sessionRow(merchant, made, madeAtMs);
    const operator = one(OPERATORS);
    const row = chargeRow(session, merchant, made, madeAtMs, {
      amount: BigInt(1_000 + below(9_000)),
      methodDetails: JSON.stringify({ operator, countryCode: "CI" }),
    });
    await insertRows(owner, "checkout_sessions", [session]);
    await insertRows(owner, "charges", [row]);
    const { id, amount } = row as unknown as { id: Id<"charge">; amount: bigint };
    charges.push({
      id,
      madeAtMs,
      operator,
      amount,
      status: "PROCESSING",
      failureCode: null,
      isUnknown: false,
    });
  };

  const succeed = async (charge: Paid, late: boolean): Promise<void> => {
    const fee = charge.amount / 50n;
    const atMs = clock.nowMs();
    await db.transaction(async (tx) => {
      const booked = { ...charge, walletId: merchant.walletId, fee, currency: "XOF" } as const;
      const posting = chargePosting(booked, PROVIDER_ACCOUNT_ID, "available");
      await post(tx, ids, merchant.merchantNo, posting, atMs);
      await tx.query({
        text: `update charges set status = 'SUCCEEDED', pays = true, late = $3, failure_code = null, succeeded_at = $4,
          unknown_since = null where merchant_no = $1 and id = $2`,
        values: [merchant.merchantNo, charge.id, late, new Date(atMs)],
      });
    });
    Object.assign(charge, { status: "SUCCEEDED", failureCode: null, isUnknown: false });
    takings.push({ atMs, operator: charge.operator, amount: charge.amount, fee });
  };

  const fail = async (charge: Paid): Promise<void> => {
    const code = one(CODES);
    await update(charge, "status = 'FAILED', failure_code = $3, failed_at = $4", [
      code,
      new Date(clock.nowMs()),
    ]);
    Object.assign(charge, { status: "FAILED", failureCode: code, isUnknown: false });
  };

  const silence = async (charge: Paid): Promise<void> => {
    await update(charge, "unknown_since = $3", [new Date(clock.nowMs())]);
    charge.isUnknown = true;
  };

  return { clock, below, charges, takings, one, newCharge, succeed, fail, silence };
}

/** A database whose transactions are rolled back at their very end, as when the process dies before the commit. */
const dying = (inner: Database): Database => ({
  ...inner,
  transaction: (work) =>
    inner.transaction(async (tx) => {
      await work(tx);
      throw new Error("the process died");
    }),
});

/**
 * Plays a random history of payments, counted at random moments by several processes that may die, and expects the sums
 * to be those of the rows.
 */
export async function expectSumsOfHistory(database: TestDatabase, seed: number): Promise<void> {
  const { db } = database;
  const merchant = await insertMerchant(
    database.owner,
    createIdSource(createManualClock(START_MS), createSeededRandom(seed)),
    START_MS,
  );
  const history = createHistory(database, merchant, seed);
  const { clock, below, charges, one } = history;
  const loops = [1, 2].map(() => createReportSums({ db, clock, log: quietLog }));
  const died = createRecordingLog();
  const deadLoop = createReportSums({ db: dying(db), clock, log: died.log });
  const alive = () => charges.filter(({ status }) => status === "PROCESSING");
  const failed = () => charges.filter(({ status }) => status === "FAILED");
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    new: () => history.newCharge(clock.nowMs()),
    "new again": () => history.newCharge(clock.nowMs()),
    // Committed after the rows around it were counted.
    "long under way": () => history.newCharge(clock.nowMs() - below(LATE_MS_MAX)),
    paid: async () => alive().length > 0 && history.succeed(one(alive()), false),
    failed: async () => alive().length > 0 && history.fail(one(alive())),
    unknown: async () => alive().length > 0 && history.silence(one(alive())),
    "paid late": async () => failed().length > 0 && history.succeed(one(failed()), true),
    wait: async () => clock.advance(below(90_000)),
    "wait long": async () => clock.advance(below(HOUR_MS)),
    count: async () => loops[0]?.runOnce(),
    "count twice at once": () => Promise.all(loops.map((loop) => loop.runOnce())),
    "die while counting": () => deadLoop.runOnce(),
    forget: async () => below(5) === 0 && db.transaction((tx) => forgetSums(tx, merchant.merchantNo)),
  };
  for (let step = 0; step < STEPS; step += 1) await steps[one(Object.keys(steps))]?.();
  clock.advance(2 * HOUR_MS);
  await loops[0]?.runOnce();

  const reports = createReports({ db, clock });
  const scope = {
    merchantNos: [merchant.merchantNo],
    groupName: (_grouping: string, group: string) => group,
  };
  const to = new Date(Math.ceil(clock.nowMs() / HOUR_MS) * HOUR_MS).toISOString();
  const period = { from: new Date(START_MS - HOUR_MS).toISOString(), to };
  const byHour = await reports.series(scope, { ...period, interval: "hour", groupBy: "operator" });
  const summary = await reports.summary(scope, period);
  expect(summary.asOf).toBe(new Date(clock.nowMs()).toISOString());
  expect(summary.funnel.sessions).toBe(charges.length);

  const hourOf = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();
  for (const operator of OPERATORS) {
    const points = new Map(
      byHour.series
        .filter(({ group }) => group === operator)
        .flatMap(({ points: all }) => all.map((point) => [point.start, point])),
    );
    const own = charges.filter((charge) => charge.operator === operator);
    const taken = history.takings.filter((each) => each.operator === operator);
    const hours = new Set([
      ...own.map(({ madeAtMs }) => hourOf(madeAtMs)),
      ...taken.map(({ atMs }) => hourOf(atMs)),
    ]);
    expect([...points.keys()].toSorted()).toEqual([...hours].toSorted());
    for (const hour of hours) {
      const here = own.filter(({ madeAtMs }) => hourOf(madeAtMs) === hour);
      const money = taken.filter(({ atMs }) => hourOf(atMs) === hour);
      const cancelled = (each: Paid) => each.failureCode === "PAYMENT_CANCELLED";
      expect(points.get(hour)).toMatchObject({
        attempts: {
          succeeded: here.filter(({ status }) => status === "SUCCEEDED").length,
          failed: here.filter((each) => each.status === "FAILED" && !cancelled(each)).length,
          cancelled: here.filter(cancelled).length,
          unknown: here.filter((each) => each.status === "PROCESSING" && each.isUnknown).length,
          underWay: here.filter((each) => each.status === "PROCESSING" && !each.isUnknown).length,
        },
        takings: {
          count: money.length,
          amountMinor: String(money.reduce((sum, { amount }) => sum + amount, 0n)),
        },
        fees: { amountMinor: String(money.reduce((sum, { fee }) => sum + fee, 0n)) },
      });
    }
  }
  for (const invariant of invariants.filter(({ name }) => name.startsWith("reports."))) {
    expect(await checkInvariant(database.owner, invariant), invariant.name).toEqual([]);
  }
}
