import { afterEach, describe, expect, it } from "vitest";
import { money } from "../../src/kit/money.ts";
import { createMtnMomoConnector } from "../../src/providers/mtn-momo/connector.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { createSonatelConnector } from "../../src/providers/orange-sonatel/connector.ts";
import { sonatelStandIn } from "../../src/providers/orange-sonatel/stand-in.ts";
import { createOrangeWebpayConnector } from "../../src/providers/orange-webpay/connector.ts";
import { orangeWebpayStandIn } from "../../src/providers/orange-webpay/stand-in.ts";
import { createPawapayConnector } from "../../src/providers/pawapay/connector.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import type { Payer, PaymentOutcome } from "../../src/providers/provider.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { createStripeConnector } from "../../src/providers/stripe/connector.ts";
import { keyOf as stripeKeyOf, stripeStandIn } from "../../src/providers/stripe/stand-in.ts";
import { createCredentialList } from "../../src/providers/testing/credential-list.ts";
import { nobody } from "../../src/providers/testing/questions.ts";
import { createWaveConnector } from "../../src/providers/wave/connector.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { RunningStandIn } from "../../src/stand-ins/open.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import { expectRailInvariants } from "../harness/invariants.ts";
import { openPlantedAccount, settleProvider } from "../harness/planted-account.ts";
import { type PlantedProvider, plainAmount, plantDay, SOUND, SOUND_FAILED } from "../harness/planted-day.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * The nightly comparison finds every fault that is planted between a provider's book and ours, names it rightly, and
 * reports nothing else: through the real connectors, against their stand-ins. `SEED=<number>` plants others.
 */
const seed = testSeed();
const DAY_MS = 86_400_000;
/** Two hours after the day's end, and a little. */
const DUE_AFTER_MS = 2 * 3_600_000 + 60_000;
const PLANTED = 50;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const payer = (phone: string): Payer => ({ ...nobody, phone, operator: "MTN", countryCode: "CI" });
const byPhone =
  (success: string, failure: string): PlantedProvider["payment"] =>
  (wish, minor) => ({
    method: "MOBILE_MONEY",
    amount: plainAmount(minor),
    payer: payer(wish === "SUCCESS" ? success : failure),
  });
/** The payer enters the code on Orange's page. */
async function confirmOnOrangesPage(outcome: PaymentOutcome): Promise<void> {
  if (outcome.kind !== "pending" || outcome.nextStep.kind !== "REDIRECT")
    throw new Error("Orange has a page");
  const body = new URLSearchParams({ decision: "confirm" });
  await fetch(outcome.nextStep.actionUrl, { method: "POST", body, redirect: "manual" });
}

/** A second session under the same reference, which the payer has paid too. */
function takeAgain(standIn: RunningStandIn | null, reference: string): void {
  const entry = standIn?.book.list().find((one) => one.reference === reference);
  if (standIn === null || entry === undefined) throw new Error(`the provider does not know ${reference}`);
  standIn.book.add({ ...entry, id: `${entry.id}-again` });
}

const open = async (provider: PlantedProvider, definition: StandInDefinition | null) => {
  const world = await openPlantedAccount(provider, definition, seed);
  closing.push(() => world.close());
  return world;
};

/** Both a statement and questions: what a provider offers decides. */
const providers: readonly (readonly [string, PlantedProvider, StandInDefinition | null])[] = [
  [
    "the simulator, by its statement",
    {
      connector: createSimulatorConnector(),
      payment: byPhone("+2250500000789", "+2250500000049"),
      plants: { MISSING_HERE: 15, MISSING_THERE: 10, AMOUNT: 10, TOOK_ANYWAY: 15 },
    },
    null,
  ],
  [
    "Wave, by its transactions",
    {
      connector: createWaveConnector(),
      payment: (wish, minor) => ({
        method: "MOBILE_MONEY",
        amount: wish === "SUCCESS" ? plainAmount(minor) : money(plainAmount(minor).minor + 49n, "XOF"),
        payer: nobody,
      }),
      plants: { MISSING_HERE: 10, MISSING_THERE: 10, AMOUNT: 10, TOOK_ANYWAY: 10, TWICE: 10 },
    },
    waveStandIn,
  ],
  [
    "Stripe, by its balance transactions",
    {
      connector: createStripeConnector(),
      payment: (wish, minor) => ({
        method: "CARD",
        amount: plainAmount(minor),
        payer: { ...nobody, cardToken: wish === "SUCCESS" ? "pm_card_visa" : "pm_card_chargeDeclined" },
      }),
      settings: { secretKey: stripeKeyOf("test", "first") },
      plants: { MISSING_HERE: 15, MISSING_THERE: 10, AMOUNT: 10, TOOK_ANYWAY: 15 },
    },
    stripeStandIn,
  ],
  [
    "MTN, by questions",
    {
      connector: createMtnMomoConnector(),
      payment: byPhone("+2250500000789", "+2250500000470"),
      plants: { MISSING_THERE: 15, AMOUNT: 15, TOOK_ANYWAY: 10, NEVER_TOOK: 10 },
    },
    mtnMomoStandIn,
  ],
  [
    "pawaPay, by questions",
    {
      connector: createPawapayConnector(),
      payment: byPhone("+2250503456789", "+2250503456039"),
      plants: { MISSING_THERE: 15, AMOUNT: 15, TOOK_ANYWAY: 10, NEVER_TOOK: 10 },
    },
    pawapayStandIn,
  ],
  [
    "Orange Sonatel, by questions",
    {
      connector: createSonatelConnector(createCredentialList()),
      payment: (wish, minor) => ({
        method: "MOBILE_MONEY",
        amount: plainAmount(minor),
        payer: {
          ...payer(wish === "SUCCESS" ? "+221771234789" : "+221771234069"),
          operator: "ORANGE",
          countryCode: "SN",
          otp: "123456",
        },
      }),
      plants: { AMOUNT: 20, TOOK_ANYWAY: 15, NEVER_TOOK: 15 },
    },
    sonatelStandIn,
  ],
  [
    "Orange Web Payment, by questions with the exact amount",
    {
      connector: createOrangeWebpayConnector(),
      payment: (wish, minor) => ({
        method: "MOBILE_MONEY",
        amount: wish === "SUCCESS" ? plainAmount(minor) : money(plainAmount(minor).minor + 451n, "XOF"),
        payer: { ...nobody, operator: "ORANGE", countryCode: "CI" },
      }),
      // Of its sandbox, whose country is its own.
      settings: { country: "dev" },
      started: confirmOnOrangesPage,
      plants: { TOOK_ANYWAY: 25, NEVER_TOOK: 25 },
    },
    orangeWebpayStandIn,
  ],
];

describe(`the nightly comparison (seed ${seed})`, () => {
  it.each(providers)(
    `finds ${PLANTED} of ${PLANTED} planted faults, and no other: %s`,
    async (_name, provider, definition) => {
      const { test, accountId, standIn } = await open(provider, definition);
      const planted = await plantDay(test, accountId, provider, seed, {
        settle: () => settleProvider(test, standIn),
        takeAgain: (reference) => takeAgain(standIn, reference),
      });
      expect(planted.size).toBe(PLANTED);

      const nowMs = test.clock.nowMs();
      test.clock.advance(DAY_MS - (nowMs % DAY_MS) + DUE_AFTER_MS);
      while ((await test.app.loops.reconciliation?.runOnce()) !== 0);

      const { token } = await test.operator();
      const read = async (path: string) => {
        const answer = await test.request("GET", `/tenant/reconciliation/${path}`, { apiKey: token });
        expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
        return answer.body.data;
      };
      const [coverage] = await read(`coverage?mode=SANDBOX&providerAccountId=${accountId}`);
      expect(coverage.days[0]).toMatchObject({ status: "DONE", problem: null });
      const found = await read(`differences?statementId=${coverage.days[0].statementId}&pageSize=100`);
      const byReference = found.map((one: { reference: string; kind: string }) => [one.reference, one.kind]);
      expect(new Map(byReference)).toEqual(planted);
      expect(found).toHaveLength(PLANTED);

      await expectRailInvariants(test.db);
    },
    120_000,
  );
});

it("a day that was half asked goes on where it stopped, and asks nobody twice", async () => {
  const [, provider, definition] = providers.find(([name]) => name.startsWith("MTN")) ?? expect.fail("MTN");
  const { test, accountId, standIn, network } = await open(provider, definition);
  if (network === null) throw new Error("a provider outside is behind a network");
  const planted = await plantDay(test, accountId, provider, seed, {
    settle: () => settleProvider(test, standIn),
    takeAgain: (reference) => takeAgain(standIn, reference),
  });
  const questions = () =>
    network.history.filter(({ method, path }) => method === "GET" && /requesttopay/.test(path)).length;
  const answers = async () => {
    const [row] = await test.owner.query<{ n: number }>({
      text: "select count(*)::int as n from reconciliation_answers",
    });
    return row?.n ?? 0;
  };
  const operations = SOUND + SOUND_FAILED + planted.size;
  test.clock.advance(DAY_MS - (test.clock.nowMs() % DAY_MS) + DUE_AFTER_MS);
  network.setRates({ TIMEOUT_AFTER: 0.5 });
  while ((await answers()) === 0) await test.app.loops.reconciliation?.runOnce();
  const answered = await answers();
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(operations);

  network.calm();
  test.clock.advance(300_000);
  const before = questions();
  while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
  expect(questions() - before).toBe(operations - answered);
  expect(await answers()).toBe(0);
  const { token } = await test.operator();
  const path = `/tenant/reconciliation/coverage?mode=SANDBOX&providerAccountId=${accountId}`;
  const [coverage] = (await test.request("GET", path, { apiKey: token })).body.data;
  expect(coverage.days[0]).toMatchObject({ status: "DONE", method: "QUERIES", problem: null });
}, 120_000);

it("a payment that goes over midnight is no difference of either day", async () => {
  const [, provider, definition] = providers.find(([name]) => name.startsWith("MTN")) ?? expect.fail("MTN");
  const { test, accountId, standIn } = await open(provider, definition);
  const payer = createPayer(test);
  const toMidnight = () => DAY_MS - (test.clock.nowMs() % DAY_MS);
  test.clock.advance(toMidnight() - 5_000);
  const { id } = await payer.newSession({ amount: "5000" });
  // It succeeds after 20 seconds; the second one never does.
  await payer.complete(id, mtn("454", 1));
  const { id: waitingId } = await payer.newSession({ amount: "6000" });
  await payer.complete(waitingId, mtn("453", 2));
  for (let step = 0; step < 6; step += 1) {
    await test.advance(10_000, 10_000);
    await standIn?.report();
    await test.app.callbacksSettled();
  }
  expect((await payer.status(id)).status).toBe("SUCCEEDED");
  for (let night = 0; night < 2; night += 1) {
    test.clock.advance(night === 0 ? DUE_AFTER_MS : toMidnight() + DUE_AFTER_MS);
    while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
  }
  const { token } = await test.operator();
  const path = `/tenant/reconciliation/statements?mode=SANDBOX&providerAccountId=${accountId}`;
  const statements = (await test.request("GET", path, { apiKey: token })).body.data;
  expect(statements).toMatchObject([
    { source: "QUERIES", differenceCount: 0 },
    { source: "QUERIES", differenceCount: 0 },
  ]);
  expect(statements.map(({ lineCount }: { lineCount: number }) => lineCount)).toEqual([1, 1]);
}, 120_000);
