import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TenantId } from "../../src/kit/ids.ts";
import { createKey, createOwner, createTenant } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Numbers of a day that is played by the product's own paths, and whose numbers they are. */
const PAID = "789";
const DAY = { from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" };
const LATER_MS = 30_000;

/** A merchant with a key and sessions that nobody has tried to pay. */
interface Merchant {
  readonly merchantId: string;
  readonly apiKey: string;
}

let test: TestApp;
let token: string;
/** Of the same tenant. */
let neighbour: Merchant;
/** Of another tenant. */
let stranger: Merchant;
let asked: { readonly paid: number; readonly failed: readonly string[] };

async function createMerchant(tenantId: TenantId, name: string, sessionCount: number): Promise<Merchant> {
  const { merchantId, numbers } = await createOwner(test, tenantId, name);
  const apiKey = (await createKey(test, numbers.SANDBOX)).key;
  for (let index = 0; index < sessionCount; index += 1) {
    const body = { amount: "100", currency: "XOF", title: name };
    expect((await test.request("POST", "/checkout/sessions", { apiKey, body })).status).toBe(201);
  }
  return { merchantId, apiKey };
}

beforeAll(async () => {
  test = await startTestApp();
  token = (await test.operator()).token;
  const payer = createPayer(test);
  const failed: string[] = [];
  for (const suffix of [PAID, "119", PAID, "049", "069"]) {
    const session = await payer.newSession();
    await payer.complete(session.id, mtn(suffix));
    await test.advance(3_000, 3_000);
    const code = (await payer.session(session.id)).failureCode ?? null;
    if (code !== null) failed.push(code);
  }
  // One that nobody tries to pay.
  await payer.newSession();
  asked = { paid: 5 - failed.length, failed };
  const { tenantId } = await test.app.merchants.profile(test.merchantNo);
  neighbour = await createMerchant(tenantId, "Librairie", 2);
  stranger = await createMerchant(await createTenant(test, "abroad"), "Ailleurs", 3);
  test.clock.advance(LATER_MS);
  await test.app.loops.reports?.runOnce();
}, 90_000);
afterAll(async () => {
  await expectInvariants(test.owner);
  await test.stop();
});

const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const own = (
  report: string,
  fields: Readonly<Record<string, string>> = {},
  merchantId = test.merchantId,
  apiKey?: string,
) =>
  test.request(
    "GET",
    `/merchant/merchants/${merchantId}/reports/${report}?${query(fields)}`,
    apiKey === undefined ? {} : { apiKey },
  );
const tenants = (report: string, fields: Readonly<Record<string, string>>) =>
  test.request("GET", `/tenant/reports/${report}?${query(fields)}`, { apiKey: token });

const isXof = ({ currency }: { readonly currency: string }) => currency === "XOF";
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
const inFrancs = (data: any) => data.currencies.find(isXof);

describe("the numbers of a merchant's day", () => {
  it("count attempts, money, failures and sessions", async () => {
    const { status, body } = await own("summary", { ...DAY, timeZone: "Africa/Abidjan" });
    expect(status, JSON.stringify(body.error)).toBe(200);
    const { paid, failed } = asked;
    expect(paid).toBeGreaterThan(0);
    expect(failed.length).toBeGreaterThan(0);
    const cancelled = failed.filter((code) => code === "PAYMENT_CANCELLED").length;
    expect(body.data.attempts).toMatchObject({
      succeeded: paid,
      failed: failed.length - cancelled,
      cancelled,
    });
    expect(body.data.funnel).toEqual({ sessions: 6, methodChosen: 5, sent: 5, approved: paid, paid });
    const counted = (body.data.failures as readonly { failureCode: string; count: number }[]).flatMap(
      ({ failureCode, count }) => Array.from({ length: count }, () => failureCode),
    );
    expect(counted.toSorted()).toEqual(failed.toSorted());
    expect(body.data.timeToTruth.known).toBe(paid + failed.length - cancelled);
    expect(body.data.asOf).toBe(new Date(test.clock.nowMs()).toISOString());
  });

  it("agree with the wallet and its statement", async () => {
    const { data } = (await own("summary", DAY)).body;
    const xof = inFrancs(data);
    const wallets = (await test.request("GET", "/payments/wallets")).body.data;
    const wallet = wallets.find(isXof);
    expect(xof.now.available).toEqual({ amount: wallet.available, amountMinor: wallet.availableMinor });
    const statement = (await test.request("GET", `/payments/wallets/${wallet.id}/statement?${query(DAY)}`))
      .body.data;
    const totalOf = (type: string) => statement.totals.find((each: { type: string }) => each.type === type);
    expect(xof.takings).toEqual({
      count: totalOf("CHARGE").count,
      amount: totalOf("CHARGE").amount,
      amountMinor: totalOf("CHARGE").amountMinor,
    });
    expect(xof.fees.amountMinor).toBe(totalOf("FEE").amountMinor);
    expect(xof.net.amountMinor).toBe(statement.closingBalanceMinor);
    expect(xof.average.amountMinor).toBe("5000");
  });

  it("of its hours add up to the day, and of its operators too", async () => {
    const xof = inFrancs((await own("summary", DAY)).body.data);
    for (const fields of [
      { interval: "hour" },
      { interval: "day" },
      { interval: "period", groupBy: "operator" },
      { groupBy: "country" },
    ]) {
      const { status, body } = await own("series", { ...DAY, ...fields });
      expect(status).toBe(200);
      const points = body.data.series.flatMap((line: { points: readonly unknown[] }) => line.points);
      const sum = (pick: (point: (typeof points)[number]) => number): number =>
        points.reduce((total: number, point: (typeof points)[number]) => total + pick(point), 0);
      expect(sum((point) => point.attempts.succeeded)).toBe(xof.attempts.succeeded);
      expect(sum((point) => point.attempts.failed)).toBe(xof.attempts.failed);
      expect(sum((point) => Number(point.takings.amountMinor))).toBe(Number(xof.takings.amountMinor));
      expect(sum((point) => Number(point.fees.amountMinor))).toBe(Number(xof.fees.amountMinor));
    }
  });

  it("are of the days of the time zone", async () => {
    // The day was played from ten o'clock on; in Auckland that is eleven in the evening.
    const fields = { from: "2026-11-20T11:00:00Z", to: "2026-11-22T11:00:00Z", timeZone: "Pacific/Auckland" };
    const { data } = (await own("series", fields)).body;
    expect(data.starts).toEqual(["2026-11-20T11:00:00.000Z", "2026-11-21T11:00:00.000Z"]);
    expect(
      data.series.map((line: { points: readonly { start: string }[] }) =>
        line.points.map(({ start }) => start),
      ),
    ).toEqual([["2026-11-20T11:00:00.000Z"]]);
  });

  it("can be filtered", async () => {
    const succeeded = async (fields: Readonly<Record<string, string>>) =>
      (await own("summary", { ...DAY, ...fields })).body.data.attempts.succeeded;
    expect(await succeeded({ operator: "MTN", country: "CI", method: "MOBILE_MONEY", currency: "XOF" })).toBe(
      asked.paid,
    );
    for (const fields of [{ operator: "WAVE" }, { country: "SN" }, { method: "CARD" }, { currency: "XAF" }]) {
      expect(await succeeded(fields)).toBe(0);
    }
  });

  it("say as of when they are while rows wait to be counted", async () => {
    const atMs = test.clock.nowMs();
    await createPayer(test).newSession();
    test.clock.advance(1_000);
    expect((await own("summary", DAY)).body.data.asOf).toBe(new Date(atMs).toISOString());
    test.clock.advance(LATER_MS);
    await test.app.loops.reports?.runOnce();
    expect((await own("summary", DAY)).body.data.asOf).toBe(new Date(test.clock.nowMs()).toISOString());
  });
});

describe("whose numbers they are", () => {
  it("a merchant's alone: another one's key does not open them", async () => {
    expect((await own("summary", DAY, neighbour.merchantId)).body.error.code).toBe("INVALID_MERCHANT_SCOPE");
    const theirs = await own("summary", DAY, neighbour.merchantId, neighbour.apiKey);
    expect(theirs.status).toBe(200);
    expect(theirs.body.data.funnel.sessions).toBe(2);
  });

  it("an operator's are the sum of the tenant's merchants, and of no other tenant's", async () => {
    const sessions = async (fields: Readonly<Record<string, string>> = {}) => {
      const answer = await tenants("summary", { ...DAY, ...fields });
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(200);
      return answer.body.data.funnel.sessions;
    };
    const ofOne = (await own("summary", DAY)).body.data.funnel.sessions;
    expect(await sessions()).toBe(ofOne + 2);
    expect(await sessions({ merchantId: neighbour.merchantId })).toBe(2);
    expect(await sessions({ mode: "LIVE" })).toBe(0);
    const foreign = await tenants("summary", { ...DAY, merchantId: stranger.merchantId });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    const theirs = await own("summary", DAY, stranger.merchantId, stranger.apiKey);
    expect(theirs.body.data.funnel.sessions).toBe(3);
  });

  it("an operator reads them by merchant and by provider account", async () => {
    const groupsOf = async (groupBy: string) =>
      (await tenants("series", { ...DAY, groupBy })).body.data.series.map(
        ({ group }: { group: string }) => group,
      );
    expect(await groupsOf("merchant")).toEqual([test.merchantId]);
    const accounts = await groupsOf("providerAccount");
    expect(accounts.length).toBe(1);
    expect(accounts[0]).toMatch(/^acct_/);
  });

  it("a merchant cannot ask by provider account or merchant", async () => {
    for (const groupBy of ["providerAccount", "merchant"]) {
      expect((await own("series", { ...DAY, groupBy })).status).toBe(400);
    }
  });
});

describe("what is refused names the field", () => {
  it.each([
    ["summary", { timeZone: "Africa/Atlantis" }, "timeZone"],
    ["summary", { timeZone: "Asia/Kolkata" }, "timeZone"],
    ["summary", { from: "2026-11-21T10:30:00Z" }, "from"],
    ["summary", { from: DAY.to, to: DAY.from }, "to"],
    ["summary", { from: "2024-01-01T00:00:00Z", to: DAY.to }, "to"],
    ["series", { from: "2026-09-01T00:00:00Z", to: DAY.to, interval: "hour" }, "to"],
    ["series", { interval: "minute" }, "interval"],
    ["summary", { country: "ci" }, "country"],
    ["summary", { currency: "BTC" }, "currency"],
    ["summary", { unknown: "x" }, "unknown"],
  ] as const)("%s with %j", async (report, fields, path) => {
    const { status, body } = await own(report, fields);
    expect(status).toBe(400);
    expect(body.error.code).toBe("VALIDATION_ERROR");
    expect(JSON.stringify(body.error.details.fields)).toContain(`"${path}"`);
  });
});
