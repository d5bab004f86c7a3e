import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Mode, PaymentMethod } from "../../src/kit/payment-terms.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import type { Answer } from "./app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "./connector-setup.ts";
import { expectInvariants } from "./invariants.ts";

/** Longer than a new beneficiary waits for its first payout. */
const COOL_OFF_MS = 25 * 3_600_000;
/** Longer than a stand-in takes to settle what it accepted. */
const SETTLED_MS = 3_000;
const PAYOUT_AMOUNT = "700";

export interface JourneyOptions {
  /** The provider's; its connector has the same name. */
  readonly standIn: StandInDefinition;
  /** `LIVE` when absent. */
  readonly mode?: Mode;
  /** Mobile money when absent. */
  readonly method?: PaymentMethod;
  /** Settings that differ from those which the stand-in prints. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A payment that was started. */
export interface StartedPayment {
  readonly sessionId: string;
  readonly chargeId: string;
  /** The id under which the provider knows the payment. */
  readonly ownId: string;
  /** What the payer was answered. */
  readonly answer: Answer["body"];
}

/** The running service with one account of a connector, its provider's stand-in, a merchant and a payer. */
export interface ProviderJourney extends Pick<ConnectorSetup, "test" | "payer" | "network" | "operate"> {
  readonly standIn: RunningStandIn;
  readonly account: Account;
  /** Settings of the account. */
  readonly settings: Readonly<Record<string, string>>;
  /** Creates a session and completes it; `by` is the payer's method with its details. Fails if it is refused. */
  start(by: object, amount?: string): Promise<StartedPayment>;
  /** A payment that the provider settled and reported as successful. */
  paid(by: object, amount?: string): Promise<StartedPayment>;
  /** The provider settles and reports by itself: no background work of the service runs. */
  reported(afterMs?: number): Promise<void>;
  /** Lets time pass while background work runs when it is due. */
  advance(byMs: number, stepMs?: number): Promise<void>;
  statusOf(sessionId: string): Promise<string>;
  /** Asks for a refund; the answer may be a refusal. */
  refund(chargeId: string, body?: object): Promise<Answer>;
  refundOf(id: string): Promise<Answer["body"]>;
  addBeneficiary(details: object, name?: string): Promise<Answer["body"]>;
  /** Waits until the beneficiary may be paid, and asks for a payout of 700 francs. Returns its id. */
  payOut(beneficiaryId: string): Promise<string>;
  payoutOf(id: string): Promise<Answer["body"]>;
  /** The id under which the provider knows the newest refund or payout. */
  newestOwnId(table: "refunds" | "payouts"): Promise<string>;
}

/** The data of an answer that accepted the request. */
export function accepted(answer: Answer): Answer["body"] {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

/**
 * Opens a journey for the tests of the calling file or `describe`. After each test the faults end, the provider reports
 * what it has settled, so that the next test hears nothing of it, and the books are checked.
 */
export function useProviderJourney({
  standIn: definition,
  mode = "LIVE",
  method = "MOBILE_MONEY",
  settings: otherSettings = {},
}: JourneyOptions): ProviderJourney {
  let setup: ConnectorSetup;
  let standIn: RunningStandIn;
  let account: Account;
  let settings: Readonly<Record<string, string>>;
  let keys = 0;
  const keyed = () => {
    keys += 1;
    return { "idempotency-key": `journey ${keys}` };
  };
  const get = async (path: string) => accepted(await setup.test.request("GET", path));

  beforeAll(async () => {
    setup = await openConnectorSetup(definition.name, { mode, method });
    standIn = await openStandIn(definition, { clock: setup.test.clock, random: createSeededRandom(1) });
    settings = { ...definition.accountSettings(standIn.url, "first"), ...otherSettings };
    account = await setup.addAccount(settings);
    standIn.setCallbackUrl("first", account.callbackUrl);
  });
  afterAll(async () => {
    await standIn?.close();
    await setup?.test.stop();
  });
  afterEach(async () => {
    standIn.faults.calm();
    await journey.reported();
    await expectInvariants(setup.test.owner);
  });

  const journey: ProviderJourney = {
    get test() {
      return setup.test;
    },
    get payer() {
      return setup.payer;
    },
    get network() {
      return setup.network;
    },
    operate: (method, path, body) => setup.operate(method, path, body),
    get standIn() {
      return standIn;
    },
    get account() {
      return account;
    },
    get settings() {
      return settings;
    },
    start: async (by, amount = "5000") => {
      const session = await setup.payer.newSession({ amount });
      const answer = accepted(await setup.payer.complete(session.id, by));
      const ownId = (await setup.payer.stored<string>(answer.chargeId, "provider_reference")) ?? "";
      return { sessionId: session.id, chargeId: answer.chargeId, ownId, answer };
    },
    paid: async (by, amount) => {
      const one = await journey.start(by, amount);
      await journey.reported();
      expect(await journey.statusOf(one.sessionId)).toBe("SUCCEEDED");
      return one;
    },
    reported: async (afterMs = SETTLED_MS) => {
      setup.test.clock.advance(afterMs);
      await standIn.report();
      await setup.test.app.callbacksSettled();
    },
    advance: (byMs, stepMs) => setup.test.advance(byMs, stepMs),
    statusOf: async (sessionId) => (await setup.payer.status(sessionId)).status,
    refund: (chargeId, body = {}) =>
      setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers: keyed() }),
    refundOf: (id) => get(`/payments/refunds/${id}`),
    addBeneficiary: async (details, name = "Awa Koné") => {
      const body = { name, type: "MOBILE_MONEY", details, currency: "XOF" };
      return accepted(await setup.test.request("POST", "/payments/beneficiaries", { body }));
    },
    payOut: async (beneficiaryId) => {
      const wallets: readonly { id: string; currency: string }[] = await get("/payments/wallets");
      // In one step: nothing is expected of the time between, and every step is a round of all background work.
      await journey.advance(COOL_OFF_MS, COOL_OFF_MS);
      const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
      const body = { walletId, beneficiaryId, amount: PAYOUT_AMOUNT };
      return accepted(await setup.test.request("POST", "/payments/payouts", { body, headers: keyed() })).id;
    },
    payoutOf: (id) => get(`/payments/payouts/${id}`),
    newestOwnId: async (table) => {
      const [row] = await setup.test.owner.query<{ ownId: string }>({
        text: `select provider_reference as "ownId" from ${table} order by created_at desc limit 1`,
      });
      return row?.ownId ?? "";
    },
  };
  return journey;
}
