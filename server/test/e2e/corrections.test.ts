import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectEntriesBySource } from "../harness/entries-of-source.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** A manual correction never has a single author, never takes more than there is, and is visible to everyone. */
let test: TestApp;
let first: string;
let second: string;
let walletId: string;

beforeAll(async () => {
  test = await startTestApp();
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
  walletId = (await wallet()).id;
}, 60_000);
afterAll(() => test?.stop());
afterEach(() => expectInvariants(test.owner));

const ask = (method: string, path: string, body: unknown = undefined, apiKey = first, headers = {}) =>
  test.request(method, path, { apiKey, headers, ...(body === undefined ? {} : { body }) });
async function wallet() {
  const { body } = await test.request("GET", "/payments/wallets");
  return body.data.find(({ currency }: { currency: string }) => currency === "XOF");
}
const propose = (body: object = {}, apiKey = first, headers = {}) =>
  ask(
    "POST",
    "/tenant/ledger/corrections",
    {
      merchantId: test.merchantId,
      mode: "SANDBOX",
      walletId,
      direction: "CREDIT",
      amount: "1500",
      reason: "Ticket 4713",
      ...body,
    },
    apiKey,
    headers,
  );
async function proposed(body: object = {}): Promise<string> {
  const answer = await propose(body);
  expect(answer.status).toBe(201);
  return `/tenant/ledger/corrections/${answer.body.data.id}`;
}

describe("a correction", () => {
  it("is booked when another operator confirms it, and the merchant sees it", async () => {
    const before = await wallet();
    const path = await proposed();
    expect((await wallet()).available).toBe(before.available);
    const posted = await ask("POST", `${path}/confirm`, {}, second);
    expect(posted.body.data).toMatchObject({ object: "ledger_correction", status: "POSTED", version: 2 });
    expect(Number((await wallet()).available) - Number(before.available)).toBe(1_500);
    const entries = await test.request("GET", `/payments/wallets/${walletId}/entries`);
    expect(entries.body.data[0]).toMatchObject({
      type: "ADJUSTMENT",
      direction: "CREDIT",
      amount: "1500",
      sourceType: "adjustment",
      sourceId: path.split("/").at(-1),
    });
    const acts = await test.owner.query<{ action: string; actor: string }>({
      text: "select action, actor from audit_log where subject = $1 order by created_at, id",
      values: [path.split("/").at(-1)],
    });
    expect(acts.map(({ action }) => action)).toEqual([
      "ledger_correction.proposed",
      "ledger_correction.posted",
    ]);
    expect(new Set(acts.map(({ actor }) => actor)).size).toBe(2);
  });

  it("is not confirmed by its proposer, whom the database refuses too", async () => {
    const path = await proposed();
    const own = await ask("POST", `${path}/confirm`, {});
    expect([own.status, own.body.error.code]).toEqual([403, "FOUR_EYES_REQUIRED"]);
    expect((await ask("GET", path)).body.data.status).toBe("PROPOSED");
    await expect(
      test.owner.query({
        text: "update ledger_corrections set status = 'POSTED', decided_by = proposed_by, decided_at = created_at where status = 'PROPOSED'",
      }),
    ).rejects.toThrow(/check/);
  });

  it("never takes more than there is: refused whole, and still open", async () => {
    const path = await proposed({ direction: "DEBIT", amount: "999999999" });
    const before = await wallet();
    const refused = await ask("POST", `${path}/confirm`, {}, second);
    expect([refused.status, refused.body.error.code]).toEqual([409, "INSUFFICIENT_WALLET_BALANCE"]);
    const { available } = before;
    expect(refused.body.error.details).toMatchObject({ currency: "XOF", available, required: "999999999" });
    expect(await wallet()).toEqual(before);
    expect((await ask("GET", path)).body.data.status).toBe("PROPOSED");
    expect((await ask("POST", `${path}/reject`, {})).body.data.status).toBe("REJECTED");
    const late = await ask("POST", `${path}/confirm`, {}, second);
    expect([late.status, late.body.error.code]).toEqual([409, "CORRECTION_NOT_OPEN"]);
  });

  it("is booked once, however many confirm it at once", async () => {
    const path = await proposed({ amount: "700" });
    const before = Number((await wallet()).available);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask("POST", `${path}/confirm`, {}, second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(Number((await wallet()).available) - before).toBe(700);
  });

  it("is proposed once for each Idempotency-Key", async () => {
    const headers = { "idempotency-key": "correction 1" };
    const [one, again] = [await propose({}, first, headers), await propose({}, first, headers)];
    expect(again.body).toEqual(one.body);
    expect((await propose({ amount: "1" }, first, headers)).status).toBe(422);
  });
});

describe("is refused", () => {
  it.each<[string, object, number, string]>([
    ["without a reason", { reason: " " }, 400, "VALIDATION_ERROR"],
    ["of nothing", { amount: "0" }, 400, "VALIDATION_ERROR"],
    ["in the other mode", { mode: "LIVE" }, 404, "RESOURCE_NOT_FOUND"],
    [
      "of a stranger's wallet",
      { merchantId: "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40" },
      404,
      "RESOURCE_NOT_FOUND",
    ],
  ])("one %s", async (_name, body, status, code) => {
    const answer = await propose(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

it("are listed with those that wait for a second operator", async () => {
  const path = await proposed();
  const { body } = await ask("GET", "/tenant/ledger/corrections?status=PROPOSED&mode=SANDBOX&pageSize=1");
  expect(body.data[0].id).toBe(path.split("/").at(-1));
  const next = await ask("GET", `/tenant/ledger/corrections?starting_after=${body.data[0].id}&pageSize=2`);
  expect(next.body.data).toHaveLength(2);
  expect(next.body.meta).toMatchObject({ hasMore: true, total: null });
});

it("are found in the ledger by their id", async () => {
  expect([...(await expectEntriesBySource(test))]).toContain("ADJUSTMENT");
});
