import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { lookAtProviders } from "../../src/doctor/state.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { MTN_MOMO } from "../../src/providers/mtn-momo/connector.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * What operators see of a provider, and what the service does by itself when it fails: through the running service and a
 * stand-in that misbehaves on request. Behind the stand-in's account, the simulator's is the next way.
 */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup(MTN_MOMO);
  standIn = await openStandIn(mtnMomoStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
  account = await setup.addAccount(mtnMomoStandIn.accountSettings(standIn.url, "first"));
  standIn.setCallbackUrl("first", account.callbackUrl);
});
afterAll(async () => {
  await standIn?.close();
  await setup?.test.stop();
});
afterEach(async () => {
  standIn.faults.calm();
  await expectInvariants(setup.test.owner);
});

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
async function pay(by: object = mtn("789")) {
  const session = await setup.payer.newSession();
  const answer = await setup.payer.complete(session.id, by);
  return { sessionId: session.id as string, chargeId: answer.body.data?.chargeId as string, answer };
}
const providerOf = (chargeId: string) => setup.payer.stored<string>(chargeId, "provider");
const statusOf = async (sessionId: string) => (await setup.payer.status(sessionId)).status as string;
const read = async (path: string) => done(await setup.operate("GET", path));
const health = async () => {
  const { accounts } = await read("/tenant/provider-health?mode=SANDBOX");
  return accounts.find(({ accountId }: { accountId: string }) => accountId === account.id);
};
const alarms = (query = "") => read(`/tenant/provider-alarms?accountId=${account.id}${query}`);
/** What waits for a person because of the account's alarms. */
const alarmWork = async () => (await read("/tenant/work?kind=PROVIDER_ALARM")).items;
const acknowledge = async (id: string) =>
  done(await setup.operate("POST", `/tenant/provider-alarms/${id}/acknowledge`));
const doctorSays = async () => {
  const findings = await lookAtProviders(setup.test.db);
  return findings.find(({ name }) => name.includes(account.id))?.seen;
};
/** Until every payment has ended, and the failures of before count no more. */
const settled = () => setup.test.advance(20 * 60_000, 20_000);
const callsOf = (chargeId: string) => read(`/tenant/provider-calls?chargeId=${chargeId}`);

it("every call of a payment is in its timeline: what was asked, what came back, and nobody's number", async () => {
  const { chargeId, sessionId } = await pay();
  await setup.test.advance(3_000);
  expect(await statusOf(sessionId)).toBe("SUCCEEDED");
  const calls = await callsOf(chargeId);
  expect(calls.map(({ action, outcome }: Answer["body"]) => `${action} ${outcome}`)).toEqual([
    "query succeeded",
    "start pending",
  ]);
  const [query, start] = calls;
  expect(start).toMatchObject({
    accountId: account.id,
    provider: MTN_MOMO,
    mode: "SANDBOX",
    subject: chargeId,
    reference: setup.payer.referenceOf(chargeId),
    failureCode: null,
    code: null,
  });
  expect(start.exchanges.at(-1)).toMatchObject({
    method: "POST",
    path: "/collection/v1_0/requesttopay",
    status: 202,
    failure: null,
    sent: true,
  });
  expect(JSON.stringify(calls)).not.toMatch(/0500000789|planted|Bearer/);
  // The same by reference, and through the account.
  expect((await read(`/tenant/provider-calls?reference=${start.reference}`)).length).toBe(2);
  const through = await read(`/tenant/provider-calls?accountId=${account.id}&limit=1`);
  expect(through).toEqual([query]);
  const both = `chargeId=${chargeId}&reference=${start.reference}`;
  expect((await setup.operate("GET", `/tenant/provider-calls?${both}`)).status).toBe(400);
});

it("calls are kept for 90 days", async () => {
  const { chargeId } = await pay();
  await setup.test.drain();
  expect((await callsOf(chargeId)).length).toBeGreaterThan(0);
  const [row] = await setup.test.owner.query<{ count: number }>({
    text: "select count(*)::int as count from provider_calls",
  });
  expect(row?.count).toBeGreaterThan(0);
  const forget = setup.test.app.loops.forgottenCalls;
  setup.test.clock.advance(89 * 86_400_000);
  expect(await forget?.runOnce()).toBeGreaterThanOrEqual(0);
  expect((await callsOf(chargeId)).length).toBeGreaterThan(0);
  setup.test.clock.advance(2 * 86_400_000);
  await forget?.runOnce();
  expect(await callsOf(chargeId)).toEqual([]);
});

describe("a provider that fails", () => {
  it("loses its payments to the next way after 20 calls, is tried again, and gets them back", async () => {
    await setup.test.drain();
    standIn.faults.next("ERROR_BEFORE", { times: Number.POSITIVE_INFINITY });
    for (let payment = 0; payment < 20; payment += 1) {
      const { chargeId, answer } = await pay();
      expect([answer.status, await providerOf(chargeId)]).toEqual([200, MTN_MOMO]);
    }
    await setup.test.drain();

    expect(await health()).toMatchObject({ state: "SUSPENDED", lastMinute: { calls: 20, faults: 20 } });
    const shown = await read(`/tenant/provider-accounts/${account.id}`);
    expect(shown).toMatchObject({
      status: "ENABLED",
      suspendedAt: new Date(setup.test.clock.nowMs()).toISOString(),
    });
    expect(await alarms("&kind=SUSPENDED")).toMatchObject([{ state: "OPEN", occurrences: 1 }]);
    expect(await alarmWork()).toMatchObject([{ detail: "SUSPENDED", since: shown.suspendedAt }]);
    expect(await doctorSays()).toBe("it is suspended because its calls failed");
    const audit = await read(`/tenant/audit?subject=${account.id}&action=provider_account.suspended`);
    expect(audit).toMatchObject([{ actor: "system" }]);
    const wish = {
      mode: "SANDBOX",
      method: "MOBILE_MONEY",
      currency: "XOF",
      country: "CI",
      operator: "MTN",
      amount: "5000",
    };
    const { current } = done(await setup.operate("POST", "/tenant/routing/dry-run", wish));
    expect(current.rules.flatMap(({ accounts }: Answer["body"]) => accounts)).toContainEqual({
      providerAccountId: account.id,
      verdict: "ACCOUNT_SUSPENDED",
    });
    // A payer notices nothing.
    const next = await pay();
    expect(next.answer.status).toBe(200);
    expect(await providerOf(next.chargeId)).toBe("simulator");

    // The first trial fails too.
    await setup.test.advance(31_000);
    expect((await health()).state).toBe("SUSPENDED");
    standIn.faults.calm();
    await setup.test.advance(58_000);
    expect((await health()).state).toBe("SUSPENDED");
    await setup.test.advance(2_000);
    expect((await health()).state).toBe("IN_SERVICE");
    const back = await pay();
    expect(await providerOf(back.chargeId)).toBe(MTN_MOMO);
    await setup.test.drain();
    expect((await health()).state).toBe("IN_SERVICE");
    // Nothing is left for anybody to do.
    expect(await alarms("&kind=SUSPENDED&state=OPEN")).toEqual([]);
    const [ended] = await alarms("&kind=SUSPENDED&state=ENDED");
    expect(ended).toMatchObject({ state: "ENDED", occurrences: 1 });
    // Who acknowledges it from a page that was open before hides nothing of the next suspension.
    expect(await acknowledge(ended.id)).toMatchObject({ state: "ENDED", acknowledgedAt: null });
    expect(await alarmWork()).toEqual([]);
    expect(await doctorSays()).toBe("no alarm is open");
    await settled();
  });

  it("keeps its payments where the account's setting says so, which also ends a suspension and its alarm", async () => {
    standIn.faults.next("ERROR_BEFORE", { times: Number.POSITIVE_INFINITY });
    for (let payment = 0; payment < 20; payment += 1) await pay();
    await setup.test.drain();
    const [alarm] = await alarms("&kind=SUSPENDED&state=OPEN");
    expect(alarm).toMatchObject({ occurrences: 2 });
    // It waits since this suspension, not since the one of before.
    expect(await alarmWork()).toMatchObject([{ since: (await health()).suspendedAt }]);
    expect(await acknowledge(alarm.id)).toMatchObject({ state: "ACKNOWLEDGED" });
    expect([await alarmWork(), await alarms("&state=ACKNOWLEDGED")]).toMatchObject([[], [{ id: alarm.id }]]);
    await setup.operate("PATCH", `/tenant/provider-accounts/${account.id}`, { automaticSuspension: false });
    expect(await alarms("&kind=SUSPENDED")).toMatchObject([{ id: alarm.id, state: "ENDED" }]);

    for (let payment = 0; payment < 20; payment += 1) await pay();
    await setup.test.drain();
    expect(await health()).toMatchObject({ state: "IN_SERVICE", automaticSuspension: false });
    expect(await providerOf((await pay()).chargeId)).toBe(MTN_MOMO);
    standIn.faults.calm();
    await settled();
    await setup.operate("PATCH", `/tenant/provider-accounts/${account.id}`, { automaticSuspension: true });
  });

  it("is not suspended for the payers' own refusals", async () => {
    for (let payment = 0; payment < 20; payment += 1) await pay(mtn("049"));
    await setup.test.drain();
    expect(await health()).toMatchObject({ state: "IN_SERVICE" });
    expect((await health()).lastMinute.answered).toBeGreaterThanOrEqual(20);
    await settled();
  });
});

describe("status 429", () => {
  it("a payment is asked about when the pause is over, and sent once more under the same id", async () => {
    standIn.faults.next("TOO_MANY", { path: /requesttopay$/, retryAfterSeconds: 20 });
    const { sessionId, chargeId } = await pay();
    const ownId = (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "";
    const before = setup.network.history.length;
    await setup.test.advance(19_000);
    expect(setup.network.history.length).toBe(before);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await setup.test.advance(20_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    expect(standIn.book.moved("PAYMENT", ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
    const asked = setup.network.history.slice(before).map(({ method, path }) => `${method} ${path}`);
    const path = "/collection/v1_0/requesttopay";
    expect(asked.slice(0, 2)).toEqual([`GET ${path}/${ownId}`, `POST ${path}`]);
  });

  it("a payment that begins during the pause waits for its end", async () => {
    standIn.faults.next("TOO_MANY", { path: /requesttopay$/, retryAfterSeconds: 20 });
    await pay();
    const before = setup.network.history.length;
    const { sessionId, chargeId } = await pay();
    expect(setup.network.history.length).toBe(before);
    expect(await statusOf(sessionId)).toBe("PROCESSING");
    await setup.test.advance(40_000);
    expect(await statusOf(sessionId)).toBe("SUCCEEDED");
    const outcomes = (await callsOf(chargeId)).map(({ code }: Answer["body"]) => code);
    expect(outcomes.at(-1)).toBe("held back: the provider asked for a pause");
  });

  it("without an end it is a failure when the session's time is over, and nobody was charged", async () => {
    const expiresAt = new Date(setup.test.clock.nowMs() + 6 * 60_000).toISOString();
    const session = await setup.payer.newSession({ expiresAt });
    standIn.faults.next("TOO_MANY", {
      path: /requesttopay$/,
      retryAfterSeconds: 60,
      times: Number.POSITIVE_INFINITY,
    });
    const { chargeId } = done(await setup.payer.complete(session.id, mtn("789")));
    const ownId = (await setup.payer.stored<string>(chargeId, "provider_reference")) ?? "";
    await setup.test.advance(30 * 60_000, 15_000);
    expect(await setup.payer.status(session.id)).toMatchObject({
      status: "FAILED",
      failureCode: "PROVIDER_UNAVAILABLE",
    });
    expect(standIn.book.moved("PAYMENT", ownId)).toEqual([]);
    expect((await health()).state).toBe("IN_SERVICE");
  });
});

describe("an alarm", () => {
  it("of a refused key is one for all payments, counted, and acknowledged by a person", async () => {
    const path = `/tenant/provider-accounts/${account.id}`;
    const { collectionApiKey } = mtnMomoStandIn.accountSettings(standIn.url, "first");
    done(
      await setup.operate("PATCH", path, { settings: { collectionApiKey: "a-key-that-is-not-known-there" } }),
    );
    for (const _payment of [1, 2]) {
      // Nothing was sent, so the payment goes on by the next way: the payer notices nothing.
      const { answer, chargeId } = await pay();
      expect([answer.status, await providerOf(chargeId)]).toEqual([200, "simulator"]);
    }
    await setup.test.drain();
    const [alarm, ...others] = await alarms("&kind=CONFIGURATION&state=OPEN");
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ action: "start", occurrences: 2, state: "OPEN" });
    expect(alarm.code).not.toBe("");
    expect(await acknowledge(alarm.id)).toMatchObject({ id: alarm.id, state: "ACKNOWLEDGED" });
    expect(await alarms("&kind=CONFIGURATION&state=OPEN")).toEqual([]);
    expect(await read(`/tenant/audit?subject=${alarm.id}`)).toMatchObject([
      { action: "provider_alarm.acknowledged" },
    ]);

    await pay();
    await setup.test.drain();
    expect(await alarms("&kind=CONFIGURATION")).toMatchObject([{ occurrences: 3, state: "ACKNOWLEDGED" }]);
    setup.test.clock.advance(25 * 3_600_000);
    await pay();
    await setup.test.drain();
    expect(await alarms("&kind=CONFIGURATION")).toMatchObject([
      { id: alarm.id, occurrences: 4, state: "OPEN", acknowledgedBy: null },
    ]);
    // It waits since it is open again: a person who looks at the queue is not told of days that somebody had dealt with.
    const [waiting] = await alarmWork();
    const waitsMs = setup.test.clock.nowMs() - Date.parse(waiting.since);
    expect(waitsMs).toBeGreaterThanOrEqual(0);
    expect(waitsMs).toBeLessThan(3_600_000);
    done(await setup.operate("PATCH", path, { settings: { collectionApiKey } }));
  });
});
