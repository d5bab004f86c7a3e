import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Id, publicId } from "../../src/kit/ids.ts";
import type { Logger } from "../../src/kit/logger.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { createFaultyHttp, type FaultyHttp } from "../harness/faulty-http.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { startSecondInstance } from "../harness/second-instance.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Each day of an account is fetched and compared by itself: once, after it has ended, until it was possible. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let test: TestApp;
let network: FaultyHttp;
let payer: ReturnType<typeof createPayer>;
let accountId: string;
let unique = 0;
/** What was logged as an error: event and fields. */
const alarms: (readonly [string, unknown])[] = [];
const log: Logger = {
  ...quietLog,
  error: (event, fields) => {
    alarms.push([event, fields]);
  },
  with: () => log,
};

beforeAll(async () => {
  test = await startTestApp({
    log,
    egress: (egress) => {
      network = createFaultyHttp({ random: createSeededRandom(1), inner: egress.trusted });
      return { ...egress, trusted: network.http };
    },
  });
  payer = createPayer(test);
  const [account] = await test.owner.query<{ id: Id<"providerAccount"> }>({
    text: "select id from provider_accounts where mode = 'SANDBOX'",
  });
  accountId = publicId("providerAccount", account?.id ?? ("" as Id<"providerAccount">));
}, 60_000);
afterAll(() => test?.stop());

const read = async (path: string) => {
  const { token } = await test.operator();
  const answer = await test.request("GET", `/tenant/reconciliation/${path}`, { apiKey: token });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
};
const coverage = async () => (await read(`coverage?mode=SANDBOX&providerAccountId=${accountId}`))[0];
const night = async (app = test.app): Promise<number> => {
  let done = 0;
  while ((await app.loops.reconciliation?.runOnce()) !== 0) done += 1;
  return done;
};
/** To the next midnight, UTC, and `afterMs` more. */
const toMidnight = (afterMs: number) => {
  test.clock.advance(DAY_MS - (test.clock.nowMs() % DAY_MS) + afterMs);
};
async function pay(suffix = "789"): Promise<string> {
  unique += 1;
  const { id } = await payer.newSession();
  const { data } = (await payer.complete(id, mtn(suffix, unique))).body;
  await test.advance(4_000, 2_000);
  return data.chargeId;
}
const settled = { status: "DONE", problem: null, method: "STATEMENT" };

async function gapsInQueue() {
  const { token } = await test.operator();
  const answer = await test.request("GET", "/tenant/work?kind=BALANCE_GAP", { apiKey: token });
  return answer.body.data.items;
}
async function tolerate(amount: string): Promise<void> {
  const { token } = await test.operator();
  const answer = await test.request("PATCH", `/tenant/provider-accounts/${accountId}`, {
    apiKey: token,
    body: { balanceTolerances: [{ currency: "XOF", amount }] },
  });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
}

describe("the comparison of a day", () => {
  it("waits until two hours after the day's end, and is made once", async () => {
    await pay();
    toMidnight(2 * HOUR_MS - 1_000);
    expect(await night()).toBe(0);
    test.clock.advance(2_000);
    // The comparison, then the balance.
    expect(await night()).toBe(2);
    expect(await night()).toBe(0);
    const { days, coveredUntil, balances } = await coverage();
    expect(days).toMatchObject([{ ...settled, day: "2026-11-21", nextAttemptAt: null }]);
    expect(coveredUntil).toBe("2026-11-22T00:00:00.000Z");
    expect(balances).toMatchObject([{ currency: "XOF", theirs: "5000", ours: "5000" }]);
    const [statement] = await read("statements?mode=SANDBOX");
    expect(statement).toMatchObject({
      id: days[0].statementId,
      source: "PROVIDER",
      uploadedBy: null,
      lineCount: 1,
      matchedCount: 1,
      differenceCount: 0,
    });
    await expectInvariants(test.owner);
  });

  it("is made by one of two processes that look at the same time", async () => {
    await pay();
    toMidnight(3 * HOUR_MS);
    const second = await startSecondInstance(test);
    try {
      const done = await Promise.all([night(), night(second.app)]);
      expect(done[0] + done[1]).toBe(2);
    } finally {
      await second.stop();
    }
    expect(await read("statements?mode=SANDBOX")).toHaveLength(2);
    expect((await coverage()).days[0]).toMatchObject({ ...settled, day: "2026-11-22" });
  });

  it("is repeated later when the provider gives no answer, and says why until then", async () => {
    await pay();
    toMidnight(3 * HOUR_MS);
    network.failNext("ERROR_500");
    expect(await night()).toBe(1);
    const [waiting] = (await coverage()).days;
    expect(waiting).toMatchObject({ status: "WAITING", problem: "http_500", attemptCount: 1 });
    expect(Date.parse(waiting.nextAttemptAt)).toBe(test.clock.nowMs() + 300_000);
    test.clock.advance(300_000);
    expect(await night()).toBe(2);
    expect((await coverage()).days[0]).toMatchObject({ ...settled, day: "2026-11-23" });
  });

  it("is made up for when the service was down for days", async () => {
    test.clock.advance(3 * DAY_MS);
    await night();
    const { days, coveredUntil } = await coverage();
    expect(days.map(({ day, status }: { day: string; status: string }) => `${day} ${status}`)).toEqual([
      "2026-11-26 DONE",
      "2026-11-25 DONE",
      "2026-11-24 DONE",
      "2026-11-23 DONE",
      "2026-11-22 DONE",
      "2026-11-21 DONE",
    ]);
    expect(coveredUntil).toBe("2026-11-27T00:00:00.000Z");
  });

  it("finds late money that no callback told of", async () => {
    const chargeId = await pay("379");
    await test.advance(120_000, 20_000);
    toMidnight(3 * HOUR_MS);
    await night();
    const [{ statementId }] = (await coverage()).days;
    expect(await read(`differences?statementId=${statementId}`)).toMatchObject([
      { kind: "STATUS", subjectId: chargeId, ours: { status: "FAILED" }, theirs: { status: "SUCCEEDED" } },
    ]);
  });
});

describe("the balance at the provider", () => {
  it("that differs from the book is a difference, once for each gap", async () => {
    const before = (await coverage()).balances[0];
    expect(before.theirs).toBe(before.ours);
    // The provider took money away, and no line of its statement says so.
    await test.owner.query({
      text: `update simulator.book set amount = amount - 30, booked_at = booked_at - interval '40 days'
        where transaction_id = (select transaction_id from simulator.book order by booked_at limit 1)`,
    });
    toMidnight(3 * HOUR_MS);
    await night();
    const isAlarm = ([event]: readonly [string, unknown]) => event === "reconciliation.balance.differs";
    const told = { currency: "XOF", ours: before.ours, theirs: `${Number(before.ours) - 30}` };
    expect(alarms.filter(isAlarm)).toMatchObject([["reconciliation.balance.differs", told]]);
    const { days, balances } = await coverage();
    expect(balances).toMatchObject([{ ours: before.ours, theirs: `${Number(before.ours) - 30}` }]);
    const found = await read(`differences?statementId=${days[0].statementId}`);
    expect(found).toMatchObject([
      {
        kind: "BALANCE",
        type: "BALANCE",
        subjectId: null,
        ours: { amount: before.ours, currency: "XOF" },
        theirs: { amount: `${Number(before.ours) - 30}`, currency: "XOF" },
      },
    ]);
    expect(await read(`statements/${days[0].statementId}`)).toMatchObject({
      differenceCount: 1,
      openCount: 1,
      summary: [{ kind: "BALANCE", currency: "XOF", count: 1, amount: "30" }],
    });

    toMidnight(3 * HOUR_MS);
    await night();
    const [next] = (await coverage()).days;
    expect(await read(`differences?statementId=${next.statementId}`)).toEqual([]);
    expect(alarms.filter(isAlarm)).toHaveLength(1);
    await expectInvariants(test.owner);
  });

  it("that still differs at the next reading is in the work queue with its gap, while operators do not tolerate it", async () => {
    const [row] = await gapsInQueue();
    expect(row).toMatchObject({
      id: `BALANCE_GAP:${accountId}:XOF`,
      objectId: accountId,
      detail: "LESS_THERE",
      amount: "30",
      currency: "XOF",
    });
    const [balance] = (await coverage()).balances;
    expect(balance).toMatchObject({ gap: "-30", tolerance: "0", state: "STAYS", since: row.since });

    await tolerate("29");
    expect(await gapsInQueue()).toHaveLength(1);
    await tolerate("30");
    expect(await gapsInQueue()).toEqual([]);
    expect((await coverage()).balances).toMatchObject([{ tolerance: "30", state: "EXPLAINED", since: null }]);
    await tolerate("0");
    expect(await gapsInQueue()).toHaveLength(1);
  });

  it("leaves the queue when a correction of the book explains it, and comes back with the gap of a later one", async () => {
    const correct = async (debit: string, credit: string, amount: string) => {
      const body = { providerAccountId: accountId, mode: "SANDBOX", currency: "XOF", debit, credit, amount };
      const { token } = await test.operator();
      const answer = await test.request("POST", "/tenant/reconciliation/book-corrections", {
        apiKey: token,
        body: { ...body, reason: "A fee that no line names" },
      });
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(201);
    };
    // The reading was made at this very moment.
    test.clock.advance(1);
    await correct("provider_fees", "provider_balance", "30");
    expect(await gapsInQueue()).toEqual([]);
    expect((await coverage()).balances).toMatchObject([{ gap: "0", state: "AGREES" }]);
    await correct("provider_balance", "provider_fees", "10");
    expect(await gapsInQueue()).toMatchObject([{ amount: "10", detail: "LESS_THERE" }]);
    await correct("provider_fees", "provider_balance", "10");
    toMidnight(3 * HOUR_MS);
    await night();
    expect((await coverage()).balances).toMatchObject([{ gap: "0", state: "AGREES" }]);
    expect(await gapsInQueue()).toEqual([]);
    await expectInvariants(test.owner);
  });

  it("has tolerances that name each currency once, as amounts of the smallest unit", async () => {
    const { token } = await test.operator();
    const path = `/tenant/provider-accounts/${accountId}`;
    const twice = ["1", "2"].map((amount) => ({ currency: "XOF", amount }));
    for (const [balanceTolerances, field] of [
      [twice, "balanceTolerances"],
      [[{ currency: "XOF", amount: "-1" }], "balanceTolerances[0].amount"],
      [[{ currency: "ZZZ", amount: "1" }], "balanceTolerances[0].currency"],
    ] as const) {
      const answer = await test.request("PATCH", path, { apiKey: token, body: { balanceTolerances } });
      expect(answer.body.error?.details.fields).toMatchObject([{ path: field }]);
    }
    expect((await test.request("GET", path, { apiKey: token })).body.data.balanceTolerances).toEqual([]);
  });

  it("is closed with a note, and cannot be asked about", async () => {
    const [difference] = await read("differences?kind=BALANCE");
    const { token } = await test.operator();
    const path = `/tenant/reconciliation/differences/${difference.id}`;
    const asked = await test.request("POST", `${path}/ask`, { apiKey: token, body: {} });
    expect(asked.body.error.code).toBe("DIFFERENCE_NOT_ASKABLE");
    const resolved = await test.request("POST", `${path}/resolve`, {
      apiKey: token,
      body: { note: "A fee of November" },
    });
    expect(resolved.body.data).toMatchObject({ status: "RESOLVED" });
  });
});
