import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../src/kit/random.ts";
import { bankTransferStandIn } from "../../src/providers/bank-transfer/stand-in/index.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { Answer } from "../harness/app.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** The service and a bank that exchange files, as `npm run stand-ins` lets a person try it. */
const definition = (base: string) => bankTransferStandIn(base);
let setup: ConnectorSetup;
let bank: RunningStandIn;
let base: string;
let accountId: string;
let walletId: string;
let beneficiaryId: string;
let unique = 0;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "bank-stand-in-"));
  setup = await openConnectorSetup("bank_transfer", { method: "BANK_TRANSFER" });
  const { clock } = setup.test;
  bank = await openStandIn(definition(base), { clock, random: createSeededRandom(1), settleAfterMs: 1_000 });
  await bank.report();
  accountId = (await setup.addAccount(definition(base).accountSettings(bank.url, "first"))).id;
  const wallets = done(await setup.test.request("GET", "/payments/wallets"));
  walletId = wallets.find((one: { readonly currency: string }) => one.currency === "XOF").id;
  const body = {
    name: "SARL Baobab",
    type: "BANK_ACCOUNT",
    details: { iban: "SN08SN0100152000048500003035", bankName: "Banque" },
    currency: "XOF",
  };
  beneficiaryId = done(await setup.test.request("POST", "/payments/beneficiaries", { body })).id;
});
afterAll(async () => {
  await bank?.close();
  await setup?.test.stop();
  await rm(base, { recursive: true });
});
afterEach(() => expectInvariants(setup.test.owner));

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const key = () => {
  unique += 1;
  return { "idempotency-key": `stand-in ${unique}` };
};
const inFolder = (name: string) => join(base, "stand-in", "first", "in", name);

async function atBank(path: string, fields: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${bank.url}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  expect(response.status, await response.text()).toBe(200);
}
/** The bank writes what it has, and the service reads it. */
async function exchanged(): Promise<void> {
  await setup.test.advance(2_000, 2_000);
  await bank.report();
  await setup.test.advance(130_000, 65_000);
}

/** A payout that the bank has taken, with its number there. */
async function ordered(amount: string) {
  const body = { walletId, beneficiaryId, amount };
  const { id } = done(await setup.test.request("POST", "/payments/payouts", { headers: key(), body }));
  await setup.test.advance(10_000, 10_000);
  const file = done(await setup.operate("POST", "/tenant/payout-files", { providerAccountId: accountId }));
  done(await setup.operate("POST", `/tenant/payout-files/${file.id}/release`, {}));
  await setup.test.drain();
  const [order] = done(await setup.operate("GET", `/tenant/transfer-orders?fileId=${file.id}`));
  await bank.report();
  return { id: id as string, reference: order.reference as string };
}
const statusOf = async (id: string) =>
  done(await setup.test.request("GET", `/payments/payouts/${id}`)).status;

describe("a bank that exchanges files", () => {
  it("reports a transfer that a person has sent, by notice and by statement, and the payment is paid once", async () => {
    const body = { amount: "50000", currency: "XOF", title: "Commande" };
    const session = done(await setup.test.request("POST", "/checkout/sessions", { body }));
    const { instructions } = done(
      await setup.payer.complete(session.id, {
        paymentMethod: "BANK_TRANSFER",
        paymentDetails: { countryCode: "CI", payerName: "Awa Koné" },
      }),
    );
    await atBank("/bank/transfer", { reference: instructions.reference, amount: "50000" });
    await exchanged();
    expect((await setup.payer.status(session.id)).status).toBe("SUCCEEDED");
    await atBank("/bank/statement", {});
    await exchanged();
    const queue = done(await setup.operate("GET", "/tenant/bank-entries?status=QUEUED"));
    expect(queue).toEqual([]);
  });

  it("books a payout, also when it says so twice, and its book agrees with ours", async () => {
    const { id, reference } = await ordered("2500");
    bank.faults.next("CALLBACK_TWICE");
    await exchanged();
    expect(await statusOf(id)).toBe("PAID");
    expect(bank.book.moved("PAYOUT", reference).map(({ minor }) => minor)).toEqual([2_500n]);
  });

  it("rejects a payout with its reason", async () => {
    const { id, reference } = await ordered("2600");
    bank.book.end({ kind: "PAYOUT", holder: "first", id: reference }, { code: "AC04" });
    await exchanged();
    expect(await statusOf(id)).toBe("FAILED");
    expect(bank.book.moved("PAYOUT", reference)).toEqual([]);
  });

  it("sends a booked payout back", async () => {
    const { id, reference } = await ordered("2700");
    await exchanged();
    expect(await statusOf(id)).toBe("PAID");
    await atBank("/bank/return", { id: reference, reason: "AC06" });
    await exchanged();
    expect(await statusOf(id)).toBe("REVERSED");
  });

  it("forgets to answer, and the statement of the day tells it", async () => {
    const { id } = await ordered("2800");
    bank.faults.next("CALLBACK_MISSING");
    await exchanged();
    expect(await statusOf(id)).toBe("PROCESSING");
    await atBank("/bank/statement", {});
    await exchanged();
    expect(await statusOf(id)).toBe("PAID");
  });

  it("answers late, and nothing has failed meanwhile", async () => {
    const { id } = await ordered("2900");
    bank.faults.next("CALLBACK_LATE", { delayMs: 3_600_000 });
    await exchanged();
    expect(await statusOf(id)).toBe("PROCESSING");
    await setup.test.advance(3_600_000, 900_000);
    await exchanged();
    expect(await statusOf(id)).toBe("PAID");
  });

  it("books another amount, and an operator has to look at it", async () => {
    bank.faults.next("WRONG_AMOUNT");
    const { id } = await ordered("3000");
    await exchanged();
    expect(await statusOf(id)).toBe("IN_RECONCILIATION");
  });

  it("writes a broken file, which is put away with the reason", async () => {
    await atBank("/bank/malformed", {});
    await exchanged();
    const [name] = (await readdir(inFolder("failed"))).filter((one) => one.endsWith(".txt"));
    expect(await readFile(inFolder(`failed/${name}`), "utf8")).toContain("XML");
  });

  it("shows a person a page for each of these acts", async () => {
    const page = await (await fetch(`${bank.url}/bank`)).text();
    for (const act of ["transfer", "return", "statement", "malformed"])
      expect(page).toContain(`/bank/${act}`);
  });
});
