import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Id, parsePublicId, publicId } from "../../src/kit/ids.ts";
import { createSeededRandom, type Random } from "../../src/kit/random.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { keyOf, stripeStandIn } from "../../src/providers/stripe/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { startDoomedInstance } from "../harness/doomed-instance.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { paymentBy, type Rail, REFUNDED_IN_VAIN, rails } from "./connector-rails.ts";
import { reckon } from "./connector-reckoning.ts";

/**
 * Payments, refunds and payouts through four real connectors at once, with faults on the network and at the providers,
 * refunds that fail after they have succeeded, and processes that are killed in between: afterwards whatever a provider
 * has moved is booked once, every booking is such a movement, what it took back is booked back, and the books of the
 * accounts agree. `CONNECTOR_PAYMENTS` says how many payments there are, `SEED` which.
 */
const seed = testSeed();
const PAYMENTS = Number(process.env.CONNECTOR_PAYMENTS ?? 250);
/** A process is killed after so many payments. */
const KILL_EVERY = 50;
const TIMEOUT_MS = 60_000 + PAYMENTS * 400;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Until the last retry is over. */
const peaceMs: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  15 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 4 }, () => 24 * HOUR_MS),
];
/** Chance of each fault per request. None doubles a request: Wave's first one is no operation of one id. */
const rates = {
  TIMEOUT_BEFORE: 0.04,
  TIMEOUT_AFTER: 0.06,
  RESET_BEFORE: 0.03,
  RESET_AFTER: 0.05,
  REFUSED: 0.03,
  ERROR_500: 0.04,
  GARBAGE: 0.04,
};
const standInFaults = [
  "RESET_BEFORE",
  "RESET_AFTER",
  "ERROR_BEFORE",
  "ERROR_AFTER",
  "HTML",
  "TOO_MANY",
  "EXPIRED_TOKEN",
  "CALLBACK_TWICE",
  "CALLBACK_LATE",
  "CALLBACK_MISSING",
  "WRONG_AMOUNT",
] as const;

let setup: ConnectorSetup;
let random: Random;
const standIns = new Map<StandInDefinition, RunningStandIn>();
/** By the account's id, as it is stored. */
const accounts = new Map<string, Rail>();
const beneficiaries: string[] = [];
let walletId: string;
const counts = { refunds: 0, payouts: 0, kills: 0, undecided: 0, undone: 0 };

beforeAll(async () => {
  random = createSeededRandom(seed);
  setup = await openConnectorSetup(mtnMomoStandIn.name);
  const { test } = setup;
  const make = async (path: string, body: object) => {
    const answer = await setup.operate("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body.error)).toBe(201);
    return answer.body.data;
  };
  for (const [index, rail] of rails.entries()) {
    const { definition, method, operator, settleAfterMs } = rail;
    const standIn = await openStandIn(definition, {
      clock: test.clock,
      random: createSeededRandom(seed + index),
      ...(settleAfterMs === undefined ? {} : { settleAfterMs }),
    });
    standIns.set(definition, standIn);
    const { id: subTenantId } = await make("/tenant/sub-tenants", { name: definition.title });
    const account = await make("/tenant/provider-accounts", {
      mode: "SANDBOX",
      subTenantId,
      provider: definition.name,
      name: definition.title,
      methods: [method],
      settings: sandboxSettings(rail, standIn.url),
    });
    const rule = { mode: "SANDBOX", method, subTenantId, priority: index + 1 };
    const served = operator === null ? rule : { ...rule, operator };
    await make("/tenant/routing/rules", served);
    standIn.setCallbackUrl("first", account.callbackUrl);
    accounts.set(parsePublicId("providerAccount", account.id) ?? "", rail);
    for (const ending of rail.paidEndings) {
      const details = { phone: `${rail.phonePrefix}00001${ending}`, operator };
      const body = { name: "Awa Koné", type: "MOBILE_MONEY", currency: "XOF", details };
      const made = await test.request("POST", "/payments/beneficiaries", { body });
      expect(made.status, JSON.stringify(made.body.error)).toBe(201);
      beneficiaries.push(made.body.data.id);
    }
  }
  const wallets = (await test.request("GET", "/payments/wallets")).body.data;
  walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
}, 60_000);
afterAll(async () => {
  for (const standIn of standIns.values()) await standIn.close();
  await setup?.test.stop();
});

/** Credentials of a test environment, where the provider has one. */
function sandboxSettings({ definition }: Rail, url: string): Readonly<Record<string, string>> {
  const settings = definition.accountSettings(url, "first");
  return definition === stripeStandIn ? { ...settings, secretKey: keyOf("test", "first") } : settings;
}

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random.unit() * items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
};

/** Time passes: providers end what is due and call back, and our background work runs until it rests. */
async function pass(byMs: number): Promise<void> {
  const { test } = setup;
  test.clock.advance(byMs);
  for (const standIn of standIns.values()) await standIn.report();
  await test.app.callbacksSettled();
  await test.drain();
}

/** One attempt by a rail; its answer may be a refusal, which takes no money. */
async function attempt(sessionId: string, rail: Rail, number: number, wished: string): Promise<void> {
  await setup.payer.complete(sessionId, paymentBy(rail, number, wished));
}

/** Gives back the whole of a payment, or a part; of any payment when none is named. */
async function refund(number: number, chargeId: Id<"charge"> | null = null): Promise<void> {
  const { test } = setup;
  const paid = await test.owner.query<{ id: Id<"charge">; amount: bigint }>({
    text: `select c.id, c.amount from charges c where c.status = 'SUCCEEDED'
        and ($1::uuid is null or c.id = $1) and not exists (
          select 1 from refunds r where r.merchant_no = c.merchant_no and r.charge_id = c.id) order by c.id`,
    values: [chargeId],
  });
  if (paid.length === 0) return;
  const { id, amount } = pick(paid);
  const body = random.unit() < 0.5 ? {} : { amount: `${1_000n < amount ? 1_000n : amount}` };
  const answer = await test.request("POST", `/payments/charges/${publicId("charge", id)}/refunds`, {
    body,
    headers: { "idempotency-key": `refund ${number}` },
  });
  if (answer.status === 201) counts.refunds += 1;
}

/** However few refunds the choices above made: one that the provider takes back, once nothing fails any more. */
async function refundInPeace(number: number): Promise<void> {
  const rail = rails.find(({ isUndone }) => isUndone !== undefined) ?? expect.fail("one of them takes back");
  // A circuit that faults have opened lets payments through again after a while.
  await pass(15 * MINUTE_MS);
  const { id } = await setup.payer.newSession({ amount: "9000" });
  const { data } = (await setup.payer.complete(id, paymentBy(rail, number, REFUNDED_IN_VAIN))).body;
  await pass(MINUTE_MS);
  await refund(number, parsePublicId("charge", data.chargeId));
}

async function payOut(number: number): Promise<void> {
  const answer = await setup.test.request("POST", "/payments/payouts", {
    body: {
      walletId,
      beneficiaryId: pick(beneficiaries),
      amount: `${500 + Math.floor(random.unit() * 2_000)}`,
    },
    headers: { "idempotency-key": `payout ${number}` },
  });
  if (answer.status === 201) counts.payouts += 1;
}

/**
 * The comparison of each night, and an operator who asks about each difference that it finds: so the news that no callback
 * brought are learned, such as that of a refund that failed afterwards. Returns how many asking has resolved.
 */
async function askAboutDifferences(): Promise<number> {
  const { test, operate } = setup;
  while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
  const open: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = `mode=SANDBOX&status=OPEN&pageSize=100&page=${page}`;
    const { data } = (await operate("GET", `/tenant/reconciliation/differences?${query}`)).body;
    if (data.length === 0) break;
    open.push(...data.map(({ id }: { readonly id: string }) => id));
  }
  let resolved = 0;
  for (const id of open) {
    const asked = await operate("POST", `/tenant/reconciliation/differences/${id}/ask`, {});
    if (asked.body.data?.status === "RESOLVED") resolved += 1;
  }
  await test.drain();
  return resolved;
}

/** A process takes a payment and background work, and is killed at one of its commits; another goes on behind it. */
async function killOne(number: number): Promise<void> {
  const { test, network, payer } = setup;
  const doomed = await startDoomedInstance(test, network.http);
  const rail = pick(rails);
  const session = await payer.newSession({ amount: "7000" });
  doomed.plug.cutAt(1 + Math.floor(random.unit() * 10), random.unit() < 0.5 ? "before" : "after");
  await doomed.post(`/checkout/pay/${session.id}/complete`, paymentBy(rail, number, rail.wishes[0] ?? ""));
  await doomed.work();
  if (doomed.plug.isCut()) counts.kills += 1;
  await doomed.bury();
}

describe(`${PAYMENTS} payments by MTN, pawaPay, Wave and Stripe, with faults (seed ${seed})`, () => {
  it(
    "are moved and booked alike, with their refunds and payouts: none without the other, none twice",
    async () => {
      const { test, network, payer } = setup;
      network.setRates(rates);
      for (let number = 0; number < PAYMENTS; number += 1) {
        const rail = pick(rails);
        // Half of all payers are plain ones.
        const wished = random.unit() < 0.5 ? (rail.wishes[0] ?? "") : pick(rail.wishes);
        if (random.unit() < 0.15) standIns.get(rail.definition)?.faults.next(pick(standInFaults));
        const thousands = 5 + Math.floor(random.unit() * 20);
        const amount = rail.wish === "amount" ? `${thousands}${wished}` : `${thousands}000`;
        const session = await payer.newSession({ amount });
        await attempt(session.id, rail, number, wished);
        // An impatient payer tries another way meanwhile.
        if (random.unit() < 0.15) {
          const other = pick(rails);
          await attempt(session.id, other, number, other.wishes[0] ?? "");
        }
        if (random.unit() < 0.2) await refund(number);
        if (random.unit() < 0.15) await payOut(number);
        if (number % KILL_EVERY === KILL_EVERY - 1) await killOne(number);
        if (number % 10 === 9) await pass(Math.floor(random.unit() * 20 * SECOND_MS));
      }
      const hit = network.history.filter(({ fault }) => fault !== null).length;
      network.calm();
      for (const standIn of standIns.values()) standIn.faults.calm();
      await refundInPeace(PAYMENTS);
      for (const byMs of peaceMs) await pass(byMs);
      await expectInvariants(test.owner);
      const lost = await askAboutDifferences();
      await expectInvariants(test.owner);

      const wrong: string[] = [];
      const moved = { PAYMENT: 0, REFUND: 0, PAYOUT: 0 };
      for (const [accountId, { definition, namedBy, isUndone = () => false }] of accounts) {
        const standIn = standIns.get(definition) ?? expect.fail("each rail has its stand-in");
        const { title } = definition;
        const found = await reckon(test, { title, namedBy, isUndone, accountId, standIn });
        wrong.push(...found.wrong);
        counts.undecided += found.undecided;
        counts.undone += found.undone;
        for (const kind of ["PAYMENT", "REFUND", "PAYOUT"] as const) moved[kind] += found.moved[kind];
      }
      console.info(
        `Connectors, seed ${seed}: ${JSON.stringify({ ...moved, ...counts, lost, faults: hit, mismatches: wrong.length })}`,
      );
      expect(wrong).toEqual([]);
      // How many there are depends on how long faults keep circuits open, and that on the order of parallel answers.
      expect(moved.PAYMENT).toBeGreaterThan(PAYMENTS / 10);
      expect(moved.REFUND + moved.PAYOUT).toBeGreaterThan(PAYMENTS / 20);
      expect(hit).toBeGreaterThan(PAYMENTS / 10);
      expect(counts.kills).toBeGreaterThan(0);
      expect(counts.undone).toBeGreaterThan(0);

      const books = await setup.operate("GET", "/tenant/reconciliation/account-books?mode=SANDBOX");
      const isOpen = ({ clearing }: { clearing: { open: string } }) => clearing.open !== "0";
      expect(books.body.data.length).toBeGreaterThanOrEqual(rails.length);
      // What waits for an operator is open until then.
      if (counts.undecided === 0) expect(books.body.data.filter(isOpen)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
