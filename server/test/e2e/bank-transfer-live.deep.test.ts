import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../src/kit/money.ts";
import { camtText } from "../../src/providers/bank-transfer/stand-in/camt-text.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Transfers in live mode: the account goes live by two operators, and so does money that a person gives to a payment. */
const iban = "CI93CI0080111301134291200589";
let setup: ConnectorSetup;
let account: Account;
beforeAll(async () => {
  setup = await openConnectorSetup("bank_transfer", { mode: "LIVE", method: "BANK_TRANSFER" });
  account = await setup.addAccount({
    bankName: "Banque du Golfe",
    accountHolder: "CAURIS SA",
    iban,
    bic: "BGOLCIAB",
    currency: "XOF",
  });
  // The process hears of the new account by a notification, which the first payment does not wait for.
  setup.test.app.routing.forget();
});
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};

async function started(amount: string) {
  const answer = await setup.test.request("POST", "/checkout/sessions", {
    body: { amount, currency: "XOF", title: "Commande" },
  });
  const session = done(answer);
  const body = {
    paymentMethod: "BANK_TRANSFER",
    paymentDetails: { countryCode: "CI", payerName: "Awa Koné" },
  };
  const { instructions } = done(await setup.payer.complete(session.id, body));
  return { id: session.id as string, reference: instructions.reference as string };
}
const statusOf = async (id: string) => (await setup.payer.status(id)).status as string;

let unique = 0;
/** Hands in a notice of one credit with this text. */
async function noticed(text: string, amount: bigint) {
  unique += 1;
  const content = camtText({
    kind: "054",
    version: "02",
    id: `NTFC-${unique}`,
    createdAtMs: setup.test.clock.nowMs(),
    account: iban,
    currency: "XOF",
    entries: [
      {
        amount: money(amount, "XOF"),
        bookedOn: "2026-11-21",
        bankReference: `BK-${unique}`,
        transactions: [{ text }],
      },
    ],
  });
  const providerAccountId = account.callbackUrl.split("/").at(-1);
  const file = { providerAccountId, fileName: "notice.xml", contentType: "application/xml" };
  const body = { ...file, content: Buffer.from(content).toString("base64") };
  const taken = done(await setup.operate("POST", "/tenant/bank-files", body));
  await setup.test.drain();
  return taken;
}

describe("a live transfer", () => {
  it("is paid by the bank's notice alone", async () => {
    const { id, reference } = await started("5000");
    expect(await noticed(reference, 5_000n)).toMatchObject({ mode: "LIVE", matchedCount: 1 });
    expect(await statusOf(id)).toBe("SUCCEEDED");
  });

  it("without its reference is given to its payment by two operators, and not by one", async () => {
    const { id, reference } = await started("7000");
    const { id: fileId } = await noticed("Commande 12", 7_000n);
    const [entry] = done(await setup.operate("GET", `/tenant/bank-entries?fileId=${fileId}`));
    const shown = done(await setup.operate("GET", `/tenant/bank-entries/${entry.id}`));
    expect(shown.suggestions).toMatchObject([{ reference, reasons: ["AMOUNT"] }]);
    const body = { reference, note: "The payer sent the receipt." };
    const asked = await setup.operate("POST", `/tenant/bank-entries/${entry.id}/assign`, body);
    expect([asked.status, asked.body.data.kind, asked.body.data.status]).toEqual([
      202,
      "ASSIGN_BANK_ENTRY",
      "PROPOSED",
    ]);
    await setup.test.drain();
    expect(await statusOf(id)).toBe("PROCESSING");
    const path = `/tenant/change-requests/${asked.body.data.id}/confirm`;
    const alone = await setup.operate("POST", path, {});
    expect([alone.status, alone.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    const { token } = await setup.test.operator("second");
    done(await setup.test.request("POST", path, { apiKey: token, body: {} }));
    await setup.test.drain();
    expect(await statusOf(id)).toBe("SUCCEEDED");
  });
});
