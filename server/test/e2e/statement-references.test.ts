import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOfPdf } from "../../src/documents/test-pdf-text.ts";
import type { Json } from "../contract/document.ts";
import { data, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";

/** Books by order number: every entry contains the merchant's own reference of what was booked. */
let setup: PayoutSetup;
let ids: { readonly charge: string; readonly refund: string; readonly payout: string };
const FORMULA = "=1+1 A-1042";

beforeAll(async () => {
  setup = await openPayoutSetup();
  const { test } = setup;
  const post = async (path: string, body: object, key: string): Promise<Json> =>
    data(await test.request("POST", path, { body, headers: { "idempotency-key": key } }));
  const charge = await post(
    "/payments/charges",
    {
      amount: "5000",
      currency: "XOF",
      paymentMethod: "MOBILE_MONEY",
      reference: FORMULA,
      paymentDetails: { phone: "+2250500000279", operator: "MTN", countryCode: "CI" },
    },
    "charge",
  );
  const refund = await post(`/payments/charges/${charge.id}/refunds`, { amount: "1000" }, "refund");
  const payout = data(await setup.askPayout(await setup.beneficiaryId(), "700", { reference: "F-77" }));
  await test.advance(30_000, 1_000);
  ids = { charge: charge.id, refund: refund.id, payout: payout.id };
}, 60_000);
afterAll(() => setup?.test.stop());

const read = (rest: string) => setup.test.request("GET", `/payments/wallets/${setup.walletId}/${rest}`);
const file = async (rest: string): Promise<Buffer> => {
  const { baseUrl, apiKey } = setup.test;
  const answer = await fetch(`${baseUrl}/payments/wallets/${setup.walletId}/${rest}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe("the merchant's reference", () => {
  it("stands on every entry of a charge, of its refund and of a payout", async () => {
    const entries: readonly Json[] = data(await read("entries?pageSize=100"));
    const referencesOf = (id: string) => [
      ...new Set(entries.filter(({ sourceId }) => sourceId === id).map(({ reference }) => reference)),
    ];
    expect(referencesOf(ids.charge)).toEqual([FORMULA]);
    expect(referencesOf(ids.refund)).toEqual([FORMULA]);
    expect(referencesOf(ids.payout)).toEqual(["F-77"]);
    const types = entries.filter(({ sourceId }) => sourceId === ids.refund).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["HOLD", "REFUND"]));
  });

  it("is null where there is none, and on the statement as on the entries", async () => {
    const { entries } = data(await read("statement"));
    expect(entries.some(({ reference }: Json) => reference === FORMULA)).toBe(true);
    const own: readonly string[] = Object.values(ids);
    const others = entries.filter(({ sourceId }: Json) => !own.includes(sourceId));
    for (const { reference } of others) expect(reference).toBeNull();
  });

  it("is a column of the CSV, where no spreadsheet runs it, and stands in the PDF", async () => {
    const [head = "", ...rows] = (await file("statement?format=csv")).toString().trimEnd().split("\r\n");
    const column = head.split(",").indexOf("reference");
    const cells = rows.map((row) => row.split(",")[column]);
    expect(cells).toContain(`"'${FORMULA}"`);
    expect(cells).toContain("F-77");
    const text = textOfPdf(await file("statement?format=pdf&locale=en")).join("\n");
    for (const words of [FORMULA, "F-77", ids.charge, ids.payout]) expect(text).toContain(words);
  });
});

describe("amounts in both units", () => {
  it("agree: minor units are those of the charge", async () => {
    const charge = data(await setup.test.request("GET", `/payments/charges/${ids.charge}`));
    const entries: readonly Json[] = data(await read("entries?pageSize=100"));
    const [booked] = entries.filter(({ sourceId, type }) => sourceId === ids.charge && type === "CHARGE");
    expect(booked).toMatchObject({ amount: "5000", amountMinor: charge.amount });
    const wallet = data(await setup.test.request("GET", `/payments/wallets/${setup.walletId}`));
    expect(entries[0]).toMatchObject({
      balanceAfter: wallet.balance,
      balanceAfterMinor: wallet.balanceMinor,
    });
  });
});
