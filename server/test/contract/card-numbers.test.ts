import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/log/logger.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { dumpDatabase } from "./database-dump.ts";
import { type Contract, type Json, type Operation, readContract } from "./document.ts";
import { createEstate, createOwner, createTenant, type Estate, startReceiver } from "./estate.ts";
import { rules } from "./rules.ts";

/**
 * A card number sent by mistake is refused in every field, and neither stored nor logged: the service must stay outside
 * the card networks' rules.
 */
const logged: string[] = [];
let app: TestApp;
let contract: Contract;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let own: Estate;

beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) };
  app = await startTestApp({ log: createLogger({ level: "debug", format: "json", destination }) });
  contract = await readContract(app);
  receiver = await startReceiver();
  const owner = await createOwner(app, await createTenant(app, "cards"), "Cards");
  own = await createEstate(app, owner, "SANDBOX", "marker", receiver.url);
}, 60_000);
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

const cards = [
  "4242424242424242",
  "4242 4242 4242 4242",
  "4242-4242-4242-4242",
  "4222222222222",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "3782 822463 10005",
  "6011111111111117",
  "30569309025904",
  "3566002020360505",
  "6200000000000005",
  "4000000000000000006",
  "５５５５５５５５５５５５４４４４",
  "my card is 4000056655665556, thanks",
];

type Path = readonly string[];

/** Every place in a body that can contain text, and every map whose keys the caller chooses. */
function textFields(schema: Json, at: Path = []): readonly Path[] {
  const branches: readonly Json[] = schema.anyOf ?? [schema];
  return branches.flatMap((branch: Json) => {
    // An amount may be any number: it is validated as an amount.
    if (branch.type === "string")
      return /^\^\[(?:1-9|0-9)\]|^\^\(\?:0/.test(branch.pattern ?? "") ? [] : [at];
    if (branch.type === "array") return textFields(branch.items, [...at, "0"]);
    if (branch.type !== "object") return [];
    const named = Object.entries<Json>(branch.properties ?? {});
    const free = branch.patternProperties === undefined ? [] : [[...at, "note"]];
    return [...free, ...named.flatMap(([name, child]) => textFields(child, [...at, name]))];
  });
}

/** `body` with `text` at `path`; missing parts on the way are created. */
function withText(body: Json, [head, ...rest]: Path, text: string): Json {
  if (head === undefined) return text;
  const isList = head === "0";
  const child = withText(isList ? body?.[0] : body?.[head], rest, text);
  return isList ? [child] : { ...(typeof body === "object" ? body : {}), [head]: child };
}

const refused = ({ status, body }: Answer) => `${status} ${body.error?.code}`;
let unique = 0;

interface More {
  readonly query?: Record<string, string>;
  readonly key?: string;
  readonly params?: Record<string, string>;
}

/** What these operations need in their query before they look at their path. */
const requiredQueries: Readonly<Record<string, Record<string, string>>> = {
  exportProviderAccountBook: { mode: "SANDBOX", currency: "XOF" },
};

function send(operation: Operation, body: unknown, { query, key, params }: More = {}): Promise<Answer> {
  unique += 1;
  return contract.call(operation, {
    apiKey: { public: null, key: own.apiKey, operator: own.operator.token }[operation.auth],
    params: { merchantId: own.merchantId, ...(params ?? rules[operation.id]?.object?.(own)) },
    ...(operation.bodySchema === null ? {} : { body }),
    ...(query === undefined ? {} : { query }),
    ...(operation.idempotency === "none" ? {} : { headers: { "idempotency-key": key ?? `card ${unique}` } }),
  });
}

const bodied = () => contract.operations.filter(({ bodySchema }) => bodySchema !== null);

/** What is wrong with a file of digits, or with the rest of the documented example. */
const refusalsOfFiles: Readonly<Record<string, string>> = {
  uploadKybDocument: "400 VALIDATION_ERROR",
  takeBankFile: "404 RESOURCE_NOT_FOUND",
};

describe("a card number", () => {
  it("is refused in every text field of every body", async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const operation of bodied()) {
      const fields = textFields(operation.bodySchema);
      for (const [index, path] of fields.entries()) {
        for (const card of [cards[0] ?? "", cards[(index % (cards.length - 1)) + 1] ?? ""]) {
          const answer = await send(operation, withText(operation.bodyExample, path, card));
          cells += 1;
          // Files are not searched for digits: this text is not a file, and is refused for that reason.
          const expected = path[0] === "content" ? refusalsOfFiles[operation.id] : undefined;
          if (refused(answer) !== (expected ?? "400 CARD_DATA_NOT_ALLOWED"))
            wrong.push(`${operation.id} ${path.join(".")} ${card}: ${refused(answer)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(80);
  });
  it.each(cards)("is refused however it is written: %s", async (card) => {
    const operation = contract.operation("createCheckoutSession");
    for (const body of [
      { ...operation.bodyExample, title: card },
      { ...operation.bodyExample, metadata: { [card.slice(0, 40)]: "as a key" } },
      { ...operation.bodyExample, unknownField: { deep: [card] } },
    ]) {
      expect(refused(await send(operation, body))).toBe("400 CARD_DATA_NOT_ALLOWED");
    }
  });
  it("is refused as a number, in a query and as an Idempotency-Key", async () => {
    const create = contract.operation("createCheckoutSession");
    const asNumber = await send(create, { ...create.bodyExample, maxAttempts: 4242424242424242 });
    expect(refused(asNumber)).toBe("400 CARD_DATA_NOT_ALLOWED");
    const asKey = await send(create, create.bodyExample, { key: "4242424242424242" });
    expect(refused(asKey)).toBe("400 CARD_DATA_NOT_ALLOWED");
    let asked = 0;
    for (const operation of contract.operations.filter(({ query }) => query.length > 0)) {
      for (const { name } of operation.query) {
        const answer = await send(operation, undefined, { query: { [name]: "4242424242424242" } });
        expect(refused(answer), `${operation.id} ${name}`).toBe("400 CARD_DATA_NOT_ALLOWED");
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(30);
  });
  it("in a path names nothing", async () => {
    const named = contract.operations.filter(({ pathParams }) =>
      pathParams.some((name) => name !== "merchantId"),
    );
    for (const operation of named) {
      const names = operation.pathParams.filter((name) => name !== "merchantId");
      const params = Object.fromEntries(names.map((name) => [name, "4242424242424242"]));
      const query = requiredQueries[operation.id];
      const answer = await send(operation, operation.bodyExample, {
        params,
        ...(query === undefined ? {} : { query }),
      });
      expect(answer.status, `${operation.id} ${refused(answer)}`).toBe(404);
    }
  });
  it("is not what a phone number, an IBAN or an amount is taken for", async () => {
    const create = contract.operation("createCheckoutSession");
    const body = {
      amount: "378282246310005",
      currency: "XOF",
      title: "FR76 3000 6000 0112 3456 7890 189",
      customer: { phone: "+2250700000000" },
      reference: "A-1042",
    };
    expect((await send(create, body)).status).toBe(201);
  });
});

describe("the payer's page", () => {
  const page = (path: string, fields: Record<string, string>) =>
    fetch(`${app.origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      redirect: "manual",
    });
  it.each([
    ["phone", { method: "MOBILE_MONEY", operator: "MTN", phone: "4242 4242 4242 4242" }],
    ["wallet", { method: "WALLET", wallet: "4242424242424242" }],
    ["payer's name", { method: "BANK_TRANSFER", payer_name: "4242424242424242" }],
    [
      "one-time code",
      {
        country: "BF",
        method: "MOBILE_MONEY",
        operator: "ORANGE",
        phone: "70000789",
        otp: "4242424242424242",
      },
    ],
  ])("refuses it as %s, in words, and does not keep it", async (_name, fields) => {
    const session = await contract.call("createCheckoutSession", {
      apiKey: own.apiKey,
      body: { amount: "5000", currency: "XOF", title: "Order" },
    });
    const { id } = session.body.data;
    const answer = await page(`/checkout/${id}`, { country: "CI", ...fields });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([422, null]);
    expect(await answer.text()).toMatch(/carte/i);
    const status = await contract.call("readPublicCheckoutStatus", {
      apiKey: null,
      params: { sessionId: id },
    });
    expect(status.body.data).toMatchObject({ status: "OPEN", attemptsRemaining: 5 });
  });
});

/** Last: checks everything that the tests above left behind. */
it("none of them is in the log or in the database", async () => {
  const needles = [...cards, ...cards.map((card) => card.replace(/\D/g, ""))].filter(
    (text) => text.length > 12,
  );
  const log = logged.join("\n");
  expect(log.length).toBeGreaterThan(10_000);
  const rows = await dumpDatabase(app.owner);
  const amounts = new Set(["378282246310005"]);
  const found = needles.filter((needle) => {
    const inRows = rows.filter(({ text }) => text.includes(needle));
    return log.includes(needle) || (inRows.length > 0 && !amounts.has(needle));
  });
  expect(found).toEqual([]);
});
