import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRefusedCredentials } from "../../src/modules/routing/index.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { data, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";

/** An account whose limit of a day counts payouts as well as payments, and credentials that its provider refused. */
const DAY_MS = 86_400_000;

let setup: PayoutSetup;
let accountId: string;
let beneficiary: string;
let plainId: string;

beforeAll(async () => {
  setup = await openPayoutSetup();
  const accounts = await operate("GET", "/tenant/provider-accounts?mode=SANDBOX");
  accountId = accounts[0].id;
  const [row] = await setup.test.owner.query<{ id: string }>({
    text: "select id from provider_accounts where tenant_id is not null and mode = 'SANDBOX' and name = $1",
    values: [accounts[0].name],
  });
  plainId = row?.id ?? "";
  beneficiary = await setup.beneficiaryId();
  for (let at = 0; at < 2; at += 1) await pay("60000");
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

/** A log-in ends within a day, so each call has its own. */
const operate = async (method: string, path: string, body?: unknown) => {
  const { token } = await setup.test.operator("first");
  return data(
    await setup.test.request(method, path, { apiKey: token, ...(body === undefined ? {} : { body }) }),
  );
};
const limit = (perDay: string | null, countsPayouts: boolean, perPayment: string | null = null) =>
  operate("PATCH", `/tenant/provider-accounts/${accountId}`, {
    limits: [{ currency: "XOF", perDay, perPayment, countsPayouts }],
  });

/** A payment of this amount; its session, or why no way to pay is left. */
async function pay(amount: string): Promise<string> {
  const { test } = setup;
  const body = { amount, currency: "XOF", title: "Order" };
  const session = data(await test.request("POST", "/checkout/sessions", { body }));
  const answer = await test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  await test.advance(6_000);
  return answer.body.error === null ? "taken" : answer.body.error.code;
}
const payOut = async (amount: string): Promise<string> => data(await setup.askPayout(beneficiary, amount)).id;
const statusOf = async (id: string): Promise<string> =>
  data(await setup.test.request("GET", `/payments/payouts/${id}`)).status;
const tomorrow = async () => {
  setup.test.clock.advance(DAY_MS - (setup.test.clock.nowMs() % DAY_MS) + 60_000);
  // The snapshot is older than its life, and what waits is due.
  await setup.test.advance(10 * 60_000, 30_000);
};

describe("the limit of a day", () => {
  it("does not hold payouts back unless it says so", async () => {
    expect((await limit("1", false)).limits).toEqual([
      { currency: "XOF", perDay: "1", perPayment: null, countsPayouts: false },
    ]);
    const id = await payOut("2000");
    await setup.test.advance(20_000);
    expect(await statusOf(id)).toBe("PAID");
  });

  it("lets a payout wait for the next day when payments and payouts have reached it, and no longer than that", async () => {
    await tomorrow();
    await limit("10000", true);
    expect(await pay("4000")).toBe("taken");
    const first = await payOut("5000");
    await setup.test.advance(20_000);
    expect(await statusOf(first)).toBe("PAID");
    const second = await payOut("1001");
    await setup.test.advance(20_000);
    expect(await statusOf(second)).toBe("QUEUED");
    expect(await setup.typesOf(second)).toEqual(["payout.created", "payout.queued"]);
    expect(await pay("1001")).toBe("CHECKOUT_NO_PAYMENT_METHODS");
    const third = await payOut("1000");
    await setup.test.advance(20_000);
    expect(await statusOf(third)).toBe("PAID");
    await tomorrow();
    expect(await statusOf(second)).toBe("PAID");
  });

  it("fails a payout that is larger than the limit of any day", async () => {
    await tomorrow();
    const id = await payOut("10001");
    await setup.test.advance(20_000);
    expect(data(await setup.test.request("GET", `/payments/payouts/${id}`))).toMatchObject({
      status: "FAILED",
      failureCode: "PROVIDER_UNAVAILABLE",
    });
  });

  it("is never passed by payouts that are sent at the same moment", async () => {
    await tomorrow();
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await payOut("3000"));
    await setup.test.advance(20_000);
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.toSorted()).toEqual(["PAID", "PAID", "PAID", "QUEUED", "QUEUED"]);
  });

  it("per payment is none of payouts", async () => {
    await tomorrow();
    await limit(null, true, "100");
    const id = await payOut("500");
    await setup.test.advance(20_000);
    expect(await statusOf(id)).toBe("PAID");
  });
});

describe("a refused credential", () => {
  const credential = () => ({ accountId: plainId, fingerprint: "a".repeat(64) });
  const kept = () =>
    createRefusedCredentials({ db: setup.test.db, log: { error: (event) => expect.fail(event) } });

  it("is known to every process, and forgotten when the account is enabled again", async () => {
    await kept().remember(credential(), setup.test.clock.nowMs());
    await kept().remember(credential(), setup.test.clock.nowMs());
    expect(await kept().has(credential())).toBe(true);
    expect(await kept().has({ ...credential(), fingerprint: "b".repeat(64) })).toBe(false);
    await operate("PATCH", `/tenant/provider-accounts/${accountId}`, { name: "Renamed" });
    expect(await kept().has(credential())).toBe(true);
    for (const status of ["DISABLED", "ENABLED"])
      await operate("PATCH", `/tenant/provider-accounts/${accountId}`, { status });
    expect(await kept().has(credential())).toBe(false);
  });

  it("that cannot be stored is logged, and the outcome of the call is not lost", async () => {
    const events: string[] = [];
    const none = () => Promise.reject(new Error("no connection"));
    const db = { query: none, transaction: none };
    const refused = createRefusedCredentials({ db, log: { error: (event) => void events.push(event) } });
    await refused.remember(credential(), 0);
    await expect(refused.alone(credential(), () => expect.fail("it must not begin"))).rejects.toThrow(
      "no connection",
    );
    expect(events).toEqual(["provider_account.refusal.not_stored"]);
  });
});
