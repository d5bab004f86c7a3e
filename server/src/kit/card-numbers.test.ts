import { describe, expect, test } from "vitest";
import { containsCardNumber, holdsCardNumber, holdsCardNumberInTurns, passesLuhn } from "./card-numbers.ts";

const cards = {
  "Visa, 16": "4242424242424242",
  "Visa, 13": "4222222222222",
  "Visa, 19": "4000000000000000006",
  "in groups": "4111 1111 1111 1111",
  "with dashes": "4111-1111-1111-1111",
  "with dots": "4111.1111.1111.1111",
  "with no-break spaces": "4111\u00a01111\u00a01111\u00a01111",
  Mastercard: "5555555555554444",
  "Mastercard, second series": "2223003122003222",
  "American Express": "378282246310005",
  Discover: "6011111111111117",
  "Diners Club": "30569309025904",
  JCB: "3530111333300000",
  UnionPay: "6200000000000005",
  Verve: "5060666666666666666",
  "inside a sentence": "my card is 4242424242424242, thank you",
  "glued to letters": "card4242424242424242",
  "in full-width digits": "４２４２４２４２４２４２４２４２",
  "behind a plus": "+4242424242424242",
  "with a letter behind it": "4242424242424242a",
  "beside a UUID": "01890a5d-ac96-774b-bcce-b302099a8057 4242424242424242",
};

const others = {
  "a phone of 13 digits that passes Luhn": "+2250701234566",
  "a German phone of 13 digits": "+4915112345675",
  "a number that fails Luhn": "4242424242424241",
  "digits of no network": "1111111111111117",
  "an instant in milliseconds": "1763719530000",
  "a UUID": "01890a5d-ac96-774b-bcce-b302099a8057",
  "a UUID with the digits of a Diners Club card": "01a1fd9f-3057-7166-9383-66f4a5d429de",
  "a random hexadecimal word with the digits of a card": "4242424242424242c0ffee1d",
  "such a UUID within a path": "/merchants/01a1fd9f-3057-7166-9383-66f4a5d429de/webhook-endpoints",
  "an id": "ch_01jd7b3k5m8n9p2q4r6s8t0v2w",
  "an IBAN with spaces": "FR76 3000 6000 0112 3456 7890 189",
  "an IBAN of 16 characters": "BE68539007547034",
  "an IBAN of 18 characters": "FI2112345600000785",
  "a longer run": "42424242424242424242424242424242",
  "text without digits": "Riz parfumé, 25 kg",
};

describe("containsCardNumber", () => {
  test.each(Object.entries(cards))("finds %s", (_name, text) => {
    expect(containsCardNumber(text)).toBe(true);
  });
  test.each(Object.entries(others))("lets %s pass", (_name, text) => {
    expect(containsCardNumber(text)).toBe(false);
  });
});

describe("holdsCardNumber", () => {
  const amounts = new Set(["amount"]);
  test.each([
    ["in a nested field", { customer: { notes: ["x", "4242424242424242"] } }],
    ["in a key", { metadata: { "4242424242424242": "x" } }],
    ["as a number", { reference: 4242424242424242 }],
    ["in an amount that is no amount", { amount: "4242 4242 4242 4242" }],
  ])("finds a card number %s", (_where, body) => {
    expect(holdsCardNumber(body, amounts)).toBe(true);
  });
  test("lets an amount pass that looks like a card number", () => {
    expect(holdsCardNumber({ amount: "378282246310005" }, amounts)).toBe(false);
  });
});

test("passesLuhn knows a wrong digit and a swapped pair", () => {
  expect(passesLuhn("79927398713")).toBe(true);
  expect(passesLuhn("79927398714")).toBe(false);
  expect(passesLuhn("79927398731")).toBe(false);
});

describe("a body of megabytes", () => {
  const amounts = new Set(["amount"]);
  const bodiesOf = (text: string): readonly unknown[] => [
    text,
    { rows: [{ note: "x" }, { note: text }] },
    { [text]: 1 },
  ];
  const linesWith = (text: string): readonly unknown[] => [
    { content: `first line\n${text}\nlast line` },
    { content: `${"a line\n".repeat(50)}${text}` },
  ];
  const bodies = [
    ...[...Object.values(cards), ...Object.values(others)].flatMap(bodiesOf),
    ...[{ amount: "4242424242424242" }, { amount: 4242424242424242 }, { content: "4242\n424242424242" }],
    ...[null, true, [], {}, ""],
  ];

  test("is found to hold a card number exactly where a short one is, wherever a turn ends", async () => {
    for (const body of bodies) {
      for (const perTurn of [1, 20, 1_000]) {
        const found = await holdsCardNumberInTurns(body, amounts, perTurn);
        expect([body, found]).toEqual([body, holdsCardNumber(body, amounts)]);
      }
    }
  });

  test.each(Object.entries(cards))("of many lines: %s is found in its line", async (_name, card) => {
    for (const body of linesWith(card)) {
      for (const perTurn of [1, 20, 1_000]) {
        expect(await holdsCardNumberInTurns(body, amounts, perTurn)).toBe(true);
      }
    }
  });

  test("is looked through with turns for others", async () => {
    let turns = 0;
    const watch = (): void => {
      turns += 1;
      watching = setImmediate(watch);
    };
    let watching = setImmediate(watch);
    const content = "PAYMENT,0190f3a2b1c47d8e,SUCCEEDED,5000\n".repeat(100);
    expect(await holdsCardNumberInTurns({ content }, amounts, 400)).toBe(false);
    clearImmediate(watching);
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
