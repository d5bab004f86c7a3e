import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom, type Random } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";

/**
 * Payments through three real connectors at once, with faults on the network and at the providers: afterwards every
 * debit in a provider's book is booked once, and every booking is such a debit. `CONNECTOR_PAYMENTS` says how many
 * payments there are, `SEED` which.
 */
const seed = testSeed();
const PAYMENTS = Number(process.env.CONNECTOR_PAYMENTS ?? 250);
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

/** One of the three: how its payers pay, and by what its book knows our payment. */
interface Rail {
  readonly definition: StandInDefinition;
  readonly operator: string;
  /** Endings of phone numbers, or of amounts, that make the stand-in behave; the first is plain success. */
  readonly endings: readonly string[];
  readonly wish: "phone" | "amount";
  readonly phonePrefix: string;
  readonly namedBy: "ownId" | "reference";
}
const rails: readonly Rail[] = [
  {
    definition: mtnMomoStandIn,
    operator: "MTN",
    endings: ["789", "470", "453", "454", "469", "482", "486"],
    wish: "phone",
    phonePrefix: "+22505",
    namedBy: "ownId",
  },
  {
    definition: pawapayStandIn,
    operator: "ORANGE",
    endings: ["890", "030", "130"],
    wish: "phone",
    phonePrefix: "+22507",
    namedBy: "ownId",
  },
  {
    definition: waveStandIn,
    operator: "WAVE",
    endings: ["000", "049", "129"],
    wish: "amount",
    phonePrefix: "+22501",
    namedBy: "reference",
  },
];

let setup: ConnectorSetup;
let random: Random;
const standIns = new Map<Rail, RunningStandIn>();
const accounts = new Map<string, Rail>();

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
    const { definition, operator } = rail;
    const standIn = await openStandIn(definition, {
      clock: test.clock,
      random: createSeededRandom(seed + index),
    });
    standIns.set(rail, standIn);
    const { id: subTenantId } = await make("/tenant/sub-tenants", { name: definition.title });
    const account = await make("/tenant/provider-accounts", {
      mode: "SANDBOX",
      subTenantId,
      provider: definition.name,
      name: definition.title,
      methods: ["MOBILE_MONEY"],
      settings: definition.accountSettings(standIn.url, "first"),
    });
    const rule = { mode: "SANDBOX", method: "MOBILE_MONEY", operator, subTenantId, priority: index + 1 };
    await make("/tenant/routing/rules", rule);
    standIn.setCallbackUrl("first", account.callbackUrl);
    accounts.set(parsePublicId("providerAccount", account.id) ?? "", rail);
  }
}, 60_000);
afterAll(async () => {
  for (const standIn of standIns.values()) await standIn.close();
  await setup?.test.stop();
});

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
async function attempt(sessionId: string, rail: Rail, number: number, ending: string): Promise<void> {
  const tail = rail.wish === "phone" ? ending : "000";
  const phone = `${rail.phonePrefix}${String(number % 100_000).padStart(5, "0")}${tail}`;
  await setup.payer.complete(sessionId, {
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { phone, operator: rail.operator, countryCode: "CI" },
  });
}

interface Booked {
  readonly id: Id<"charge">;
  readonly accountId: string;
  readonly ownId: string | null;
  readonly times: number;
  readonly amount: bigint | null;
}

describe(`${PAYMENTS} payments by MTN, pawaPay and Wave, with faults (seed ${seed})`, () => {
  it(
    "are debited and booked alike: none without the other, none twice",
    async () => {
      const { test, network, payer } = setup;
      network.setRates(rates);
      for (let number = 0; number < PAYMENTS; number += 1) {
        const rail = pick(rails);
        // Half of all payers are plain ones.
        const ending = random.unit() < 0.5 ? (rail.endings[0] ?? "") : pick(rail.endings);
        if (random.unit() < 0.15) standIns.get(rail)?.faults.next(pick(standInFaults));
        const thousands = 5 + Math.floor(random.unit() * 20);
        const amount = rail.wish === "amount" ? `${thousands}${ending}` : `${thousands}000`;
        const session = await payer.newSession({ amount });
        await attempt(session.id, rail, number, ending);
        // An impatient payer tries another way meanwhile.
        if (random.unit() < 0.15) {
          const other = pick(rails);
          await attempt(session.id, other, number, other.endings[0] ?? "");
        }
        if (number % 10 === 9) await pass(Math.floor(random.unit() * 20 * SECOND_MS));
      }
      const hit = network.history.filter(({ fault }) => fault !== null).length;
      network.calm();
      for (const standIn of standIns.values()) standIn.faults.calm();
      for (const byMs of peaceMs) await pass(byMs);
      await expectInvariants(test.owner);

      const booked = await test.owner.query<Booked>({
        text: `select c.id, c.provider_account_id as "accountId", c.provider_reference as "ownId",
            count(t.id)::int as times, sum(t.amount)::bigint as amount
          from charges c left join ledger_transfers t
            on t.merchant_no = c.merchant_no and t.source_id = c.id and t.type = 'CHARGE'
          where c.provider_account_id = any($1::uuid[]) group by c.merchant_no, c.id`,
        values: [[...accounts.keys()]],
      });
      const wrong: string[] = [];
      const counts = { debits: 0, charges: booked.length, faults: hit };
      for (const [rail, standIn] of standIns) {
        const nameOf = ({ id, ownId }: Booked) =>
          rail.namedBy === "ownId" ? (ownId ?? "") : providerReference(test.merchantNo, id);
        const ours = new Map(
          booked.filter(({ accountId }) => accounts.get(accountId) === rail).map((one) => [nameOf(one), one]),
        );
        const debits = standIn.book
          .list()
          .filter(({ kind, status }) => kind === "PAYMENT" && status === "SUCCEEDED")
          .map(({ id, reference, amount }) => ({
            name: rail.namedBy === "ownId" ? id : (reference ?? ""),
            minor: amount.minor,
          }));
        counts.debits += debits.length;
        const names = new Set(debits.map(({ name }) => name));
        if (names.size !== debits.length) wrong.push(`${rail.operator}: a payment was debited twice`);
        for (const { name, minor } of debits) {
          const one = ours.get(name);
          if (one?.times !== 1 || one.amount !== minor) {
            wrong.push(
              `${rail.operator} ${name}: debited ${minor}, booked ${one?.times} times, ${one?.amount}`,
            );
          }
        }
        for (const [name, { times }] of ours) {
          if (times > 0 && !names.has(name)) wrong.push(`${rail.operator} ${name}: booked and never debited`);
        }
      }
      console.info(`Connectors: ${JSON.stringify(counts)}`);
      expect(wrong).toEqual([]);
      expect(counts.debits).toBeGreaterThan(PAYMENTS / 3);
      expect(counts.faults).toBeGreaterThan(PAYMENTS / 10);
    },
    TIMEOUT_MS,
  );
});
