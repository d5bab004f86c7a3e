import { afterEach, describe, expect, it } from "vitest";
import { createMtnMomoConnector } from "../../src/providers/mtn-momo/connector.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { createSonatelConnector } from "../../src/providers/orange-sonatel/connector.ts";
import { sonatelStandIn } from "../../src/providers/orange-sonatel/stand-in.ts";
import { createPawapayConnector } from "../../src/providers/pawapay/connector.ts";
import { pawapayStandIn } from "../../src/providers/pawapay/stand-in/index.ts";
import { createSimulatorConnector } from "../../src/providers/simulator/index.ts";
import { createStripeConnector } from "../../src/providers/stripe/connector.ts";
import { keyOf as stripeKeyOf, stripeStandIn } from "../../src/providers/stripe/stand-in.ts";
import { createCredentialList } from "../../src/providers/testing/credential-list.ts";
import { nobody } from "../../src/providers/testing/questions.ts";
import { createWaveConnector } from "../../src/providers/wave/connector.ts";
import { waveStandIn } from "../../src/providers/wave/stand-in.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import { expectRailInvariants } from "../harness/invariants.ts";
import { openPlantedAccount, settleProvider } from "../harness/planted-account.ts";
import { plainAmount } from "../harness/planted-day.ts";
import { type PlantedTransfers, plantTransfers } from "../harness/planted-transfers.ts";
import { testSeed } from "../harness/seed.ts";

/**
 * The nightly comparison finds every fault that is planted between a provider's refunds and payouts and ours, names it
 * rightly, and reports nothing else. `SEED=<number>` plants others.
 */
const seed = testSeed();
const DAY_MS = 86_400_000;
const DUE_AFTER_MS = 2 * 3_600_000 + 60_000;
const PLANTED = 50;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const told = { MISSING_HERE: 7, MISSING_THERE: 6, AMOUNT: 6, TOOK_ANYWAY: 6 };
/** Nobody tells of what we did not ask about. */
const asked = { MISSING_THERE: 9, AMOUNT: 8, TOOK_ANYWAY: 8 };
/** Sonatel does not say that it never had a transfer: such a day is compared without it, after six attempts. */
const askedOfSonatel = { AMOUNT: 13, TOOK_ANYWAY: 12 };

const byPhone =
  (
    phone: string,
    operator: string,
    countryCode = "CI",
    otp: string | null = null,
  ): PlantedTransfers["payment"] =>
  (_wish, minor) => ({
    method: "MOBILE_MONEY",
    amount: plainAmount(minor),
    payer: { ...nobody, phone, operator, countryCode, otp },
  });
const paidTo =
  (phone: string, operator: string, countryCode = "CI"): NonNullable<PlantedTransfers["payout"]> =>
  (minor) => ({
    amount: plainAmount(minor),
    phone,
    operator,
    countryCode,
    iban: null,
    walletId: null,
    name: "Awa Koné",
  });

const providers: readonly (readonly [string, PlantedTransfers, StandInDefinition | null])[] = [
  [
    "the simulator",
    {
      connector: createSimulatorConnector(),
      payment: byPhone("+2250500000789", "MTN"),
      payout: paidTo("+2250500000789", "MTN"),
      refunds: told,
      payouts: told,
    },
    null,
  ],
  [
    "Wave",
    {
      connector: createWaveConnector(),
      payment: (_wish, minor) => ({ method: "MOBILE_MONEY", amount: plainAmount(minor), payer: nobody }),
      payout: paidTo("+2250504030789", "WAVE"),
      refunds: told,
      payouts: told,
    },
    waveStandIn,
  ],
  [
    "Stripe, refunds alone",
    {
      connector: createStripeConnector(),
      payment: (_wish, minor) => ({
        method: "CARD",
        amount: plainAmount(minor),
        payer: { ...nobody, cardToken: "pm_card_visa" },
      }),
      settings: { secretKey: stripeKeyOf("test", "first") },
      refunds: { MISSING_HERE: 14, MISSING_THERE: 12, AMOUNT: 12, TOOK_ANYWAY: 12 },
    },
    stripeStandIn,
  ],
  [
    "MTN",
    {
      connector: createMtnMomoConnector(),
      payment: byPhone("+2250500000789", "MTN"),
      payout: paidTo("+2250500000789", "MTN"),
      refunds: asked,
      payouts: asked,
    },
    mtnMomoStandIn,
  ],
  [
    "pawaPay",
    {
      connector: createPawapayConnector(),
      payment: byPhone("+2250503456789", "MTN"),
      payout: paidTo("+2250503456789", "MTN"),
      refunds: asked,
      payouts: asked,
    },
    pawapayStandIn,
  ],
  [
    "Orange Sonatel",
    {
      connector: createSonatelConnector(createCredentialList()),
      payment: byPhone("+221771234789", "ORANGE", "SN", "123456"),
      payout: paidTo("+221771234789", "ORANGE", "SN"),
      refunds: askedOfSonatel,
      payouts: askedOfSonatel,
    },
    sonatelStandIn,
  ],
];

describe(`the nightly comparison of refunds and payouts (seed ${seed})`, () => {
  it.each(providers)(
    `finds ${PLANTED} of ${PLANTED} planted faults, and no other: %s`,
    async (_name, provider, definition) => {
      const world = await openPlantedAccount(provider, definition, seed);
      closing.push(() => world.close());
      const { test, accountId, standIn } = world;
      const { planted, aliases } = await plantTransfers(test, accountId, provider, seed, () =>
        settleProvider(test, standIn),
      );
      expect(planted.size).toBe(PLANTED);

      test.clock.advance(DAY_MS - (test.clock.nowMs() % DAY_MS) + DUE_AFTER_MS);
      while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
      const { token } = await test.operator();
      const read = async (path: string) =>
        (await test.request("GET", `/tenant/reconciliation/${path}`, { apiKey: token })).body.data;
      const [coverage] = await read(`coverage?mode=SANDBOX&providerAccountId=${accountId}`);
      expect(coverage.days[0]).toMatchObject({ status: "DONE", problem: null });
      const found = await read(`differences?statementId=${coverage.days[0].statementId}&pageSize=100`);
      const named = found.map(({ type, reference, kind }: Record<string, string>) => {
        const name = `${type} ${reference}`;
        return [aliases.get(name) ?? name, kind];
      });
      expect(new Map(named)).toEqual(planted);
      expect(found).toHaveLength(PLANTED);
      await expectRailInvariants(test.db);
    },
    120_000,
  );
});
