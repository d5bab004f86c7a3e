import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, readContract } from "../contract/document.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";

/** An amount is whole minor units as text, or it is refused: an amount is never guessed. */
let app: TestApp;
let contract: Contract;
beforeAll(async () => {
  app = await startTestApp();
  contract = await readContract(app);
}, 60_000);
afterAll(() => app?.stop());

const amounts: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["a number", 5000],
  ["a number of zero", 0],
  ["a decimal number", 50.5],
  ["true", true],
  ["a list", ["5000"]],
  ["an object", { minor: "5000" }],
  ["the empty text", ""],
  ["a space", " "],
  ["zero", "0"],
  ["minus zero", "-0"],
  ["negative", "-5000"],
  ["with a plus", "+5000"],
  ["with a leading zero", "05000"],
  ["many zeros", "000"],
  ["with a space before", " 5000"],
  ["with a space behind", "5000 "],
  ["with a line break", "5000\n"],
  ["with a tab", "\t5000"],
  ["grouped by spaces", "5 000"],
  ["grouped by commas", "5,000"],
  ["grouped by narrow spaces", "5\u202f000"],
  ["grouped by underscores", "5_000"],
  ["with decimals", "50.00"],
  ["with a decimal comma", "50,00"],
  ["ending in a point", "5000."],
  ["beginning with a point", ".5"],
  ["with an exponent", "1e3"],
  ["hexadecimal", "0x10"],
  ["full-width digits", "１２"],
  ["Arabic digits", "١٢٣"],
  ["a word", "NaN"],
  ["infinity", "Infinity"],
  ["16 digits", "1000000000000000"],
  ["20 digits", "99999999999999999999"],
  ["400 digits", "9".repeat(400)],
  ["with the currency", "5000 XOF"],
  ["a fraction", "1/2"],
];
const currencies: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["in small letters", "xof"],
  ["unknown", "ZZZ"],
  ["a number", 952],
  ["a symbol", "€"],
  ["with a space", "XOF "],
  ["the empty text", ""],
];
const operations = ["createCheckoutSession", "createPaymentLink"] as const;

const send = (operation: string, body: Record<string, unknown>, key: string) =>
  contract.call(operation, { body, headers: { "idempotency-key": key } });

/** The refused fields, each once. */
const pathsIn = (body: Answer["body"]): readonly string[] => [
  ...new Set<string>(body.error.details.fields.map(({ path }: { path: string }) => path)),
];

async function rows(): Promise<number> {
  const text =
    "select (select count(*) from checkout_sessions) + (select count(*) from payment_links) as count";
  const [row] = await app.owner.query<{ count: bigint }>({ text });
  return Number(row?.count);
}

describe.each(operations)("%s", (operation) => {
  const right = { amount: "5000", currency: "XOF", title: "Order" };
  // Null leaves the amount of a link to its payers: a choice of the merchant, tested with links.
  const wrong = amounts.filter(([, amount]) => operation !== "createPaymentLink" || amount !== null);
  it.each(wrong)("refuses an amount that is %s", async (name, amount) => {
    for (const currency of ["XOF", "EUR"]) {
      const { status, body } = await send(operation, { ...right, currency, amount }, `${name} ${currency}`);
      expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(pathsIn(body)).toEqual(["amount"]);
    }
  });
  it.each(currencies)("refuses a currency that is %s", async (name, currency) => {
    const { status, body } = await send(operation, { ...right, currency }, `currency ${name}`);
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(pathsIn(body)).toEqual(["currency"]);
  });
  it("left nothing behind", async () => {
    expect(await rows()).toBe(operation === "createCheckoutSession" ? 0 : 5);
  });
  it.each([
    ["XOF", "5000", "5\u202f000\u00a0F\u202fCFA"],
    ["XOF", "1", "1\u00a0F\u202fCFA"],
    ["EUR", "5000", "50,00\u00a0€"],
    ["EUR", "5", "0,05\u00a0€"],
    ["XOF", "999999999999999", "999\u202f999\u202f999\u202f999\u202f999\u00a0F\u202fCFA"],
  ])("takes whole minor units: %s %s is %s", async (currency, amount, display) => {
    const { status, body } = await send(operation, { ...right, currency, amount }, `${currency} ${amount}`);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ amount, currency, amountDisplay: display });
  });
});
