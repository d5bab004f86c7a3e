import { afterAll, beforeAll, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { money } from "../../src/kit/money.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { createTransferOrders } from "../../src/modules/payout-files/index.ts";
import { camtText } from "../../src/providers/bank-transfer/stand-in/camt-text.ts";
import { newOwnId } from "../../src/providers/own-id.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectRailInvariants } from "../harness/invariants.ts";
import { insertCharges } from "../harness/planted-day.ts";
import { insertRefunds } from "../harness/planted-transfers.ts";
import { testSeed } from "../harness/seed.ts";
import { type ReportedTransfer, statusReport } from "../harness/status-report.ts";

/**
 * Refunds of transfers go out in a file of orders (pain.001), and the bank answers by its report (pain.002) and its notice
 * of bookings (camt.054). Every fault that is planted between the bank's word and our rows is found, and no other: by
 * the nightly comparison, or in the queue of the bank's entries. `SEED=<number>` plants others.
 */
const seed = testSeed();
const DAY_MS = 86_400_000;
const DUE_AFTER_MS = 2 * 3_600_000 + 60_000;
const iban = "CI93CI0080111301134291200589";
const recipient = { name: "Awa Koné", account: "SN08SN0100152000048500003035" };

/**
 * AMOUNT: the bank sent another amount. STAYED: it has the order and never sent it. MISSING_THERE: it has no order.
 * TOOK_ANYWAY: it rejected the order, and sent it all the same.
 */
const counts = { REPORTED: 15, NOTICED: 15, AMOUNT: 15, STAYED: 10, MISSING_THERE: 10, TOOK_ANYWAY: 15 };
const differenceOf: Readonly<Record<string, string>> = {
  AMOUNT: "AMOUNT",
  STAYED: "STATUS",
  MISSING_THERE: "MISSING_THERE",
};

let setup: ConnectorSetup;
let accountText: string;
beforeAll(async () => {
  setup = await openConnectorSetup("bank_transfer", { method: "BANK_TRANSFER" });
  const settings = { bankName: "Banque du Golfe", accountHolder: "CAURIS SA", iban, bic: "BGOLCIAB" };
  ({ id: accountText } = await setup.addAccount({ ...settings, currency: "XOF" }));
}, 60_000);
afterAll(() => setup?.test.stop());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await setup.operate(method, path, method === "POST" ? (body ?? {}) : undefined);
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
};
const handIn = async (content: string) => {
  const file = { providerAccountId: accountText, fileName: "bank.xml", contentType: "application/xml" };
  await ask("POST", "/tenant/bank-files", { ...file, content: Buffer.from(content).toString("base64") });
  await setup.test.drain();
};

it(`shows 50 of 50 planted faults of refunds by transfer, and no other (seed ${seed})`, async () => {
  const { test } = setup;
  const accountId = parsePublicId("providerAccount", accountText) ?? "";
  const random = createSeededRandom(seed);
  const wanted = Object.entries(counts)
    .flatMap(([kind, count]) => Array.from({ length: count }, () => ({ kind, at: random.unit() })))
    .sort((left, right) => left.at - right.at);
  const different = new Map<string, string>();
  const queued = new Map<string, string>();
  const plants = wanted.map(({ kind }, index) => {
    const id = test.app.ids.next("refund");
    const wrong = differenceOf[kind];
    if (wrong !== undefined) different.set(providerReference(test.merchantNo, id), wrong);
    if (kind === "TOOK_ANYWAY") queued.set(`OUT-${index}`, "NOT_EXPECTED");
    const names = {
      ownId: newOwnId("TRANSFER", random) ?? "",
      chargeOwnId: newOwnId("TRANSFER", random) ?? "",
    };
    return {
      kind,
      id,
      chargeId: test.app.ids.next("charge"),
      amount: BigInt(10_000 + index),
      index,
      ...names,
    };
  });
  expect(different.size + queued.size).toBe(50);
  const plain = { handle: null, method: "BANK_TRANSFER" };
  await insertCharges(
    test,
    accountId,
    "bank_transfer",
    plants.map(({ chargeId, amount, chargeOwnId }) => ({
      ...plain,
      id: chargeId,
      amount,
      ownId: chargeOwnId,
      isFailed: false,
    })),
  );
  const refunds = plants.map(({ kind, ...one }) => ({
    ...one,
    handle: null,
    isFailed: kind === "TOOK_ANYWAY",
  }));
  await insertRefunds(test, accountId, refunds);

  const { db, clock, keyring, app } = test;
  const orders = createTransferOrders({ db, clock, keyring, ids: app.ids });
  for (const { kind, ownId, amount } of plants) {
    if (kind === "MISSING_THERE") continue;
    const order = { kind: "REFUND", ownId, amount: money(amount, "XOF"), recipient, purpose: ownId } as const;
    await orders.place(accountId, order);
  }
  // Only what still waits for its money to leave is ordered.
  const asPlanted = await test.owner.query<{ id: string; status: string }>({
    text: `with before as (select id, status from refunds where provider_account_id = $1)
      update refunds r set status = 'PROCESSING' from before b where b.id = r.id returning r.id, b.status`,
    values: [accountId],
  });
  const { id: fileId, messageId } = await ask("POST", "/tenant/payout-files", {
    providerAccountId: accountText,
  });
  await ask("POST", `/tenant/payout-files/${fileId}/release`);
  await test.owner.query({
    text: `update refunds r set status = p.status from unnest($1::uuid[], $2::text[]) as p (id, status) where p.id = r.id`,
    values: [asPlanted.map(({ id }) => id), asPlanted.map(({ status }) => status)],
  });
  await test.drain();

  const answered = plants.flatMap(({ kind, ownId }): readonly ReportedTransfer[] => {
    if (kind === "REPORTED") return [[ownId, "ACSC"]];
    return kind === "TOOK_ANYWAY" ? [[ownId, "RJCT", "AC04"]] : [];
  });
  await handIn(statusReport("R-1", messageId, "PART", answered));
  const booked = plants.filter(({ kind }) => ["NOTICED", "AMOUNT", "TOOK_ANYWAY"].includes(kind));
  const credits = plants.map(({ chargeOwnId, amount, index }) => ({
    amount: money(amount, "XOF"),
    bookedOn: "2026-11-21",
    bankReference: `IN-${index}`,
    transactions: [{ text: chargeOwnId }],
  }));
  const debits = booked.map(({ kind, ownId, amount, index }) => ({
    amount: money(amount + (kind === "AMOUNT" ? 1n : 0n), "XOF"),
    isCredit: false,
    bookedOn: "2026-11-21",
    bankReference: `OUT-${index}`,
    transactions: [{ endToEndId: ownId }],
  }));
  const notice = { kind: "054", version: "08", id: "NTFC-1", account: iban, currency: "XOF" } as const;
  await handIn(camtText({ ...notice, createdAtMs: clock.nowMs(), entries: [...credits, ...debits] }));

  clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) + DUE_AFTER_MS);
  while ((await app.loops.reconciliation?.runOnce()) !== 0);
  const account = `mode=SANDBOX&providerAccountId=${accountText}`;
  const [coverage] = await ask("GET", `/tenant/reconciliation/coverage?${account}`);
  expect(coverage.days[0]).toMatchObject({ status: "DONE", problem: null });
  const { statementId } = coverage.days[0];
  const found = await ask(
    "GET",
    `/tenant/reconciliation/differences?statementId=${statementId}&pageSize=100`,
  );
  const byReference = found.map(({ reference, kind }: Record<string, string>) => [reference, kind]);
  expect(new Map(byReference)).toEqual(different);
  expect(found).toHaveLength(different.size);
  const waiting = await ask("GET", `/tenant/bank-entries?${account}&status=QUEUED&pageSize=100`);
  const byNumber = waiting.map(({ bankReference, cause }: Record<string, string>) => [bankReference, cause]);
  expect(new Map(byNumber)).toEqual(queued);
  expect(waiting).toHaveLength(queued.size);
  await expectRailInvariants(test.db);
}, 120_000);
