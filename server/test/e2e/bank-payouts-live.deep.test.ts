import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { money } from "../../src/kit/money.ts";
import { type CamtEntry, camtText } from "../../src/providers/bank-transfer/stand-in/camt-text.ts";
import { createTenant, logIn } from "../contract/estate.ts";
import type { Answer } from "../harness/app.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type SecondInstance, startSecondInstance } from "../harness/second-instance.ts";
import { type ReportedTransfer, statusReport } from "../harness/status-report.ts";

/** Live payouts by transfer: a file, two operators, and what the bank says of it. */
const iban = "CI93CI0080111301134291200589";
const recipient = "SN08SN0100152000048500003035";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let setup: ConnectorSetup;
let root: string;
let accountId: string;
let walletId: string;
let beneficiaryId: string;
let unique = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bank-payouts-"));
  for (const name of ["in", "out"]) await mkdir(join(root, name));
  setup = await openConnectorSetup("bank_transfer", { mode: "LIVE", method: "BANK_TRANSFER" });
  const account = await setup.addAccount({
    bankName: "Banque du Golfe",
    accountHolder: "CAURIS SA",
    iban,
    bic: "BGOLCIAB",
    currency: "XOF",
    timeZone: "Africa/Abidjan",
    statementFolder: join(root, "in"),
    payoutFolder: join(root, "out"),
  });
  accountId = account.callbackUrl.split("/").at(-1) ?? "";
  setup.test.app.routing.forget();
  walletId = done(await setup.test.request("GET", "/payments/wallets"))[0].id;
  await fund(500_000n);
  beneficiaryId = await newBeneficiary(recipient);
  // The cool-off, and to a Monday morning.
  await setup.test.advance(2 * DAY_MS, DAY_MS);
});
afterAll(async () => {
  await setup?.test.stop();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  for (const name of await readdir(join(root, "out"))) await rm(join(root, "out", name));
});
afterEach(() => expectInvariants(setup.test.owner));

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const key = () => {
  unique += 1;
  return { "idempotency-key": `live ${unique}` };
};
const operate = async (method: string, path: string, body?: unknown) =>
  setup.operate(method, path, method === "POST" ? (body ?? {}) : undefined);

/** Money that was paid by a transfer and has settled. */
async function fund(amount: bigint): Promise<void> {
  const session = done(
    await setup.test.request("POST", "/checkout/sessions", {
      body: { amount: amount.toString(), currency: "XOF", title: "Commande" },
    }),
  );
  const body = {
    paymentMethod: "BANK_TRANSFER",
    paymentDetails: { countryCode: "CI", payerName: "Awa Koné" },
  };
  const { instructions } = done(await setup.payer.complete(session.id, body));
  await told([{ amount, transactions: [{ text: instructions.reference }] }]);
  expect((await setup.payer.status(session.id)).status).toBe("SUCCEEDED");
  await setup.test.advance(8 * DAY_MS, DAY_MS);
}

async function newBeneficiary(account: string): Promise<string> {
  const body = {
    name: "SARL Baobab",
    type: "BANK_ACCOUNT",
    details: { iban: account, bankName: "Banque" },
    currency: "XOF",
  };
  return done(await setup.test.request("POST", "/payments/beneficiaries", { body })).id;
}

/** A payout that waits for a file, with its number at the bank. */
async function asked(amount: string): Promise<{ readonly id: string; readonly reference: string }> {
  const { id } = done(
    await setup.test.request("POST", "/payments/payouts", {
      headers: key(),
      body: { walletId, beneficiaryId, amount },
    }),
  );
  // Until then a mistake can be cancelled.
  await setup.test.advance(10_000, 10_000);
  expect(await statusOf(id)).toBe("PROCESSING");
  const orders = done(await operate("GET", "/tenant/transfer-orders?status=QUEUED&pageSize=100"));
  const order = orders.find((one: { readonly amount: string }) => one.amount === amount);
  expect(order).toMatchObject({ kind: "PAYOUT", recipientAccount: "SN08 **** 3035", fileId: null });
  return { id, reference: order.reference };
}
const payoutOf = async (id: string) => done(await setup.test.request("GET", `/payments/payouts/${id}`));
const statusOf = async (id: string): Promise<string> => (await payoutOf(id)).status;
const walletOf = async () => done(await setup.test.request("GET", `/payments/wallets/${walletId}`));
const fileOf = async (id: string) => done(await operate("GET", `/tenant/payout-files/${id}`));
const orderOf = async (reference: string) => {
  const orders = done(await operate("GET", "/tenant/transfer-orders?pageSize=100"));
  return orders.find((one: { readonly reference: string }) => one.reference === reference);
};

async function confirmed(proposal: Answer, kind = "RELEASE_PAYOUT_FILE"): Promise<Answer> {
  expect([proposal.status, proposal.body.data?.kind]).toEqual([202, kind]);
  const { token } = await setup.test.operator("second");
  const path = `/tenant/change-requests/${proposal.body.data.id}/confirm`;
  return setup.test.request("POST", path, { apiKey: token, body: {}, headers: key() });
}

/** A file of what waits, released by two operators and written. */
async function released() {
  const file = done(await operate("POST", "/tenant/payout-files", { providerAccountId: accountId }));
  done(await confirmed(await operate("POST", `/tenant/payout-files/${file.id}/release`)));
  await setup.test.drain();
  return fileOf(file.id);
}

async function handedIn(content: string): Promise<Answer> {
  const file = { providerAccountId: accountId, fileName: "answer.xml", contentType: "application/xml" };
  const body = { ...file, content: Buffer.from(content).toString("base64") };
  const answer = await operate("POST", "/tenant/bank-files", body);
  await setup.test.drain();
  return answer;
}
type Booked = Omit<CamtEntry, "amount" | "bookedOn"> & { readonly amount: bigint };
/** Hands in a notice of these entries. */
async function told(entries: readonly Booked[]) {
  unique += 1;
  const content = camtText({
    kind: "054",
    version: "08",
    id: `NTFC-${unique}`,
    createdAtMs: setup.test.clock.nowMs(),
    account: iban,
    currency: "XOF",
    entries: entries.map((entry, index) => ({
      bankReference: `BK-${unique}-${index}`,
      ...entry,
      amount: money(entry.amount, "XOF"),
      bookedOn: "2026-11-23",
    })),
  });
  return done(await handedIn(content));
}
const debit = (reference: string, amount: bigint) => ({
  amount,
  isCredit: false,
  transactions: [{ endToEndId: reference, partyName: "SARL Baobab", partyAccount: recipient }],
});
const returned = (reference: string, amount: bigint) => ({
  amount,
  transactions: [{ endToEndId: reference, returnReason: "AC04" }],
});

/** The bank's answer to a file: a group status, and rows. */
function report(messageId: string, group: string, rows: readonly ReportedTransfer[] = []): string {
  unique += 1;
  return statusReport(`R-${unique}`, messageId, group, rows);
}

describe("a payout by transfer", () => {
  it("goes out at the cut-off of a working day, once two operators have released its file", async () => {
    const before = await walletOf();
    const { id, reference } = await asked("25000");
    const list = async () => done(await operate("GET", "/tenant/payout-files?status=PREPARED"));
    expect(await list()).toEqual([]);
    // To the next 15:00 at the bank.
    const untilCutOff = (15 * HOUR_MS - (setup.test.clock.nowMs() % DAY_MS) + DAY_MS) % DAY_MS;
    await setup.test.advance(untilCutOff - 60_000, HOUR_MS);
    expect(await list()).toEqual([]);
    await setup.test.advance(120_000, 60_000);
    const [file] = await list();
    expect(file).toMatchObject({
      mode: "LIVE",
      status: "PREPARED",
      transferCount: 1,
      total: "25000",
      preparedBy: null,
    });

    const proposal = await operate("POST", `/tenant/payout-files/${file.id}/release`);
    const path = `/tenant/change-requests/${proposal.body.data.id}/confirm`;
    const alone = await operate("POST", path);
    expect([alone.status, alone.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    await setup.test.drain();
    expect(await readdir(join(root, "out"))).toEqual([]);
    done(await confirmed(proposal));
    await setup.test.drain();

    expect(await fileOf(file.id)).toMatchObject({ status: "WRITTEN", delivery: "FOLDER" });
    expect(await readdir(join(root, "out"))).toEqual([`${file.messageId}.xml`]);
    const text = await readFile(join(root, "out", `${file.messageId}.xml`), "utf8");
    expect(text).toContain("pain.001.001.09");
    expect(text).toContain(`<EndToEndId>${reference}</EndToEndId>`);
    expect(text).toContain('<InstdAmt Ccy="XOF">25000</InstdAmt>');
    expect(text).toContain(`<IBAN>${recipient}</IBAN>`);
    const twice = await operate("POST", `/tenant/payout-files/${file.id}/download`);
    expect([twice.status, twice.body.error.details.reason]).toEqual([409, "GOES_INTO_FOLDER"]);

    const cancelled = await setup.test.request("POST", `/payments/payouts/${id}/cancel`, { headers: key() });
    expect([cancelled.status, cancelled.body.error.code]).toEqual([409, "PAYOUT_NOT_CANCELLABLE"]);
    for (const status of ["ACCP", "ACSP"]) done(await handedIn(report(file.messageId, status)));
    expect(await statusOf(id)).toBe("PROCESSING");
    expect(await fileOf(file.id)).toMatchObject({ bankStatus: "ACSP" });
    await told([debit(reference, 25_000n)]);
    expect(await payoutOf(id)).toMatchObject({ status: "PAID" });
    expect(BigInt((await walletOf()).availableMinor)).toBe(BigInt(before.availableMinor) - 25_000n);
    // The statement of the night and a late answer say the same again.
    done(await handedIn(report(file.messageId, "ACSC", [[reference, "ACSC"]])));
    expect((await payoutOf(id)).version).toBe((await payoutOf(id)).version);
  });

  it("is paid or fails row by row, and a repeated answer changes nothing", async () => {
    const [paid, rejected] = [await asked("1100"), await asked("1200")];
    const file = await released();
    expect(file).toMatchObject({ status: "WRITTEN", transferCount: 2, total: "2300" });
    const rows: readonly ReportedTransfer[] = [
      [paid.reference, "ACSC"],
      [rejected.reference, "RJCT", "AC04"],
    ];
    const answer = done(await handedIn(report(file.messageId, "PART", rows)));
    expect(answer).toMatchObject({ format: "PAIN_002", entryCount: 2, newCount: 2, queuedCount: 0 });
    expect(answer.payoutFileId).toBe(file.id);
    const answersTo = async (id: string) =>
      done(await operate("GET", `/tenant/bank-files?payoutFileId=${id}`)).map(
        (one: { id: string }) => one.id,
      );
    expect(await answersTo(file.id)).toContain(answer.id);
    expect(await answersTo("pfile_unknown")).toEqual([]);
    expect(await statusOf(paid.id)).toBe("PAID");
    expect(await payoutOf(rejected.id)).toMatchObject({ status: "FAILED", failureCode: "INVALID_RECIPIENT" });
    expect(await orderOf(rejected.reference)).toMatchObject({ status: "REJECTED", reason: "AC04" });
    const versions = [(await payoutOf(paid.id)).version, (await payoutOf(rejected.id)).version];
    const again = done(await handedIn(report(file.messageId, "PART", rows)));
    expect(again).toMatchObject({ newCount: 0, queuedCount: 0 });
    expect([(await payoutOf(paid.id)).version, (await payoutOf(rejected.id)).version]).toEqual(versions);
    // The money left all the same: nobody books that without an operator.
    const late = await told([debit(rejected.reference, 1_200n)]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${late.id}`));
    expect(entry).toMatchObject({ status: "QUEUED", cause: "NOT_EXPECTED" });
    expect(await statusOf(rejected.id)).toBe("FAILED");
  });

  it("is booked once, however often the bank debits it", async () => {
    const { id, reference } = await asked("1300");
    await released();
    await told([debit(reference, 1_300n)]);
    const second = await told([debit(reference, 1_300n)]);
    expect(second).toMatchObject({ newCount: 1, matchedCount: 0, queuedCount: 1 });
    expect(await statusOf(id)).toBe("PAID");
  });

  it("of which another amount was debited waits for an operator", async () => {
    const { id, reference } = await asked("1400");
    await released();
    await told([debit(reference, 1_399n)]);
    expect(await statusOf(id)).toBe("IN_RECONCILIATION");
  });

  it.each([
    ["by a return line", async (_file: string, reference: string) => told([returned(reference, 1_500n)])],
    [
      "by a late rejection",
      async (file: string, reference: string) =>
        handedIn(report(file, "PART", [[reference, "RJCT", "AC04"]])),
    ],
  ])("that came back is booked back %s, once", async (_how, comesBack) => {
    const before = await walletOf();
    const { id, reference } = await asked("1500");
    const file = await released();
    done(await handedIn(report(file.messageId, "ACSC")));
    expect(await statusOf(id)).toBe("PAID");
    await comesBack(file.messageId, reference);
    expect(await payoutOf(id)).toMatchObject({ status: "REVERSED" });
    await told([returned(reference, 1_500n)]);
    expect((await walletOf()).availableMinor).toBe(before.availableMinor);
    expect(await orderOf(reference)).toMatchObject({ status: "RETURNED", reason: "AC04" });
  });

  it("that came back before it was recorded as paid fails, and costs nothing", async () => {
    const before = await walletOf();
    const { id, reference } = await asked("1600");
    await released();
    await told([debit(reference, 1_600n), returned(reference, 1_600n)]);
    expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: "INVALID_RECIPIENT" });
    expect((await walletOf()).availableMinor).toBe(before.availableMinor);
  });

  it("is not failed by a refused repetition of its file", async () => {
    const { id, reference } = await asked("1700");
    const file = await released();
    const answer = done(await handedIn(report(file.messageId, "RJCT", [[reference, "RJCT", "DUPL"]])));
    expect(answer).toMatchObject({ newCount: 0, queuedCount: 1 });
    expect(await statusOf(id)).toBe("PROCESSING");
    await told([debit(reference, 1_700n)]);
    expect(await statusOf(id)).toBe("PAID");
  });
});

describe("a debit that was not expected", () => {
  /** A payout that the bank has rejected and paid all the same: its debit waits. */
  async function paidAnyway(amount: string) {
    const { id, reference } = await asked(amount);
    const file = await released();
    done(await handedIn(report(file.messageId, "PART", [[reference, "RJCT", "AC04"]])));
    expect(await statusOf(id)).toBe("FAILED");
    const { id: fileId } = await told([debit(reference, BigInt(amount))]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    expect(entry).toMatchObject({ status: "QUEUED", cause: "NOT_EXPECTED", direction: "DEBIT" });
    return { id, reference, path: `/tenant/bank-entries/${entry.id}`, entryId: entry.id as string };
  }
  const bookOf = async () => {
    const query = `mode=LIVE&providerAccountId=${accountId}`;
    const books = done(await operate("GET", `/tenant/reconciliation/account-books?${query}`));
    const one = books.find(({ currency }: { currency: string }) => currency === "XOF");
    return { balance: BigInt(one?.providerBalance ?? 0), adjustment: BigInt(one?.adjustment ?? 0) };
  };
  const note = "The bank was asked for the money.";

  it("is booked by two operators against the account that they name, once, and the payout stays failed", async () => {
    const { id, path, entryId } = await paidAnyway("3100");
    const [wallet, before] = [await walletOf(), await bookOf()];
    const proposal = await operate("POST", `${path}/book`, { account: "adjustment", note });
    expect(proposal.body.data.after).toMatchObject({
      account: "adjustment",
      amount: "3100",
      status: "BOOKED",
    });
    const twin = await operate("POST", `${path}/book`, { account: "provider_fees", note });
    const alone = await operate("POST", `/tenant/change-requests/${proposal.body.data.id}/confirm`);
    expect([alone.status, alone.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    expect(await bookOf()).toEqual(before);

    done(await confirmed(proposal, "BOOK_BANK_ENTRY"));
    const after = await bookOf();
    expect([after.balance - before.balance, after.adjustment - before.adjustment]).toEqual([-3_100n, 3_100n]);
    expect(done(await operate("GET", path))).toMatchObject({ status: "BOOKED", note, reference: null });
    const [correction] = done(await operate("GET", "/tenant/reconciliation/book-corrections?mode=LIVE"));
    expect(correction).toMatchObject({ bankEntryId: entryId, amount: "3100", debit: "adjustment" });

    const second = await confirmed(twin, "BOOK_BANK_ENTRY");
    expect([second.status, second.body.error.code]).toEqual([409, "BANK_ENTRY_DECIDED"]);
    const again = await operate("POST", `${path}/book`, { account: "adjustment", note });
    expect([again.status, again.body.error.code]).toEqual([409, "BANK_ENTRY_DECIDED"]);
    const dismissed = await operate("POST", `${path}/dismiss`, { note });
    expect(dismissed.body.error.code).toBe("BANK_ENTRY_DECIDED");
    expect(await bookOf()).toEqual(after);
    expect(await statusOf(id)).toBe("FAILED");
    expect((await walletOf()).availableMinor).toBe(wallet.availableMinor);
  });

  it("is taken from the merchant by a correction that another operator confirms", async () => {
    const { path } = await paidAnyway("3200");
    const before = await walletOf();
    const body = { account: "adjustment", fromMerchant: true, note };
    const proposal = await operate("POST", `${path}/book`, body);
    expect(proposal.body.data.after.fromMerchant).toBe(walletId);
    done(await confirmed(proposal, "BOOK_BANK_ENTRY"));
    expect((await walletOf()).availableMinor).toBe(before.availableMinor);
    const corrections = done(await operate("GET", "/tenant/ledger/corrections?status=PROPOSED"));
    expect(corrections).toMatchObject([{ direction: "DEBIT", walletId, amount: "3200" }]);
    const confirm = `/tenant/ledger/corrections/${corrections[0].id}/confirm`;
    expect((await operate("POST", confirm)).body.error.code).toBe("FOUR_EYES_REQUIRED");
    const { token } = await setup.test.operator("second");
    done(await setup.test.request("POST", confirm, { apiKey: token, body: {}, headers: key() }));
    expect(BigInt((await walletOf()).availableMinor)).toBe(BigInt(before.availableMinor) - 3_200n);
  });

  it("that the bank gives back later is booked back against the same account", async () => {
    const { reference, path } = await paidAnyway("3300");
    const before = await bookOf();
    done(
      await confirmed(
        await operate("POST", `${path}/book`, { account: "adjustment", note }),
        "BOOK_BANK_ENTRY",
      ),
    );
    const { id: fileId } = await told([returned(reference, 3_300n)]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    expect(entry).toMatchObject({ status: "QUEUED", cause: "RETURNED", direction: "CREDIT" });
    const back = `/tenant/bank-entries/${entry.id}/book`;
    const refused = await operate("POST", back, { account: "adjustment", fromMerchant: true, note });
    expect(refused.body.error.details.reason).toBe("NOT_A_DEBIT");
    done(await confirmed(await operate("POST", back, { account: "adjustment", note }), "BOOK_BANK_ENTRY"));
    expect(await bookOf()).toEqual(before);
  });

  it("is no way to book a payer's money, another tenant's entry, or an entry without a merchant", async () => {
    const { id: fileId } = await told([{ amount: 900n, transactions: [{ text: "Loyer" }] }]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    const stray = await operate("POST", `/tenant/bank-entries/${entry.id}/book`, {
      account: "adjustment",
      note,
    });
    expect([stray.status, stray.body.error.details.reason]).toEqual([409, "OTHER_CAUSE"]);

    const taken = await told([
      { amount: 800n, isCredit: false, isReversal: true, transactions: [{ text: "Rejet" }] },
    ]);
    const [nobodys] = done(await operate("GET", `/tenant/bank-entries?fileId=${taken.id}`));
    const body = { account: "adjustment", fromMerchant: true, note };
    const path = `/tenant/bank-entries/${nobodys.id}/book`;
    expect((await operate("POST", path, body)).body.error.details.reason).toBe("NO_MERCHANT");

    const { token } = await logIn(setup.test, await createTenant(setup.test, "abroad"), 1);
    const abroad = await setup.test.request("POST", path, { apiKey: token, body, headers: key() });
    expect([abroad.status, abroad.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });
});

describe("before its release", () => {
  it("a payout is cancelled by its merchant, also out of a file, whose release is then asked for anew", async () => {
    const before = await walletOf();
    const [kept, taken] = [await asked("2100"), await asked("2200")];
    const file = done(await operate("POST", "/tenant/payout-files", { providerAccountId: accountId }));
    const proposal = await operate("POST", `/tenant/payout-files/${file.id}/release`);
    const cancel = () =>
      setup.test.request("POST", `/payments/payouts/${taken.id}/cancel`, { headers: key() });
    expect(done(await cancel()).status).toBe("CANCELLED");
    const stale = await confirmed(proposal);
    expect([stale.status, stale.body.error?.code]).toEqual([409, "VERSION_CONFLICT"]);
    const again = await confirmed(await operate("POST", `/tenant/payout-files/${file.id}/release`));
    expect(done(again)).toBeDefined();
    await setup.test.drain();
    const text = await readFile(join(root, "out", `${file.messageId}.xml`), "utf8");
    expect([text.includes(kept.reference), text.includes(taken.reference)]).toEqual([true, false]);
    expect(await orderOf(taken.reference)).toMatchObject({ status: "WITHDRAWN", fileId: null });
    await told([debit(kept.reference, 2_100n)]);
    expect(BigInt((await walletOf()).availableMinor)).toBe(BigInt(before.availableMinor) - 2_100n);
  });

  it("an operator refuses one transfer, and its payout fails", async () => {
    const { id, reference } = await asked("2300");
    const { id: orderId } = await orderOf(reference);
    const body = { note: "The account is reported." };
    const path = `/tenant/transfer-orders/${orderId}/refuse`;
    expect(done(await operate("POST", path, body))).toMatchObject({ status: "REJECTED", note: body.note });
    await setup.test.drain();
    expect(await payoutOf(id)).toMatchObject({ status: "FAILED", failureCode: "PAYMENT_CANCELLED" });
    const again = await operate("POST", path, body);
    expect([again.status, again.body.error.code]).toEqual([409, "TRANSFER_ORDER_NOT_REFUSABLE"]);
    const none = await operate("POST", "/tenant/payout-files", { providerAccountId: accountId });
    expect([none.status, none.body.error.code]).toEqual([409, "NOTHING_TO_ORDER"]);
  });

  it("an operator refuses a file, and its transfers wait for the next cut-off", async () => {
    const { reference } = await asked("2400");
    const { token } = await setup.test.operator();
    const once = { apiKey: token, headers: key(), body: { providerAccountId: accountId } };
    const file = done(await setup.test.request("POST", "/tenant/payout-files", once));
    // Without its key a repeated request would find nothing left to collect.
    expect(done(await setup.test.request("POST", "/tenant/payout-files", once))).toEqual(file);
    const body = { note: "Too early." };
    const refused = done(await operate("POST", `/tenant/payout-files/${file.id}/refuse`, body));
    expect(refused).toMatchObject({ status: "REFUSED", transferCount: 0, note: body.note });
    await setup.test.drain();
    expect(await orderOf(reference)).toMatchObject({ status: "QUEUED", fileId: null });
    const late = await operate("POST", `/tenant/payout-files/${file.id}/release`);
    expect([late.status, late.body.error.code]).toEqual([409, "PAYOUT_FILE_NOT_PREPARED"]);
    const answer = await handedIn(report(file.messageId, "ACSC"));
    expect(answer.body.error.details.reason).toContain("was not released");
    await released();
    await told([debit(reference, 2_400n)]);
  });

  it("a payout waits over a long weekend, and the bank has its three days from the release", async () => {
    const { id, reference } = await asked("2500");
    await setup.test.advance(5 * DAY_MS, HOUR_MS);
    expect(await statusOf(id)).toBe("PROCESSING");
    const [file] = done(await operate("GET", "/tenant/payout-files?status=PREPARED"));
    expect(file).toMatchObject({ transferCount: 1, total: "2500" });
    done(await confirmed(await operate("POST", `/tenant/payout-files/${file.id}/release`)));
    await setup.test.advance(3 * DAY_MS - HOUR_MS, HOUR_MS);
    expect(await statusOf(id)).toBe("PROCESSING");
    await setup.test.advance(2 * HOUR_MS, HOUR_MS / 4);
    expect(await statusOf(id)).toBe("IN_RECONCILIATION");
    await told([debit(reference, 2_500n)]);
    expect(await statusOf(id)).toBe("PAID");
  });
});

describe("a refund of a transfer", () => {
  /** A paid transfer, with what the bank told of its payer. */
  async function paid(amount: bigint, payer: object) {
    const body = { amount: amount.toString(), currency: "XOF", title: "Commande" };
    const session = done(await setup.test.request("POST", "/checkout/sessions", { body }));
    const { instructions, chargeId } = done(
      await setup.payer.complete(session.id, {
        paymentMethod: "BANK_TRANSFER",
        paymentDetails: { countryCode: "CI", payerName: "Awa Koné" },
      }),
    );
    await told([{ amount, transactions: [{ text: instructions.reference, ...payer }] }]);
    expect((await setup.payer.status(session.id)).status).toBe("SUCCEEDED");
    return { chargeId: chargeId as string, reference: instructions.reference as string };
  }
  const known = { partyName: "Awa Koné", partyAccount: recipient };
  const refunded = async (chargeId: string, amount: string) => {
    const path = `/payments/charges/${chargeId}/refunds`;
    const { id } = done(await setup.test.request("POST", path, { headers: key(), body: { amount } }));
    await setup.test.advance(10_000, 10_000);
    return id as string;
  };
  const refundOf = async (id: string) => done(await setup.test.request("GET", `/payments/refunds/${id}`));
  const queuedRefund = async (amount: string) =>
    done(await operate("GET", "/tenant/transfer-orders?status=QUEUED&pageSize=100")).find(
      (one: { readonly amount: string }) => one.amount === amount,
    );

  it("goes to the account that paid, and comes back when the bank sends it back", async () => {
    const { chargeId } = await paid(9_000n, known);
    const before = await walletOf();
    const id = await refunded(chargeId, "5100");
    expect(await refundOf(id)).toMatchObject({ status: "PROCESSING", accountNeeded: false });
    const order = await queuedRefund("5100");
    expect(order).toMatchObject({ kind: "REFUND", recipientName: "Awa Koné" });
    await released();
    await told([debit(order.reference, 5_100n)]);
    expect(await refundOf(id)).toMatchObject({ status: "SUCCEEDED", route: "ORIGINAL_RAIL" });
    await told([returned(order.reference, 5_100n)]);
    expect(await refundOf(id)).toMatchObject({ status: "FAILED" });
    expect((await walletOf()).availableMinor).toBe(before.availableMinor);
  });

  it("waits for an account where the bank told none, and goes to the one that the merchant gives", async () => {
    const { chargeId } = await paid(8_000n, {});
    const id = await refunded(chargeId, "5200");
    expect(await refundOf(id)).toMatchObject({ status: "PROCESSING", accountNeeded: true });
    expect(await queuedRefund("5200")).toBeUndefined();
    await setup.test.advance(HOUR_MS, HOUR_MS / 4);
    const events = await setup.test.db.query<{ type: string; waits: boolean }>({
      text: `select type, (payload::json -> 'data' ->> 'accountNeeded')::boolean as waits from events
        where payload::json -> 'data' ->> 'id' = $1 order by sequence`,
      values: [id],
    });
    expect(events).toEqual([
      { type: "refund.created", waits: false },
      { type: "refund.account_needed", waits: true },
    ]);
    const give = (refundId: string, account: string) =>
      setup.test.request("POST", `/payments/refunds/${refundId}/recipient`, {
        headers: key(),
        body: { iban: account, holderName: "Awa Koné" },
      });
    const wrong = await give(id, `${recipient.slice(0, -1)}0`);
    expect([wrong.status, wrong.body.error.details.fields[0].path]).toEqual([400, "iban"]);
    expect((await refundOf(id)).accountNeeded).toBe(true);
    // The account number of the franc zone, without the IBAN around it.
    const given = done(await give(id, recipient.slice(4)));
    expect(given).toMatchObject({ accountNeeded: false });
    expect(JSON.stringify(given)).not.toContain(recipient.slice(4));
    await setup.test.drain();
    const order = await queuedRefund("5200");
    expect(order).toMatchObject({ kind: "REFUND", recipientAccount: "SN08 **** 3035" });
    const late = await give(id, recipient);
    expect([late.status, late.body.error.code]).toEqual([409, "REFUND_NEEDS_NO_ACCOUNT"]);
    await released();
    const { fileId } = await orderOf(order.reference);
    done(await handedIn(report((await fileOf(fileId)).messageId, "ACSC")));
    expect((await refundOf(id)).status).toBe("SUCCEEDED");
  });

  it("is made by the bank that takes the payment back, once two operators have said whose it was", async () => {
    const { chargeId, reference } = await paid(6_000n, known);
    const before = await walletOf();
    const taken = {
      amount: 6_000n,
      isCredit: false,
      isReversal: true,
      transactions: [{ text: "Annulation" }],
    };
    const { id: fileId } = await told([taken]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    expect(entry).toMatchObject({ status: "QUEUED", cause: "REVERSAL" });
    const { suggestions } = done(await operate("GET", `/tenant/bank-entries/${entry.id}`));
    expect(suggestions).toMatchObject([{ reference, chargeId, amount: "6000", reasons: ["AMOUNT"] }]);
    const body = { reference, note: "The bank has called." };
    const proposal = await operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    expect([proposal.status, proposal.body.data.after.books]).toEqual([202, "TAKEN_BACK"]);
    const { token } = await setup.test.operator("second");
    const path = `/tenant/change-requests/${proposal.body.data.id}/confirm`;
    done(await setup.test.request("POST", path, { apiKey: token, body: {}, headers: key() }));
    await setup.test.advance(70_000, 10_000);
    const [refund] = done(await setup.test.request("GET", `/payments/refunds?chargeId=${chargeId}`));
    expect(refund).toMatchObject({ status: "SUCCEEDED", amount: "6000", note: body.note });
    expect(BigInt((await walletOf()).availableMinor)).toBe(BigInt(before.availableMinor) - 6_000n);
    // No transfer of ours went out for it.
    expect(await queuedRefund("6000")).toBeUndefined();
    const more = await setup.test.request("POST", `/payments/charges/${chargeId}/refunds`, {
      headers: key(),
      body: {},
    });
    expect([more.status, more.body.error.code]).toEqual([409, "REFUND_AMOUNT_EXCEEDS_REMAINING"]);
  });

  it("that came back without its number is booked back, once two operators have said which", async () => {
    const { id, reference } = await asked("1800");
    const file = await released();
    done(await handedIn(report(file.messageId, "ACSC")));
    const { id: fileId } = await told([
      { amount: 1_800n, transactions: [{ text: "Retour", returnReason: "AC04" }] },
    ]);
    const [entry] = done(await operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    expect(entry).toMatchObject({ status: "QUEUED", cause: "RETURNED" });
    const body = { reference, note: "The bank has told the number." };
    const proposal = await operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    const { token } = await setup.test.operator("second");
    const path = `/tenant/change-requests/${proposal.body.data.id}/confirm`;
    done(await setup.test.request("POST", path, { apiKey: token, body: {}, headers: key() }));
    await setup.test.drain();
    expect(await statusOf(id)).toBe("REVERSED");
  });

  it("of another amount than asked for is given back by an operator's decision", async () => {
    const body = { amount: "7000", currency: "XOF", title: "Commande" };
    const session = done(await setup.test.request("POST", "/checkout/sessions", { body }));
    const { instructions, chargeId } = done(
      await setup.payer.complete(session.id, {
        paymentMethod: "BANK_TRANSFER",
        paymentDetails: { countryCode: "CI", payerName: "Awa Koné" },
      }),
    );
    await told([{ amount: 6_999n, transactions: [{ text: instructions.reference, ...known }] }]);
    const decided = await operate("POST", `/tenant/held-money/${chargeId}/refund`, { reason: "Too little." });
    expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    await setup.test.advance(10_000, 10_000);
    const order = await queuedRefund("6999");
    expect(order).toMatchObject({ kind: "REFUND", recipientName: "Awa Koné" });
    await released();
    await told([debit(order.reference, 6_999n)]);
  });
});

describe("an answer of the bank", () => {
  it.each([
    ["to a file of nobody", () => report("NOBODY", "ACSC"), "has not sent"],
    ["without the number of a file", () => report("", "ACSC"), "OrgnlMsgId"],
    [
      "of another version",
      () => report("NOBODY", "ACSC").replace("pain.002.001.10", "pain.002.001.99"),
      "pain.002",
    ],
    [
      "with a document type",
      () => report("NOBODY", "ACSC").replace("?>", '?><!DOCTYPE d [<!ENTITY a "b">]>'),
      "document type",
    ],
  ])("%s is refused with a sentence", async (_what, content, sentence) => {
    const answer = await handedIn(content());
    expect([answer.status, answer.body.error.code]).toEqual([400, "BANK_FILE_REFUSED"]);
    expect(answer.body.error.details.reason).toContain(sentence);
  });

  it("that names a transfer which is not in the file is refused as a whole", async () => {
    const { id, reference } = await asked("3100");
    const file = await released();
    const rows: readonly ReportedTransfer[] = [
      [reference, "RJCT", "AC04"],
      ["NOBODY", "ACSC"],
    ];
    const answer = await handedIn(report(file.messageId, "PART", rows));
    expect(answer.body.error.details.reason).toContain("OrgnlEndToEndId");
    expect(await statusOf(id)).toBe("PROCESSING");
    await told([debit(reference, 3_100n)]);
  });
});

describe("a released file", () => {
  /** As a crash has left it: the file's row and the folder. */
  const setState = (id: string, status: string) =>
    setup.test.owner.query({
      text: "update payout_files set status = $2, delivered_at = null where message_id = $1",
      values: [id, status],
    });

  it("is not written again after a crash between the write and the record, though the bank has taken it", async () => {
    const { reference } = await asked("4100");
    const file = await released();
    await setState(file.messageId, "WRITING");
    await rm(join(root, "out", `${file.messageId}.xml`));
    await setup.test.drain();
    expect(await readdir(join(root, "out"))).toEqual([]);
    expect((await fileOf(file.id)).status).toBe("WRITTEN");
    await told([debit(reference, 4_100n)]);
  });

  it("is written after a crash before the first byte, and after one between the two steps", async () => {
    const { reference } = await asked("4200");
    const file = await released();
    const path = join(root, "out", `${file.messageId}.xml`);
    const content = await readFile(path);
    await rm(path);
    await setState(file.messageId, "RELEASED");
    await setup.test.drain();
    expect(await readFile(path)).toEqual(content);
    const unfinished = join(root, "out", `.${file.messageId}.xml.part`);
    await rename(path, unfinished);
    await setState(file.messageId, "WRITING");
    await setup.test.drain();
    expect(await readFile(path)).toEqual(content);
    expect(await readdir(join(root, "out"))).toEqual([`${file.messageId}.xml`]);
    await told([debit(reference, 4_200n)]);
  });
});

describe("two services on one database", () => {
  const ROUNDS = 8;
  let other: SecondInstance;
  beforeAll(async () => {
    other = await startSecondInstance(setup.test);
  });
  afterAll(() => other?.stop());
  const both = (loop: "payoutFilesCutOff" | "payoutFilesWrite") =>
    Promise.all([setup.test.app, other.app].map(({ loops }) => loops[loop]?.runOnce() ?? expect.fail(loop)));

  it("collect a transfer into one file at the cut-off", async () => {
    const { reference } = await asked("4300");
    const untilCutOff = (15 * HOUR_MS - (setup.test.clock.nowMs() % DAY_MS) + DAY_MS) % DAY_MS;
    setup.test.clock.advance(untilCutOff + 60_000);
    await both("payoutFilesCutOff");
    const prepared = done(await operate("GET", "/tenant/payout-files?status=PREPARED"));
    expect(prepared.map((one: { readonly total: string }) => one.total)).toEqual(["4300"]);
    done(await confirmed(await operate("POST", `/tenant/payout-files/${prepared[0].id}/release`)));
    await both("payoutFilesWrite");
    await told([debit(reference, 4_300n)]);
  });

  it("write a file once, though its bank takes it in the moment in which it appears", async () => {
    const taken: string[] = [];
    let isOpen = true;
    const bank = (async () => {
      while (isOpen) {
        for (const name of await readdir(join(root, "out"))) {
          if (name.startsWith(".")) continue;
          taken.push(name);
          await rm(join(root, "out", name));
        }
      }
    })();
    const released: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const amount = 5_000 + round;
      const { reference } = await asked(`${amount}`);
      const file = done(await operate("POST", "/tenant/payout-files", { providerAccountId: accountId }));
      done(await confirmed(await operate("POST", `/tenant/payout-files/${file.id}/release`)));
      await both("payoutFilesWrite");
      expect((await fileOf(file.id)).status).toBe("WRITTEN");
      released.push(`${file.messageId}.xml`);
      await told([debit(reference, BigInt(amount))]);
    }
    isOpen = false;
    await bank;
    expect(taken).toEqual(released);
  });
});
