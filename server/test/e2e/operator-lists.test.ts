import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../contract/estate.ts";
import { logIn } from "../contract/log-in.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";

/** What operators' lists can be narrowed by, the names beside their ids, and the language of their amounts. */
const HOUR_MS = 3_600_000;
let test: TestApp;
let operator: string;
let operatorId: string;
let stranger: string;
let walletId: string;

beforeAll(async () => {
  test = await startTestApp();
  ({ token: operator, operatorId } = await test.operator());
  stranger = (await logIn(test, await createTenant(test, "abroad"), 1)).token;
  const wallets = (await test.request("GET", "/payments/wallets")).body.data;
  walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
}, 60_000);
afterAll(() => test?.stop());

async function ask(method: string, path: string, body?: unknown, headers = {}, apiKey = operator) {
  const answer = await test.request(method, path, {
    apiKey,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, `${path} ${JSON.stringify(answer.body.error)}`).toBeLessThan(300);
  return answer.body;
}
const idsIn = async (path: string, apiKey = operator): Promise<readonly string[]> =>
  (await ask("GET", path, undefined, {}, apiKey)).data.map(({ id }: { id: string }) => id);
const iso = (ms: number) => new Date(ms).toISOString();

const propose = (reason: string, evidence: string) =>
  ask("POST", "/tenant/ledger/corrections", {
    merchantId: test.merchantId,
    mode: "SANDBOX",
    walletId,
    direction: "CREDIT",
    amount: "1500",
    reason,
    evidence,
  });

describe("corrections", () => {
  const path = "/tenant/ledger/corrections";

  it("are found by a part of their reason or evidence, by id and by time, with names", async () => {
    const one = (await propose("Fee taken 2 times: 100 %", "ticket 4713")).data;
    test.clock.advance(1_000);
    const two = (await propose("Rounding", "Letter_of 3 May")).data;
    for (const [query, found] of [
      ["q=TAKEN%202", [one.id]],
      ["q=4713", [one.id]],
      ["q=100%20%25", [one.id]],
      ["q=Letter_of", [two.id]],
      ["q=Letter%25of", []],
      [`q=${two.id}`, [two.id]],
      [`createdFrom=${two.createdAt}`, [two.id]],
      [`createdTo=${two.createdAt}&q=fee`, [one.id]],
    ] as const)
      expect([query, await idsIn(`${path}?${query}`)]).toEqual([query, found]);
    const [shown] = (await ask("GET", `${path}?q=4713`)).data;
    const read = (await ask("GET", `${path}/${one.id}`)).data;
    for (const view of [shown, read]) {
      expect(view).toMatchObject({ proposedBy: operatorId, decidedBy: null, decidedByName: null });
      expect(view.merchantName).toMatch(/\S/);
      expect(view.proposedByName).toMatch(/\S/);
    }
    expect(await idsIn(`${path}?q=4713`, stranger)).toEqual([]);
  });

  it("show amounts in the language of the reader", async () => {
    const shownIn = async (language: string) => {
      const headers = { "accept-language": language };
      return (await ask("GET", `${path}?q=Rounding`, undefined, headers)).data[0].amountDisplay;
    };
    expect(await shownIn("fr")).toBe("1\u202f500\u00a0F\u202fCFA");
    expect(await shownIn("en")).toBe("F\u202fCFA\u00a01,500");
    expect(await shownIn("de")).toBe("F\u202fCFA\u00a01,500");
  });

  it.each(["q=", "createdFrom=now", "merchantId=1"])("refuse %s", async (query) => {
    const { status, body } = await test.request("GET", `${path}?${query}`, { apiKey: operator });
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("a statement that was handed in", () => {
  const lines = Array.from({ length: 5 }, (_none, index) => ({
    type: "PAYMENT",
    reference: `unknown-${index}`,
    transactionId: `T${index}`,
    status: "SUCCEEDED",
    amount: `${1_000 + index}`,
    currency: "XOF",
    occurredAt: "2026-01-01T00:00:00.000Z",
  }));
  let statementId: string;
  let differences: readonly { id: string }[];

  beforeAll(async () => {
    const nowMs = test.clock.nowMs();
    const accounts = (await ask("GET", "/tenant/provider-accounts?mode=SANDBOX")).data;
    const taken = await ask("POST", "/tenant/reconciliation/statements", {
      providerAccountId: accounts[0].id,
      mode: "SANDBOX",
      from: iso(nowMs - 2 * HOUR_MS),
      to: iso(nowMs),
      format: "lines",
      lines: lines.map((line) => ({ ...line, occurredAt: iso(nowMs - HOUR_MS) })),
    });
    statementId = taken.data.id;
    differences = (await ask("GET", `/tenant/reconciliation/differences?statementId=${statementId}`)).data;
    expect(differences.length).toBe(5);
  });

  it("is read again, line by line, by page and by cursor", async () => {
    const path = `/tenant/reconciliation/statements/${statementId}/lines`;
    const all = await ask("GET", path);
    expect(
      all.data.map(({ id, reference, amount }: Record<string, string>) => [id, reference, amount]),
    ).toEqual(lines.map(({ reference, amount }, index) => [`${index + 1}`, reference, amount]));
    expect(all.meta).toMatchObject({ total: 5, hasMore: false });
    expect(await idsIn(`${path}?page=2&pageSize=2`)).toEqual(["3", "4"]);
    expect(await idsIn(`${path}?page=9`)).toEqual([]);
    expect(await idsIn(`${path}?starting_after=3&limit=1`)).toEqual(["4"]);
    expect(await idsIn(`${path}?ending_before=4&limit=2`)).toEqual(["2", "3"]);
    for (const cursor of ["0", "6", "x", "1.5"]) {
      const { status } = await test.request("GET", `${path}?starting_after=${cursor}`, { apiKey: operator });
      expect([cursor, status]).toEqual([cursor, 400]);
    }
    expect((await test.request("GET", path, { apiKey: stranger })).status).toBe(404);
  });

  it("links its differences to the corrections that name them", async () => {
    const [difference] = differences;
    if (difference === undefined) throw new Error("there are five");
    const correction = (await propose("Paid outside", `see ${difference.id}`)).data;
    const read = (await ask("GET", `/tenant/reconciliation/differences/${difference.id}`)).data;
    expect(read).toMatchObject({ correctionIds: [correction.id], merchantName: null, resolvedByName: null });
    const listed = (await ask("GET", "/tenant/reconciliation/differences?pageSize=100")).data;
    for (const { id, correctionIds } of listed)
      expect(correctionIds).toEqual(id === difference.id ? [correction.id] : []);
  });

  it("has its differences filtered by time and merchant", async () => {
    const path = "/tenant/reconciliation/differences";
    const { createdAt } = (await ask("GET", `${path}?pageSize=1`)).data[0];
    expect((await idsIn(`${path}?createdFrom=${createdAt}`)).length).toBe(5);
    expect(await idsIn(`${path}?createdTo=${createdAt}`)).toEqual([]);
    // They are about nothing of ours.
    expect(await idsIn(`${path}?merchantId=${test.merchantId}`)).toEqual([]);
  });

  it("has many differences resolved with one note, each once and each in the audit log", async () => {
    const [one, two, three] = differences.map(({ id }) => id);
    const path = "/tenant/reconciliation/differences/resolve";
    const body = { ids: [one, two], note: "Closed in the provider's next report" };
    const status = async (more: object, apiKey = operator) =>
      (await test.request("POST", path, { apiKey, body: { ...body, ...more } })).status;
    expect(await status({}, stranger)).toBe(404);
    expect(await status({ ids: [one, "diff_unknown"] })).toBe(404);
    expect(await status({ ids: [] })).toBe(400);
    const answer = await ask("POST", path, body);
    expect(new Set(answer.data.resolved)).toEqual(new Set([one, two]));
    expect(answer.data.notResolved).toEqual([]);
    const again = await ask("POST", path, { ids: [two, three], note: "And one more" });
    expect(again.data).toEqual({
      object: "resolved_differences",
      resolved: [three],
      notResolved: [{ id: two, reason: "RESOLVED" }],
    });
    const read = (await ask("GET", `/tenant/reconciliation/differences/${two}`)).data;
    expect(read).toMatchObject({ status: "RESOLVED", note: body.note, resolvedBy: operatorId });
    expect(read.resolvedByName).toMatch(/\S/);
    const statement = (await ask("GET", `/tenant/reconciliation/statements/${statementId}`)).data;
    expect(statement.openCount).toBe(2);
    const acts = (await ask("GET", `/tenant/audit?action=reconciliation_difference.resolved`)).data;
    expect(acts.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual(
      [one, two, three].toSorted(),
    );
  });
});

describe("the audit log", () => {
  it("is narrowed by merchant, mode, request and any name, with names and data", async () => {
    const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/api-keys`, {
      body: { name: "audited", permissions: ["merchant.charges.read"] },
    });
    const keyId: string = made.body.data.id;
    const requestId = made.headers.get("request-id") ?? "";
    const actions = async (query: string, apiKey = operator) =>
      (await ask("GET", `/tenant/audit?${query}`, undefined, {}, apiKey)).data.map(
        ({ action }: { action: string }) => action,
      );
    for (const query of [`requestId=${requestId}`, `q=${requestId}`, `q=${keyId}`, `subject=${keyId}`]) {
      expect([query, await actions(query)]).toEqual([query, ["api_key.created"]]);
      expect([query, await actions(query, stranger)]).toEqual([query, []]);
    }
    const ofMerchant = `merchantId=${test.merchantId}&action=api_key.created`;
    expect((await actions(`${ofMerchant}&mode=SANDBOX`)).length).toBeGreaterThan(0);
    expect(await actions(`${ofMerchant}&mode=LIVE&q=${keyId}`)).toEqual([]);
    expect(await actions(`merchantId=${test.merchantId}`, stranger)).toEqual([]);
    expect(await actions("q=nothing")).toEqual([]);
    const [entry] = (await ask("GET", `/tenant/audit?q=${keyId}`)).data;
    expect(entry.merchantName).toMatch(/\S/);
    expect(entry.actorName).toMatch(/\S/);
    const [correction] = (await ask("GET", "/tenant/audit?action=ledger_correction.proposed")).data;
    expect(correction.afterData).toEqual(JSON.parse(correction.after));
    expect(correction.afterData).toMatchObject({ direction: "CREDIT", amount: "1500" });
    const [login] = (await ask("GET", "/tenant/audit?action=operator.logged_in")).data;
    expect(login).toMatchObject({ beforeData: null });
  });

  it.each(["mode=TEST", "merchantId=1", "requestId=", `q=${"x".repeat(101)}`])(
    "refuses %s",
    async (query) => {
      const { status } = await test.request("GET", `/tenant/audit?${query}`, { apiKey: operator });
      expect(status).toBe(400);
    },
  );
});
