import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../src/kit/money.ts";
import { type CamtEntry, camtText } from "../../src/providers/bank-transfer/stand-in/camt-text.ts";
import type { Answer } from "../harness/app.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Payments by transfer through the running service: a bank's files are their only outcome. */
const iban = "CI93CI0080111301134291200589";
const settings = {
  bankName: "Banque du Golfe",
  accountHolder: "CAURIS SA",
  iban,
  bic: "BGOLCIAB",
  currency: "XOF",
};
const DAY_MS = 86_400_000;

let test: TestApp;
let accountId: string;
let folder: string;
let unique = 0;
beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "statements-"));
  const { id: subTenantId } = await made("/tenant/sub-tenants", { name: "Bank" });
  const account = {
    mode: "SANDBOX",
    subTenantId,
    provider: "bank_transfer",
    name: "Current account",
    settings: { ...settings, statementFolder: folder },
  };
  accountId = (await made("/tenant/provider-accounts", { ...account, methods: ["BANK_TRANSFER"] })).id;
  await made("/tenant/routing/rules", { mode: "SANDBOX", method: "BANK_TRANSFER", subTenantId, priority: 1 });
});
afterAll(async () => {
  await test?.stop();
  await rm(folder, { recursive: true });
});
afterEach(() => expectInvariants(test.owner));

async function operate(method: string, path: string, body?: unknown): Promise<Answer> {
  unique += 1;
  const { token } = await test.operator();
  const headers = { "idempotency-key": `operator ${unique}` };
  return test.request(method, path, { apiKey: token, headers, ...(body === undefined ? {} : { body }) });
}
async function made(path: string, body: unknown): Promise<Answer["body"]> {
  const answer = await operate("POST", path, body);
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  return answer.body.data;
}

/** A payment that waits for its transfer, with what the payer was told. */
async function started(amount = "5000") {
  const session = await test.request("POST", "/checkout/sessions", {
    body: { amount, currency: "XOF", title: "Commande" },
  });
  const { id } = session.body.data;
  const complete = await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI", payerName: "Awa Koné" } },
  });
  expect([complete.status, complete.body.error]).toEqual([200, null]);
  const { instructions, nextStep, chargeId } = complete.body.data;
  expect(nextStep).toBe("POLL");
  return { id: id as string, chargeId: chargeId as string, instructions };
}
const statusOf = async (id: string) =>
  (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data;
const chargeOf = async (id: string) => (await test.request("GET", `/payments/charges/${id}`)).body.data;

function statement(
  entries: readonly CamtEntry[],
  changes: Partial<Parameters<typeof camtText>[0]> = {},
): string {
  unique += 1;
  return camtText({
    kind: "053",
    version: "08",
    id: `STMT-${unique}`,
    createdAtMs: test.clock.nowMs(),
    account: iban,
    currency: "XOF",
    entries,
    ...changes,
  });
}
const credit = (text: string, amount = 5_000n, changes: Partial<CamtEntry> = {}): CamtEntry => {
  unique += 1;
  return {
    amount: money(amount, "XOF"),
    bookedOn: "2026-11-21",
    bankReference: `BK-${unique}`,
    transactions: [{ text, partyName: "Awa Koné", partyAccount: "SN08SN0100152000048500003035" }],
    ...changes,
  };
};

async function upload(
  content: string,
  type = "application/xml",
  account = accountId,
  key?: string,
): Promise<Answer> {
  const { token } = await test.operator();
  const query = new URLSearchParams({ providerAccountId: account, fileName: "statement.xml" });
  const response = await fetch(`${test.baseUrl}/tenant/bank-files?${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": type,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: content,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
async function taken(content: string, type?: string) {
  const answer = await upload(content, type);
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  await test.drain();
  return answer.body.data;
}

describe("a payment by transfer", () => {
  it("is paid by the booked entry of a statement with its reference, once", async () => {
    const { id, chargeId, instructions } = await started();
    expect(instructions).toMatchObject({
      iban,
      bankName: "Banque du Golfe",
      amount: "5000",
      currency: "XOF",
    });
    expect(instructions.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}\d{2}$/);
    expect((await statusOf(id)).status).toBe("PROCESSING");
    const entry = credit(`Commande ${instructions.reference.toLowerCase()}`);
    const file = await taken(statement([entry], { kind: "054" }));
    expect(file).toMatchObject({
      format: "CAMT_054",
      entryCount: 1,
      newCount: 1,
      matchedCount: 1,
      queuedCount: 0,
      payoutFileId: null,
    });
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
    const charge = await chargeOf(chargeId);
    expect(charge.provider).toMatchObject({ name: "bank_transfer", transactionId: entry.bankReference });
    // The statement of the day tells the same entry again.
    expect(await taken(statement([entry]))).toMatchObject({ entryCount: 1, newCount: 0, matchedCount: 0 });
    expect((await chargeOf(chargeId)).version).toBe(charge.version);
  });

  it("is paid by a line of a CSV file, and by a single entry handed in", async () => {
    const [one, other] = [await started("700"), await started("800")];
    await taken(
      `bookingDate;amount;currency;reference\n2026-11-21;700;XOF;${one.instructions.reference}\n`,
      "text/csv",
    );
    await made("/tenant/bank-entries", {
      providerAccountId: accountId,
      entries: [
        {
          direction: "CREDIT",
          amount: "800.00",
          currency: "XOF",
          bookedOn: "2026-11-21",
          structuredReference: other.instructions.reference,
        },
      ],
    });
    await test.drain();
    expect([(await statusOf(one.id)).status, (await statusOf(other.id)).status]).toEqual([
      "SUCCEEDED",
      "SUCCEEDED",
    ]);
  });

  it.each([
    ["less", 4_999n],
    ["more", 5_001n],
  ])("for which %s arrives goes to review, and the merchant is not paid", async (_what, arrived) => {
    const { chargeId, instructions } = await started();
    await taken(statement([credit(instructions.reference, arrived)]));
    const held = await operate("GET", `/tenant/held-money/${chargeId}`);
    expect(held.body.data).toMatchObject({ reason: "AMOUNT_MISMATCH", receivedAmount: arrived.toString() });
  });

  it("waits over a weekend, and ends when its three working days are over", async () => {
    // The clock of these tests began on a Saturday.
    const { id, instructions } = await started();
    expect(instructions.expiresAt.slice(0, 10)).toBe("2026-11-25");
    await test.advance(3.9 * DAY_MS, 6 * 3_600_000);
    expect((await statusOf(id)).status).toBe("PROCESSING");
    await test.advance(0.2 * DAY_MS, 1_800_000);
    const ended = await statusOf(id);
    expect(ended).toMatchObject({ status: "FAILED", failureCode: "PAYMENT_CANCELLED" });
    // Money that comes after that is late money, and not lost.
    await taken(statement([credit(instructions.reference)]));
    expect(await statusOf(id)).toMatchObject({ status: "SUCCEEDED", paidLate: true });
  });
});

describe("what names no payment", () => {
  it("waits in the queue, with the cause", async () => {
    const { instructions } = await started();
    await taken(statement([credit(instructions.reference)]));
    await taken(statement([credit("Loyer novembre"), credit(instructions.reference)]));
    const queue = await operate("GET", "/tenant/bank-entries?status=QUEUED&pageSize=100");
    const causes = queue.body.data.map((one: { readonly text: string; readonly cause: string }) => [
      one.text,
      one.cause,
    ]);
    expect(causes).toEqual(
      expect.arrayContaining([
        ["Loyer novembre", "NO_REFERENCE"],
        [instructions.reference, "ALREADY_SETTLED"],
      ]),
    );
    expect(queue.body.data[0].counterpartyAccount).toBe("SN08 **** 3035");
  });
});

describe("an operator", () => {
  /** The entry that waits with this text. */
  const waiting = async (text: string) => {
    const { data } = (await operate("GET", "/tenant/bank-entries?status=QUEUED&pageSize=100")).body;
    const found = data.find((one: { readonly text: string }) => one.text === text);
    return (await operate("GET", `/tenant/bank-entries/${found.id}`)).body.data;
  };

  it("is shown the payment that was meant, and gives the entry to it", async () => {
    const { id, chargeId, instructions } = await started("6100");
    const typed = `${instructions.reference.slice(0, 3)}${instructions.reference[3] === "Z" ? "Y" : "Z"}${instructions.reference.slice(4)}`;
    await taken(statement([credit(typed, 6_100n)]));
    const entry = await waiting(typed);
    expect(entry.suggestions[0]).toMatchObject({
      chargeId,
      reference: instructions.reference,
      reasons: expect.arrayContaining(["NEAR_REFERENCE", "AMOUNT"]),
    });
    const body = { reference: entry.suggestions[0].reference, note: "One character was wrong." };
    const assigned = await operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    expect([assigned.status, assigned.body.data.status]).toEqual([200, "ASSIGNED"]);
    await test.drain();
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
    const again = await operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    expect([again.status, again.body.error.code]).toEqual([409, "BANK_ENTRY_DECIDED"]);
  });

  it.each([
    [
      "that has its money already",
      "ALREADY_SETTLED",
      async () => {
        const { instructions } = await started();
        await taken(statement([credit(instructions.reference)]));
        return instructions.reference;
      },
    ],
    ["that nobody has", "NO_PAYMENT", async () => "000000000097"],
    ["that does not check", "NO_REFERENCE", async () => "000000000098"],
  ])("cannot give it to a payment %s", async (_what, reason, referenceOf) => {
    unique += 1;
    const text = `nobody ${unique}`;
    await taken(statement([credit(text)]));
    const entry = await waiting(text);
    const body = { reference: await referenceOf(), note: "Test." };
    const refused = await operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    expect([refused.status, refused.body.error.code, refused.body.error.details.reason]).toEqual([
      409,
      "BANK_ENTRY_NOT_ASSIGNABLE",
      reason,
    ]);
  });

  it("says that an entry is none of ours, and the reason stays with it", async () => {
    await taken(statement([credit("Capital")]));
    const entry = await waiting("Capital");
    const body = { note: "A payment of the owner." };
    const ended = await operate("POST", `/tenant/bank-entries/${entry.id}/dismiss`, body);
    expect([ended.status, ended.body.data]).toMatchObject([
      200,
      { status: "NOT_OURS", note: body.note, version: 2 },
    ]);
  });
});

describe("the folder of an account", () => {
  const texts = async (into: string) => {
    const kept = (await readdir(join(folder, into))).filter((name) => name.endsWith(".txt"));
    return Promise.all(kept.sort().map((name) => readFile(join(folder, into, name), "utf8")));
  };

  it("is read once a file has stood still, and each is put away with what became of it", async () => {
    const { id, instructions } = await started();
    const content = statement([credit(instructions.reference)]);
    await writeFile(join(folder, "statement.xml"), content);
    await writeFile(join(folder, "again.xml"), content);
    await writeFile(join(folder, "broken.xml"), content.slice(0, -20));
    await test.drain();
    // Seen, and perhaps still written.
    expect((await statusOf(id)).status).toBe("PROCESSING");
    await test.advance(9_000, 9_000);
    expect((await statusOf(id)).status).toBe("PROCESSING");
    await test.advance(60_000, 60_000);
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
    const done = await texts("done");
    expect(
      done.filter((text) =>
        /^Taken as bfile_\w+: 1 entries, 1 new, 1 matched, 0 for an operator\.\n$/.test(text),
      ),
    ).toHaveLength(1);
    expect(done.filter((text) => /^Taken before as bfile_\w+: nothing/.test(text))).toHaveLength(1);
    expect(await texts("failed")).toEqual([expect.stringContaining("not well-formed XML")]);
    expect((await readdir(folder)).sort()).toEqual(["done", "failed"]);
  });

  it("waits for a file that grows", async () => {
    const { id, instructions } = await started();
    const content = statement([credit(instructions.reference)]);
    await writeFile(join(folder, "slow.xml"), content.slice(0, 100));
    await test.drain();
    await test.advance(8_000, 8_000);
    await writeFile(join(folder, "slow.xml"), content);
    await test.advance(8_000, 8_000);
    expect(await readdir(folder)).toContain("slow.xml");
    await test.advance(60_000, 60_000);
    expect((await statusOf(id)).status).toBe("SUCCEEDED");
  });
});

describe("a file", () => {
  it("is answered the same under one Idempotency-Key, and another file under that key is refused", async () => {
    const content = statement([credit("k")]);
    const first = await upload(content, undefined, undefined, "file 1");
    const again = await upload(content, undefined, undefined, "file 1");
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(again.body.data).toEqual(first.body.data);
    const other = await upload(statement([credit("l")]), undefined, undefined, "file 1");
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_KEY_MISMATCH"]);
  });

  it("is taken once, whatever it is called", async () => {
    const content = statement([credit("x")]);
    const { id } = await taken(content);
    const again = await upload(content);
    expect([again.status, again.body.error.code, again.body.error.details.fileId]).toEqual([
      409,
      "BANK_FILE_ALREADY_TAKEN",
      id,
    ]);
  });

  it.each([
    [
      "is about another account",
      () => statement([credit("x")], { account: "SN08SN0100152000048500003035" }),
      "another account",
    ],
    [
      "has a document type",
      () => statement([]).replace("?>", '?><!DOCTYPE d [<!ENTITY a "b">]>'),
      "document type",
    ],
    [
      "contradicts itself",
      () => statement([credit("x")], { balances: { opening: money(0n, "XOF"), closing: money(1n, "XOF") } }),
      "closing balance",
    ],
    ["is no statement", () => "<html/>", "no statement"],
  ])("that %s is refused with a sentence, and nothing of it is taken", async (_what, content, sentence) => {
    const answer = await upload(content());
    expect([answer.status, answer.body.error.code]).toEqual([400, "BANK_FILE_REFUSED"]);
    expect(answer.body.error.details.reason).toContain(sentence);
  });

  it("is refused for an account of another provider, and for none", async () => {
    const accounts = await operate("GET", "/tenant/provider-accounts?pageSize=100");
    const simulator = accounts.body.data.find(
      (one: { readonly provider: string }) => one.provider === "simulator",
    );
    for (const account of [simulator.id, "acct_nothing"]) {
      const answer = await upload(statement([credit("x")]), "application/xml", account);
      expect([answer.status, answer.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
  });
});
