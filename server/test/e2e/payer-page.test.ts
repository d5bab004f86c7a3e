import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOfPdf } from "../../src/documents/test-pdf-text.ts";
import { type Contract, type Json, readContract } from "../contract/document.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** Who runs the payer's page: what operators set is what payers read, and no fee is said that a payment does not have. */
let test: TestApp;
let contract: Contract;
let token: string;
let second: string;
const terms = {
  name: "Cauris Paiements SA",
  licence: "Établissement de paiement agréé, n° EP.CI.012/2025",
  termsUrl: "https://cauris.example/terms?a=1&b=2",
  privacyUrl: "https://cauris.example/privacy",
};
const nothing = { name: null, licence: null, termsUrl: null, privacyUrl: null };

beforeAll(async () => {
  test = await startTestApp();
  contract = await readContract(test);
  token = (await test.operator()).token;
  second = (await test.operator("second")).token;
});
afterAll(() => test?.stop());

const put = (body: Json, key?: string) =>
  contract.call("setPayerPage", {
    apiKey: token,
    body,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  });
const get = async (mode: string): Promise<Json> =>
  (await contract.call("getPayerPage", { apiKey: token, query: { mode } })).body.data;

const open = async (): Promise<Json> => {
  const body = { amount: "5000", currency: "XOF", title: "Commande" };
  return (await test.request("POST", "/checkout/sessions", { body })).body.data;
};
const html = async (url: string): Promise<string> => (await fetch(url)).text();
const pay = async (session: Json): Promise<void> => {
  await test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  await test.advance(3_000);
};

describe("in the sandbox", () => {
  it("one operator sets it; pages and receipts show it at once, with the addresses as links", async () => {
    const session = await open();
    expect(await html(session.url)).not.toContain(terms.name);
    const { status, body } = await put({ mode: "SANDBOX", ...terms });
    expect([status, body.data]).toMatchObject([200, { ...terms, shownName: terms.name, version: 1 }]);

    const page = await html(session.url);
    expect(page).toContain(`Paiement assuré par ${terms.name}.`);
    expect(page).toContain(terms.licence);
    expect(page).toContain('href="https://cauris.example/terms?a=1&amp;b=2"');
    expect(page).toContain(`href="${terms.privacyUrl}"`);

    await pay(session);
    const receipt = await html(session.url);
    expect(receipt).toContain(terms.licence);
    const pdf = await fetch(`${session.url}/receipt.pdf`);
    const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()))
      .join(" ")
      .replaceAll(/\s+/g, " ");
    for (const said of [terms.name, terms.licence, terms.termsUrl, terms.privacyUrl])
      expect(text).toContain(said);
  });

  it("says the fee that the payer bears: none, whatever the schedule takes from the merchant", async () => {
    const fee = { mode: "SANDBOX", method: "MOBILE_MONEY", currency: "XOF", basisPoints: 300, fixed: "25" };
    expect((await contract.call("setFeeSchedule", { apiKey: token, body: fee })).status).toBe(200);
    const session = await open();
    expect(await html(session.url)).toContain("Sans frais pour vous");
    await pay(session);
    const { body } = await test.request("GET", `/checkout/sessions/${session.id}/attempts`);
    // What was asked of the payer is the price; the fee is part of it.
    expect(body.data[0]).toMatchObject({ amount: "5000", fee: "175", net: "4825" });
    expect(await html(session.url)).toMatch(/Frais<\/dt><dd[^>]*>Aucun pour vous/);
  });

  it("refuses what is no address, names the field and changes nothing", async () => {
    const before = await get("SANDBOX");
    const { status, body } = await put({ mode: "SANDBOX", ...terms, termsUrl: "javascript:alert(1)" });
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.details.fields).toMatchObject([{ path: "termsUrl", rule: "url" }]);
    expect(await get("SANDBOX")).toEqual(before);
  });

  it("refuses a change of an older version", async () => {
    const { body } = await put({ mode: "SANDBOX", ...nothing, version: 0 });
    expect([body.error.code, body.error.details]).toMatchObject(["VERSION_CONFLICT", { version: 1 }]);
  });
});

describe("in live mode", () => {
  it("two operators agree on what is new, and one takes it away; both are in the audit log", async () => {
    const proposed = await put({ mode: "LIVE", ...terms });
    expect([proposed.status, proposed.body.data.kind]).toEqual([202, "SET_PAYER_PAGE"]);
    expect(await get("LIVE")).toMatchObject({ ...nothing, version: 0 });
    const { id } = proposed.body.data;
    const confirm = (apiKey: string) => contract.call("confirmChangeRequest", { apiKey, params: { id } });
    expect((await confirm(token)).body.error.code).toBe("FOUR_EYES_REQUIRED");
    expect((await confirm(second)).status).toBe(200);
    expect(await get("LIVE")).toMatchObject({ ...terms, version: 1 });
    expect((await put({ mode: "LIVE", ...terms, termsUrl: null })).body.data).toMatchObject({
      termsUrl: null,
      version: 2,
    });
    const audited = await test.owner.query<{ after: string }>({
      text: "select after from audit_log where action = 'tenant.payer_page_changed' order by sequence",
    });
    expect(audited.map(({ after }) => JSON.parse(after))).toMatchObject([
      { mode: "SANDBOX", ...terms },
      { mode: "LIVE", ...terms },
      { mode: "LIVE", ...terms, termsUrl: null },
    ]);
  });

  it("a proposal is superseded when a colleague took something away meanwhile", async () => {
    const proposed = await put({ mode: "LIVE", ...terms });
    expect((await put({ mode: "LIVE", ...nothing })).status).toBe(200);
    const { body } = await contract.call("confirmChangeRequest", {
      apiKey: second,
      params: { id: proposed.body.data.id },
    });
    expect(body.error.code).toBe("VERSION_CONFLICT");
    expect(await get("LIVE")).toMatchObject(nothing);
  });
});
