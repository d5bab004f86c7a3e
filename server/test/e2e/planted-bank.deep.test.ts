import { afterEach, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { money } from "../../src/kit/money.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { createSettlementMessages } from "../../src/modules/settlement-messages/index.ts";
import { newOwnId } from "../../src/providers/own-id.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectRailInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { insertCharges, SOUND } from "../harness/planted-day.ts";
import { insertPayouts } from "../harness/planted-transfers.ts";
import { testSeed } from "../harness/seed.ts";

/**
 * Where a bank's word is all that there is, every planted fault is found: what is booked and was not told, or otherwise,
 * by the nightly comparison; money that belongs to no payment, or comes twice, in the queue of the bank's entries. Nothing
 * else is in either. `SEED=<number>` plants others.
 */
const seed = testSeed();
const DAY_MS = 86_400_000;
const DUE_AFTER_MS = 2 * 3_600_000 + 60_000;
const EACH = 10;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Money on our account at the bank. */
interface Credit {
  /** The payment that it names; null: none. */
  readonly ownId: string | null;
  /** The bank's number. */
  readonly number: string;
  readonly minor: bigint;
}

const entriesAtOnce = 50;
/** As entries of a statement, in the order given. */
async function tellByStatement(
  { operate }: ConnectorSetup,
  providerAccountId: string,
  credits: readonly Credit[],
  direction: "CREDIT" | "DEBIT" = "CREDIT",
): Promise<void> {
  const entries = credits.map(({ ownId, number, minor }) => ({
    direction,
    amount: `${minor}`,
    currency: "XOF",
    bookedOn: "2026-11-21",
    bankReference: number,
    text: ownId === null ? "VIREMENT" : `VIREMENT ${ownId}`,
  }));
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const body = { providerAccountId, entries: entries.slice(at, at + entriesAtOnce) };
    const answer = await operate("POST", "/tenant/bank-entries", body);
    expect([answer.status, answer.body.error]).toEqual([201, null]);
  }
}

/** As messages of the bank about each payment; what names no payment only a statement can tell. */
async function tellByMessages(
  setup: ConnectorSetup,
  accountId: string,
  credits: readonly Credit[],
): Promise<void> {
  const { db, clock, keyring, app } = setup.test;
  const messages = createSettlementMessages({ db, clock, keyring, ids: app.ids, log: quietLog });
  const account = parsePublicId("providerAccount", accountId) ?? "";
  for (const { ownId, number, minor } of credits) {
    if (ownId === null) continue;
    const known = await messages.remember(account, {
      id: `message ${number}`,
      ownId,
      status: "SETTLED",
      amount: money(minor, "XOF"),
      transactionId: number,
      occurredAtMs: clock.nowMs(),
    });
    expect(known).toBe(true);
  }
  await tellByStatement(
    setup,
    accountId,
    credits.filter(({ ownId }) => ownId === null),
  );
}

const bank = {
  bankName: "Banque du Golfe",
  accountHolder: "CAURIS SA",
  iban: "CI93CI0080111301134291200589",
  bic: "BGOLCIAB",
  currency: "XOF",
};
const providers = [
  ["bank_transfer, by its statements", "bank_transfer", "BANK_TRANSFER", bank, tellByStatement],
  [
    "pi_spi, by messages and statements",
    "pi_spi",
    "QR",
    {
      accountAlias: "8b1b2499-3e50-435b-b757-ac7a83d8aa7f",
      callbackSecret: "a-secret-of-more-than-32-characters",
    },
    tellByMessages,
  ],
] as const;

describe(`a day at a bank (seed ${seed})`, () => {
  it.each(providers)(
    "shows 50 of 50 planted faults, and no other: %s",
    async (_name, provider, method, settings, tell) => {
      const setup = await openConnectorSetup(provider, { method });
      const { test } = setup;
      closing.push(() => test.stop());
      const { id: accountText } = await setup.addAccount(settings);
      const accountId = parsePublicId("providerAccount", accountText) ?? "";
      const random = createSeededRandom(seed);
      const counts = { SOUND, AMOUNT: EACH, TOOK_ANYWAY: EACH, NEVER_TOOK: EACH, TWICE: EACH };
      const wanted = Object.entries(counts)
        .flatMap(([plant, count]) => Array.from({ length: count }, () => ({ plant, at: random.unit() })))
        .sort((left, right) => left.at - right.at);

      const different = new Map<string, string>();
      const queued = new Map<string, string>();
      const credits: Credit[] = [];
      const charges = wanted.map(({ plant }, index) => {
        const id = test.app.ids.next("charge");
        const ownId = newOwnId("TRANSFER", random) ?? "";
        const amount = BigInt(10_000 + index);
        const reference = providerReference(test.merchantNo, id);
        if (plant === "AMOUNT") different.set(reference, "AMOUNT");
        // The bank may still tell of what it has not told: it is another state, not a missing line.
        if (plant === "TOOK_ANYWAY" || plant === "NEVER_TOOK") different.set(reference, "STATUS");
        const credit = { ownId, number: `BANK-${index}`, minor: amount + (plant === "AMOUNT" ? 1n : 0n) };
        if (plant !== "NEVER_TOOK") credits.push(credit);
        if (plant === "TWICE") {
          credits.push({ ...credit, number: `AGAIN-${index}` });
          queued.set(`AGAIN-${index}`, "ALREADY_SETTLED");
        }
        return { id, amount, ownId, isFailed: plant === "TOOK_ANYWAY", method, handle: null };
      });
      for (let index = 0; index < EACH; index += 1) {
        credits.push({ ownId: null, number: `STRAY-${index}`, minor: 700n });
        queued.set(`STRAY-${index}`, "NO_REFERENCE");
      }
      expect(different.size + queued.size).toBe(50);
      await insertCharges(test, accountId, provider, charges);
      await tell(setup, accountText, credits);

      test.clock.advance(DAY_MS - (test.clock.nowMs() % DAY_MS) + DUE_AFTER_MS);
      while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
      const read = async (path: string) => (await setup.operate("GET", path)).body.data;
      const account = `mode=SANDBOX&providerAccountId=${accountText}`;
      const [coverage] = await read(`/tenant/reconciliation/coverage?${account}`);
      expect(coverage.days[0]).toMatchObject({ status: "DONE", problem: null });
      const { statementId } = coverage.days[0];
      const found = await read(`/tenant/reconciliation/differences?statementId=${statementId}&pageSize=100`);
      const byReference = found.map(({ reference, kind }: Record<string, string>) => [reference, kind]);
      expect(new Map(byReference)).toEqual(different);
      expect(found).toHaveLength(different.size);
      const waiting = await read(`/tenant/bank-entries?${account}&status=QUEUED&pageSize=100`);
      const byNumber = waiting.map(({ bankReference, cause }: Record<string, string>) => [
        bankReference,
        cause,
      ]);
      expect(new Map(byNumber)).toEqual(queued);
      expect(waiting).toHaveLength(queued.size);
      await expectRailInvariants(test.db);
    },
    120_000,
  );
});

it(`shows 50 of 50 planted faults of payouts by transfer, and no other (seed ${seed})`, async () => {
  const setup = await openConnectorSetup("bank_transfer", { method: "BANK_TRANSFER" });
  const { test } = setup;
  closing.push(() => test.stop());
  const { id: accountText } = await setup.addAccount(bank);
  const accountId = parsePublicId("providerAccount", accountText) ?? "";
  const random = createSeededRandom(seed);
  const counts = { SOUND, AMOUNT: 15, TOOK_ANYWAY: 15, MISSING_THERE: 20 };
  const wanted = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  const different = new Map<string, string>();
  const queued = new Map<string, string>();
  const debits: Credit[] = [];
  const payouts = wanted.map((kind, index) => {
    const id = test.app.ids.next("payout");
    const ownId = newOwnId("TRANSFER", random) ?? "";
    const amount = BigInt(10_000 + index);
    // What the bank has paid all the same, we hold as failed: no payout takes the entry.
    if (kind === "TOOK_ANYWAY") queued.set(`OUT-${index}`, "NOT_EXPECTED");
    else if (kind !== "SOUND") different.set(providerReference(test.merchantNo, id), kind);
    const minor = amount + (kind === "AMOUNT" ? 1n : 0n);
    if (kind !== "MISSING_THERE") debits.push({ ownId, number: `OUT-${index}`, minor });
    return { id, amount, ownId, isFailed: kind === "TOOK_ANYWAY", handle: null };
  });
  expect(different.size + queued.size).toBe(50);
  await insertPayouts(test, accountId, "bank_transfer", payouts);
  await tellByStatement(setup, accountText, debits, "DEBIT");

  test.clock.advance(DAY_MS - (test.clock.nowMs() % DAY_MS) + DUE_AFTER_MS);
  while ((await test.app.loops.reconciliation?.runOnce()) !== 0);
  const read = async (path: string) => (await setup.operate("GET", path)).body.data;
  const account = `mode=SANDBOX&providerAccountId=${accountText}`;
  const [coverage] = await read(`/tenant/reconciliation/coverage?${account}`);
  expect(coverage.days[0]).toMatchObject({ status: "DONE", problem: null });
  const { statementId } = coverage.days[0];
  const found = await read(`/tenant/reconciliation/differences?statementId=${statementId}&pageSize=100`);
  const byReference = found.map(({ reference, kind }: Record<string, string>) => [reference, kind]);
  expect(new Map(byReference)).toEqual(different);
  expect(found).toHaveLength(different.size);
  const waiting = await read(`/tenant/bank-entries?${account}&status=QUEUED&pageSize=100`);
  const byNumber = waiting.map(({ bankReference, cause }: Record<string, string>) => [bankReference, cause]);
  expect(new Map(byNumber)).toEqual(queued);
  expect(waiting).toHaveLength(queued.size);
  await expectRailInvariants(test.db);
}, 120_000);
