import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePublicId } from "../../src/kit/ids.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { keyOf, newNeighbour, startHooksReceiver } from "../harness/sandbox-world.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** What happened to a payment, told from everything that is stored: for its merchant, and for operators. */
const seed = testSeed();
const wire = createWire(seed);
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let receiver: Awaited<ReturnType<typeof startHooksReceiver>>;
let operator: string;

interface Line {
  readonly kind: string;
  readonly at: string;
  readonly until: string | null;
  readonly times: number;
  readonly afterMs: number | null;
  readonly objectId: string | null;
  readonly actor: string | null;
  readonly result: string | null;
  readonly text: string;
  readonly callIds?: readonly string[];
  readonly ledger: { readonly type: string; readonly amount: string; readonly sealed: boolean } | null;
  readonly event: { readonly type: string; readonly sequence: number } | null;
  readonly delivery: { readonly statusCode: number | null; readonly attemptNumber: number | null } | null;
}

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed, egress: wire.wrap });
  wire.clock = test.clock;
  payer = createPayer(test);
  receiver = await startHooksReceiver();
  operator = (await test.operator()).token;
  await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: receiver.url, events: ["*"] },
  });
  await test.drain();
}, 60_000);
afterAll(async () => {
  await test?.stop();
  receiver?.close();
});

const read = async (id: string, apiKey = test.apiKey) => {
  const answer = await test.request("GET", `/payments/timelines/${id}`, { apiKey });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
};
const readAsOperator = async (id: string) => {
  const answer = await test.request("GET", `/tenant/timelines/${id}`, { apiKey: operator });
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
  return answer.body.data;
};
const kinds = (lines: readonly Line[]) => lines.map(({ kind }) => kind);
const ofKind = (lines: readonly Line[], kind: string) => lines.filter((line) => line.kind === kind);

/** A payment by a phone of this ending; its page is opened first. */
async function pay(suffix: string, phone = 0) {
  const session = await payer.newSession();
  expect((await fetch(session.url)).status).toBe(200);
  const { data } = (await payer.complete(session.id, mtn(suffix, phone))).body;
  await test.advance(6_000, 1_000);
  return {
    sessionId: session.id as string,
    chargeId: data.chargeId as string,
    intentId: data.paymentIntentId as string,
  };
}

describe(`a payment that succeeds (seed ${seed})`, () => {
  let paid: Awaited<ReturnType<typeof pay>>;
  let lines: readonly Line[];
  beforeAll(async () => {
    paid = await pay("789", 1);
    lines = (await read(paid.intentId)).entries;
  });

  it("is told from its making to the last delivery, oldest first", () => {
    const [made] = lines;
    expect(made).toMatchObject({ kind: "CREATED", objectId: paid.sessionId, afterMs: null });
    expect(made?.actor).toMatch(/^key_/);
  });

  it("names to operators the key that made it, and the accounts and entities that its route was tried with", async () => {
    const { entries, routes, names } = await readAsOperator(paid.intentId);
    const nameOf = (id: string) => names.find((one: { id: string }) => one.id === id)?.name;
    const keys = await test.owner.query<{ readonly name: string }>({ text: "select name from api_keys" });
    expect(keys.map(({ name }) => name)).toContain(nameOf(entries[0].actor));
    const [{ subTenantId, accounts }] = routes[0].chosen.rules;
    expect(nameOf(subTenantId)).toMatch(/./);
    expect(nameOf(accounts[0].providerAccountId)).toMatch(/./);
    expect(JSON.stringify(await read(paid.intentId))).not.toContain('"names"');
  });

  it("goes on in the order of what happened", () => {
    const order = [
      "CREATED",
      "PAGE_OPENED",
      "METHODS_OFFERED",
      "ATTEMPT_STARTED",
      "ROUTE_CHOSEN",
      "PROVIDER_ASKED",
      "OUTCOME",
      "LEDGER_ENTRY",
    ];
    const first = order.map((kind) => kinds(lines).indexOf(kind));
    expect(first).toEqual(first.toSorted((one, other) => one - other));
    expect(first).not.toContain(-1);
    expect(kinds(lines).at(-1)).toBe("DELIVERY");
    const times = lines.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    for (const [index, { at, afterMs }] of lines.entries()) {
      const before = lines[index - 1];
      if (before !== undefined) expect(afterMs).toBe(Date.parse(at) - Date.parse(before.at));
    }
  });

  it("says what was booked, told and delivered", () => {
    expect(ofKind(lines, "LEDGER_ENTRY").map(({ ledger }) => ledger)).toMatchObject([
      { type: "CHARGE", amount: "5000", from: "provider" },
      { type: "FEE", to: "fees" },
    ]);
    expect(ofKind(lines, "EVENT").map(({ event }) => event?.sequence)).toEqual([1, 2, 3]);
    const deliveries = ofKind(lines, "DELIVERY");
    expect(deliveries.map(({ delivery }) => delivery)).toMatchObject([
      { statusCode: 204, attemptNumber: 1 },
      { statusCode: 204, attemptNumber: 1 },
      { statusCode: 204, attemptNumber: 1 },
    ]);
    expect(ofKind(lines, "OUTCOME")).toMatchObject([{ result: "SUCCEEDED", objectId: paid.chargeId }]);
  });

  it("nothing is missing, and the phone is masked", async () => {
    const data = await read(paid.intentId);
    expect(data.missing).toEqual([]);
    expect(data.samePayer).toMatchObject({
      succeeded: 0,
      failed: 0,
      underWay: 0,
      chargeIds: [],
      attempts: [],
    });
    expect(JSON.stringify(data)).not.toContain("0500001789");
  });

  it("every id of it leads to the same", async () => {
    for (const id of [paid.chargeId, paid.sessionId]) expect((await read(id)).entries).toEqual(lines);
  });

  it("its merchant sees no call from inside, an operator sees calls and routes", async () => {
    const own = JSON.stringify(await read(paid.intentId));
    expect(own).not.toMatch(/acct_|pcall_|"path"/);
    const data = await readAsOperator(paid.chargeId);
    expect(data.calls.length).toBeGreaterThan(0);
    const named = new Set(data.entries.flatMap(({ callIds = [] }: Line) => callIds));
    expect(data.calls.every(({ id }: { id: string }) => named.has(id))).toBe(true);
    const [route] = data.routes;
    expect(route.chosen.providerAccountId).toMatch(/^acct_/);
    expect(route.chosen.rules.map(({ verdict }: { verdict: string }) => verdict)).toContain("TAKES");
    expect(route.now.providerAccountId).toBe(route.chosen.providerAccountId);
  });

  it("why this route: what has changed since stands beside it", async () => {
    await test.owner.query({
      text: "update provider_accounts set status = 'DISABLED' where mode = 'SANDBOX'",
    });
    test.clock.advance(10_000);
    try {
      const [route] = (await readAsOperator(paid.intentId)).routes;
      expect(route.chosen.refused).toBeNull();
      expect(route.now).toMatchObject({ providerAccountId: null, refused: "ACCOUNT_DISABLED" });
    } finally {
      await test.owner.query({
        text: "update provider_accounts set status = 'ENABLED' where mode = 'SANDBOX'",
      });
      test.clock.advance(10_000);
    }
  });
});

describe("a payment with trouble", () => {
  it("that fails says why, and the same phone's other attempts are counted", async () => {
    const first = await pay("119", 2);
    const second = await pay("119", 2);
    const data = await read(second.intentId);
    const [failed] = ofKind(data.entries, "OUTCOME");
    expect(failed?.result).toBe((await payer.attempts(second.sessionId))[0].failureCode);
    expect(data.samePayer).toMatchObject({
      failed: 1,
      succeeded: 0,
      chargeIds: [first.chargeId],
      attempts: [{ chargeId: first.chargeId, status: "FAILED", amount: "5000", currency: "XOF" }],
    });
  });

  it("whose provider is silent folds its questions, and says that the outcome is unknown", async () => {
    const { intentId } = await pay("329", 3);
    await test.advance(60_000, 2_000);
    const { entries } = await read(intentId);
    expect(ofKind(entries, "OUTCOME").map(({ result }) => result)).toContain("UNKNOWN");
    const asked = ofKind(entries, "PROVIDER_ASKED");
    const folded = asked.filter(({ times }) => times > 2);
    expect(folded).toHaveLength(1);
    expect(Date.parse(folded[0]?.until ?? "")).toBeGreaterThan(Date.parse(folded[0]?.at ?? ""));
  });

  it("that is refunded shows the refund, its calls and its entries", async () => {
    const { intentId, chargeId } = await pay("789", 4);
    const refund = await test.request("POST", `/payments/charges/${chargeId}/refunds`, {
      body: { amount: "2000" },
      headers: { "idempotency-key": "timeline refund" },
    });
    await test.advance(20_000, 1_000);
    const { entries, missing } = await read(refund.body.data.id);
    expect(missing).toEqual([]);
    const own = entries.filter(({ objectId }: Line) => objectId === refund.body.data.id);
    expect(new Set(kinds(own))).toEqual(
      new Set(
        ["REFUND_CREATED", "PROVIDER_ASKED", "OUTCOME", "LEDGER_ENTRY"].concat(
          kinds(own).includes("CALLBACK_RECEIVED") ? ["CALLBACK_RECEIVED"] : [],
        ),
      ),
    );
    expect((await read(intentId)).entries).toEqual(entries);
  });

  it("whose money is decided about names the operators to operators alone", async () => {
    const session = await payer.newSession({ latePaymentPolicy: "REVIEW", maxAttempts: 1, amount: "300000" });
    const { data } = (await payer.complete(session.id, mtn("229", 5))).body;
    await test.advance(100_000, 5_000);
    const path = `/tenant/held-money/${data.chargeId}/release`;
    const proposed = await test.request("POST", path, { apiKey: operator, body: { reason: "Ticket 1" } });
    expect(proposed.status, JSON.stringify(proposed.body)).toBe(201);
    const second = (await test.operator("second")).token;
    const confirm = `/tenant/money-decisions/${proposed.body.data.id}/confirm`;
    expect((await test.request("POST", confirm, { apiKey: second, body: {} })).status).toBe(200);
    await test.advance(6_000, 2_000);
    const seen = ofKind((await readAsOperator(data.chargeId)).entries, "DECISION");
    expect(seen.map(({ result }) => result)).toEqual(["PROPOSED", "DONE"]);
    const [proposer, decider] = seen.map(({ actor }) => actor);
    expect(proposer).not.toBe(decider);
    const own = ofKind((await read(data.chargeId)).entries, "DECISION");
    expect(own.map(({ actor }) => actor)).toEqual(["operator", "operator"]);
  });
});

describe("a payout", () => {
  beforeAll(async () => {
    await pay("789", 10);
  });
  const setAccounts = async (status: "ENABLED" | "DISABLED"): Promise<void> => {
    await test.owner.query({
      text: `update provider_accounts set status = '${status}' where mode = 'SANDBOX'`,
    });
    test.clock.advance(10_000);
  };
  const stored = async (payoutId: string): Promise<number> => {
    const rows = await test.owner.query({
      text: "select 1 from payment_steps where merchant_no = $1 and payment_intent_id = $2",
      values: [test.merchantNo, parsePublicId("payout", payoutId)],
    });
    return rows.length;
  };
  const newPayout = async (name: string): Promise<string> => {
    const wallets = (await test.request("GET", "/payments/wallets")).body.data;
    const beneficiary = await test.request("POST", "/payments/beneficiaries", {
      body: {
        name,
        type: "MOBILE_MONEY",
        details: { phone: "+2250500001789", operator: "MTN" },
        currency: "XOF",
      },
    });
    const made = await test.request("POST", "/payments/payouts", {
      headers: { "idempotency-key": `payout ${name}` },
      body: {
        walletId: wallets.find(({ currency }: { currency: string }) => currency === "XOF").id,
        beneficiaryId: beneficiary.body.data.id,
        amount: "500",
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data.id;
  };
  const verdictsOf = (route: { rules: readonly { verdict: string }[] }) =>
    route.rules.map(({ verdict }) => verdict);

  it("says to operators which account was chosen, and to its merchant no more than the provider", async () => {
    const id = await newPayout("Awa");
    expect((await readAsOperator(id)).payoutRoute).toBeNull();
    await test.advance(20_000, 2_000);
    const { payoutRoute, routes, entries, missing } = await readAsOperator(id);
    expect(routes).toEqual([]);
    expect(missing).toEqual([]);
    expect(payoutRoute.chosen).toMatchObject({
      providerAccountId: expect.stringMatching(/^acct_/),
      refused: null,
    });
    expect(verdictsOf(payoutRoute.chosen)).toContain("TAKES");
    const taking = payoutRoute.chosen.rules.find(({ verdict }: { verdict: string }) => verdict === "TAKES");
    expect(taking.accounts).toContainEqual({
      providerAccountId: payoutRoute.chosen.providerAccountId,
      verdict: "TAKES",
    });
    expect(payoutRoute.now).toEqual(payoutRoute.chosen);
    expect(ofKind(entries, "ROUTE_CHOSEN")).toMatchObject([{ objectId: id, result: "ROUTED" }]);
    const own = await read(id);
    expect(own.payoutRoute).toBeUndefined();
    expect(JSON.stringify(own)).not.toContain("acct_");
    expect(ofKind(own.entries, "ROUTE_CHOSEN")).toMatchObject([{ text: "Routed to simulator." }]);
  });

  it("that no account takes says what stood in the way", async () => {
    await setAccounts("DISABLED");
    try {
      const id = await newPayout("Kofi");
      await test.advance(20_000, 2_000);
      const { payoutRoute, entries } = await readAsOperator(id);
      expect(payoutRoute.chosen).toMatchObject({ providerAccountId: null, refused: "ACCOUNT_DISABLED" });
      expect(verdictsOf(payoutRoute.chosen)).toContain("ACCOUNT_DISABLED");
      expect(payoutRoute.chosen.rules[0].accounts[0].verdict).toBe("ACCOUNT_DISABLED");
      expect(ofKind(entries, "ROUTE_CHOSEN")).toMatchObject([{ result: "ACCOUNT_DISABLED" }]);
    } finally {
      await setAccounts("ENABLED");
    }
  });

  it("that waits says why, once, and later which account took it", async () => {
    const operate = async (path: string, body: object) =>
      (await test.request("POST", path, { apiKey: operator, body })).body.data;
    const outage = await operate("/tenant/outages", {
      mode: "SANDBOX",
      method: "MOBILE_MONEY",
      operator: "MTN",
      country: "CI",
      status: "CLOSED",
      reason: "Network outage.",
    });
    const id = await newPayout("Adjoua");
    await test.advance(120_000, 5_000);
    const waiting = await readAsOperator(id);
    expect(waiting.payoutRoute.chosen).toMatchObject({ providerAccountId: null, refused: "OUTAGE" });
    expect(ofKind(waiting.entries, "ROUTE_CHOSEN")).toMatchObject([{ times: 1, result: "OUTAGE" }]);
    expect(await stored(id)).toBe(1);
    await operate(`/tenant/outages/${outage.id}/close`, {});
    await test.advance(60_000, 5_000);
    const { payoutRoute, entries } = await readAsOperator(id);
    expect(payoutRoute.chosen).toMatchObject({
      refused: null,
      providerAccountId: expect.stringMatching(/^acct_/),
    });
    expect(ofKind(entries, "ROUTE_CHOSEN").map(({ result }) => result)).toEqual(["OUTAGE", "ROUTED"]);
  });

  it("whose trace was not kept says so", async () => {
    const id = await newPayout("Fatou");
    await test.advance(20_000, 2_000);
    await test.owner.query({ text: "truncate payment_steps" });
    test.clock.advance(10_000);
    const { missing, payoutRoute } = await readAsOperator(id);
    expect(missing).toEqual([{ part: "TRACE", reason: "NOT_KEPT", text: expect.stringContaining(id) }]);
    expect(payoutRoute).toMatchObject({ chosen: null, now: { refused: null } });
  });
});

describe("what is missing is said", () => {
  it("a trace that was not kept", async () => {
    const { intentId, chargeId } = await pay("789", 6);
    await test.owner.query({ text: "truncate payment_steps" });
    test.clock.advance(10_000);
    const { missing, entries } = await read(intentId);
    expect(missing).toEqual([{ part: "TRACE", reason: "NOT_KEPT", text: expect.stringContaining(chargeId) }]);
    expect(kinds(entries)).toContain("OUTCOME");
    expect(entries[0]).toMatchObject({ kind: "CREATED", actor: null });
    expect((await readAsOperator(intentId)).routes[0].chosen).toBeNull();
  });

  it("provider calls that were not kept, after their days as well", async () => {
    const { intentId, chargeId } = await pay("789", 9);
    await test.owner.query({ text: "delete from provider_calls" });
    test.clock.advance(10_000);
    const gone = (why: string) => [
      { part: "CALLS", reason: "NOT_KEPT", text: `The provider calls of ${chargeId} are missing: ${why}.` },
    ];
    expect((await read(intentId)).missing).toEqual(gone("they were not kept"));
    const { missing, calls } = await readAsOperator(intentId);
    expect(missing).toEqual(gone("they were not kept"));
    expect(calls).toEqual([]);
    test.clock.advance(91 * 86_400_000);
    const later = (await read(intentId)).missing;
    test.clock.advance(-91 * 86_400_000);
    expect(later).toEqual(gone("they are kept for 90 days"));
  });

  it("a gap in the sequence of events", async () => {
    const { intentId } = await pay("789", 7);
    const id = parsePublicId("paymentIntent", intentId);
    await test.owner.query({
      text: "delete from events where merchant_no = $1 and subject_id = $2 and sequence = 2",
      values: [test.merchantNo, id],
    });
    expect((await read(intentId)).missing).toMatchObject([
      { part: "EVENTS", reason: "GAP", text: "Events were not found: 2." },
    ]);
  });

  it("parts that the key may not read", async () => {
    const { intentId } = await pay("789", 8);
    const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
      body: { name: "support", permissions: ["merchant.payments.read"] },
    });
    const { entries, missing } = await read(intentId, made.body.data.key);
    expect(missing.map(({ part, reason }: { part: string; reason: string }) => `${part} ${reason}`)).toEqual([
      "LEDGER NO_PERMISSION",
      "EVENTS NO_PERMISSION",
      "DELIVERIES NO_PERMISSION",
    ]);
    expect(kinds(entries)).not.toEqual(expect.arrayContaining(["LEDGER_ENTRY"]));
    expect(kinds(entries)).toContain("OUTCOME");
  });
});

describe("nobody else's payment", () => {
  it("a session that nobody has tried to pay has a timeline of its own", async () => {
    const { id } = await payer.newSession();
    await test.advance(4_000, 2_000);
    const { entries, missing } = await read(id);
    expect(kinds(entries)).toEqual(["CREATED"]);
    expect(missing).toEqual([]);
  });

  it("is found, by any of its ids", async () => {
    const { intentId, chargeId, sessionId } = await pay("789", 9);
    const neighbourKey = await keyOf(test, await newNeighbour(test));
    for (const id of [intentId, chargeId, sessionId, "po_01kf0v0d1qf0w8x3z5c7b9n1m3", "nonsense"]) {
      const answer = await test.request("GET", `/payments/timelines/${id}`, { apiKey: neighbourKey });
      expect([answer.status, answer.body.error.code], id).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
  });
});
