import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  settingsOfBatchWriters,
  type TestDatabase,
} from "../../../../test/harness/database.ts";
import { createTestKeyring } from "../../../../test/harness/keyring.ts";
import { quietLog } from "../../../../test/harness/log.ts";
import { insertMerchant } from "../../../../test/harness/rows.ts";
import { testSeed } from "../../../../test/harness/seed.ts";
import { type BatchWriter, createBatchWriter } from "../../../db/batch-writer.ts";
import { selectList } from "../../../db/columns.ts";
import { openDedicatedConnection } from "../../../db/dedicated.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource, type Id, type MerchantNo } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import { createSessionEventBody } from "../../checkout/index.ts";
import { createMerchants } from "../../merchants/index.ts";
import { createOtherAttempts } from "../attempt/other-attempts.ts";
import { createChangeWriter } from "../change/write-change.ts";
import { createSettlementWorker } from "../jobs/settle-charges.ts";
import { chargeFields, intentFields, readCharge, readIntent } from "../rows.ts";
import { createLongPollRegistry } from "../session/long-poll-registry.ts";
import type { CheckoutSession } from "../session/types.ts";
import { createPayments } from "../store/create-payments.ts";
import { createSessions } from "../store/create-sessions.ts";
import { readSessions } from "../store/read-sessions.ts";
import { readSession, sessionFields } from "../store/rows.ts";
import type { Charge } from "../types.ts";
import { linkId, NOW_MS, walletId } from "./test-fixtures.ts";
import { anyHistory, type History, openAll, play } from "./test-histories.ts";
import type { HistoryStore, Written } from "./test-world.ts";

const HISTORIES = Number(process.env.HISTORIES_SQL ?? 15);
const STEPS = 20;
const seed = testSeed();

const clock = createManualClock(NOW_MS);
const ids = createIdSource(clock, createSeededRandom(seed));
let database: TestDatabase;
let batchWriter: BatchWriter;

beforeAll(async () => {
  database = await createTestDatabase();
  batchWriter = createBatchWriter({
    name: "test",
    log: quietLog,
    connect: () =>
      openDedicatedConnection({
        url: database.url,
        applicationName: "batchWriter",
        settings: settingsOfBatchWriters,
      }),
  });
});

afterAll(async () => {
  await batchWriter.close();
  await database.drop();
});

/** A separate merchant, wallet and link for each history, and the history's sessions, OPEN. */
async function begin(history: History): Promise<readonly CheckoutSession[]> {
  clock.set(NOW_MS);
  const { owner } = database;
  const { merchantNo } = await insertMerchant(owner, ids, NOW_MS, "SANDBOX", walletId);
  await owner.query({
    text: `insert into payment_links (merchant_no, id, slug, status, amount, currency, max_uses, reusable, detail, created_at, updated_at)
           values ($1, $2, $3, 'ACTIVE', 1000, 'XOF', $4, true, '{}', $5, $5)`,
    values: [merchantNo, linkId, `link-${merchantNo}`, history.linkUsesMax, new Date(NOW_MS)],
  });
  const opened = openAll(history, ids, { merchantNo });
  await Promise.all(
    opened.map(({ session, opening }) => {
      const intent = opening?.intent ?? null;
      return opening === null || intent === null
        ? batchWriter.run(createSessions, { session, idempotency: null })
        : batchWriter.run(createPayments, {
            change: { ...opening, intent },
            events: [],
            lease: null,
            idempotency: null,
          });
    }),
  );
  return opened.map(({ session }) => session);
}

/** The production statements: the batch writer, the change writer, the settlement worker. */
function createSqlStore(merchantNo: MerchantNo): HistoryStore {
  const { db } = database;
  const writer = createChangeWriter({
    db,
    batchWriters: { write: () => batchWriter, read: batchWriter },
    ids,
    keyring: createTestKeyring(),
    log: quietLog,
    merchants: createMerchants({ db, clock, ids, log: quietLog }),
    sessionEventBody: createSessionEventBody("http://localhost"),
    longPollRegistry: createLongPollRegistry(),
    wakeWebhooks: () => {},
    leaseDeliveries: () => null,
    wakeRefunds: () => {},
    onApproved: () => {},
    onLinkUsed: async () => {},
    newOwnId: () => ids.uuid(),
    otherAttempts: createOtherAttempts({ db, clock, log: quietLog }),
  });
  const settlements = createSettlementWorker({ db, clock, ids, log: quietLog });
  const all = <Row>(text: string) => db.query<Row>({ text, values: [merchantNo] });

  return {
    load: async (sessionId, chargeId) => {
      const loaded = await batchWriter.run(readSessions, { merchantNo, sessionId, chargeId });
      if (loaded === null) throw new Error("the session is there");
      return loaded;
    },
    write: (change) => writer.write(change),
    settle: async () => {
      await settlements.runOnce();
    },
    giveBack: () => Promise.reject(new Error("refunds have tests of their own")),
    written: async () => {
      const rows = await Promise.all([
        all<Record<string, unknown>>(
          `select ${selectList("s", sessionFields)} from checkout_sessions s where merchant_no = $1`,
        ),
        all<Record<string, unknown>>(
          `select ${selectList("i", intentFields)} from payment_intents i where merchant_no = $1`,
        ),
        all<Record<string, unknown>>(
          `select ${selectList("c", chargeFields)} from charges c where merchant_no = $1`,
        ),
        all<Written["events"][number]>(
          `select subject_id as "subjectId", type, sequence from events where merchant_no = $1`,
        ),
        all<Written["refunds"][number]>(
          `select charge_id as "chargeId", reason, amount from refunds where merchant_no = $1`,
        ),
        all<Written["wallet"]>(
          "select available, pending, held, reserved from wallets where merchant_no = $1",
        ),
        all<Written["link"]>(
          "select uses_count as count, uses_reserved as reserved from payment_links where merchant_no = $1",
        ),
      ]);
      const [sessions, intents, charges, events, refunds, [wallet], [link]] = rows;
      if (wallet === undefined || link === undefined) throw new Error("wallet and link are there");
      return {
        sessions: sessions.map((row) => readSession(row)),
        intents: intents.map((row) => readIntent(row)),
        charges: charges.map((row): Charge => readCharge(row)),
        events,
        refunds,
        wallet,
        link,
      };
    },
  };
}

/** What must always be true of any merchant's books. */
async function checkBooks(merchantNo: MerchantNo): Promise<void> {
  const { db } = database;
  const accounts = await db.query<{ account: string; balance: string }>({
    text: `select account, sum(signed_amount) as balance from ledger_entries where merchant_no = $1 group by account`,
    values: [merchantNo],
  });
  const inBooks = new Map(accounts.map(({ account, balance }) => [account, BigInt(balance)]));
  const [wallet] = await db.query<Record<string, bigint>>({
    text: "select available, pending, held, reserved from wallets where merchant_no = $1",
    values: [merchantNo],
  });
  for (const [account, balance] of Object.entries(wallet ?? {})) {
    expect(balance, account).toBe(inBooks.get(account) ?? 0n);
  }
  expect([...inBooks.values()].reduce((left, right) => left + right, 0n)).toBe(0n);
  const watched = await db.query<{ id: Id<"charge"> }>({
    text: `select k.charge_id as id from charge_checks k join charges c on c.merchant_no = k.merchant_no and c.id = k.charge_id
           where k.merchant_no = $1 and (c.review_reason is not null or c.status in ('SUCCEEDED', 'FAILED', 'CANCELLED'))`,
    values: [merchantNo],
  });
  expect(watched, "nobody asks about what has ended").toEqual([]);
  const twice = await db.query({
    text: `select subject from audit_log where merchant_no = $1 and action in ('charge.confirmed_late', 'charge.held_for_review')
           group by subject having count(*) > 1`,
    values: [merchantNo],
  });
  expect(twice, "odd money is audited once").toEqual([]);
}

describe(`histories of payments on PostgreSQL (seed ${seed})`, () => {
  it(`never differ from the model, whoever writes first: ${HISTORIES} of ${STEPS} steps`, async () => {
    const withoutRefunds = anyHistory(STEPS).map((history) => ({
      ...history,
      steps: history.steps.filter(({ kind }) => kind !== "give_back"),
    }));
    await fc.assert(
      fc.asyncProperty(withoutRefunds, async (history) => {
        const sessions = await begin(history);
        const merchantNo = sessions[0]?.merchantNo;
        if (merchantNo === undefined) throw new Error("a history has a session");
        await play(history, sessions, createSqlStore(merchantNo), clock);
        await checkBooks(merchantNo);
      }),
      { seed, numRuns: HISTORIES, endOnFailure: true },
    );
  }, 60_000);
});
