import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMtnConnector } from "../../src/providers/testing/mtn-like/connector.ts";
import { type MtnServer, openMtnServer } from "../../src/providers/testing/mtn-like/server.ts";
import type { Answer } from "../harness/app.ts";
import { type Account, type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mtn } from "../simulation/payer.ts";

/**
 * Whole payments, refunds and payouts over real HTTP on both sides, through a provider that reports unsigned and wants
 * its own number for a refund.
 */
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const user = { apiUser: "user-first", apiKey: "planted-key-first", subscriptionKey: "planted-subscription" };

const done = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};

/** A payment that is waited for: its charge and the id under which the provider knows it. */
async function started({ payer }: ConnectorSetup, suffix = "789", amount = "5000") {
  const session = await payer.newSession({ amount });
  const { chargeId } = done(await payer.complete(session.id, mtn(suffix)));
  const ownId = await payer.stored<string>(chargeId, "provider_reference");
  expect(ownId).toMatch(uuidV4);
  return { sessionId: session.id as string, chargeId: chargeId as string, ownId: ownId ?? "" };
}

/** The provider settles and reports by itself: no background work of ours runs. */
async function reported({ test }: ConnectorSetup, standIn: MtnServer): Promise<void> {
  test.clock.advance(3_000);
  await standIn.report();
  await test.app.callbacksSettled();
}

let unique = 0;
async function refund(
  { test }: ConnectorSetup,
  chargeId: string,
  body: object = {},
): Promise<Answer["body"]> {
  unique += 1;
  const headers = { "idempotency-key": `refund ${unique}` };
  return done(await test.request("POST", `/payments/charges/${chargeId}/refunds`, { body, headers }));
}

async function payout({ test }: ConnectorSetup): Promise<string> {
  unique += 1;
  const wallets: readonly { id: string; currency: string }[] = done(
    await test.request("GET", "/payments/wallets"),
  );
  const details = { phone: "+2250500000789", operator: "MTN" };
  const person = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
  const beneficiary = done(await test.request("POST", "/payments/beneficiaries", { body: person }));
  await test.advance(25 * 3_600_000, 3_600_000);
  const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
  const body = { walletId, beneficiaryId: beneficiary.id, amount: "700" };
  const headers = { "idempotency-key": `payout ${unique}` };
  return done(await test.request("POST", "/payments/payouts", { body, headers })).id;
}

describe("a provider that reports unsigned, at an address of each payment's own", () => {
  let setup: ConnectorSetup;
  let provider: MtnServer;
  let account: Account;
  beforeAll(async () => {
    setup = await openConnectorSetup(createMtnConnector());
    provider = await openMtnServer({ clock: setup.test.clock, users: [user] });
    account = await setup.addAccount({ baseUrl: provider.url, targetEnvironment: "mtnivorycoast", ...user });
  });
  afterAll(async () => {
    await provider?.close();
    await setup?.test.stop();
  });
  afterEach(() => expectInvariants(setup.test.owner));

  it("is paid: the report alone brings the success, by one question", async () => {
    const { sessionId, ownId } = await started(setup);
    expect((await setup.payer.status(sessionId)).status).toBe("PROCESSING");
    const before = setup.network.history.length;
    await reported(setup, provider);
    expect((await setup.payer.status(sessionId)).status).toBe("SUCCEEDED");
    const asked = setup.network.history.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toEqual([`GET /collection/v1_0/requesttopay/${ownId}`]);
  });

  it("whose answer was lost is found by the id that was committed before, and paid once", async () => {
    setup.network.failNext("TIMEOUT_AFTER");
    const { sessionId, ownId } = await started(setup);
    expect((await setup.payer.status(sessionId)).status).toBe("PROCESSING");
    await setup.test.advance(6_000);
    expect((await setup.payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect(provider.book.moved("PAYMENT", ownId)).toEqual([{ minor: 5_000n, currency: "XOF" }]);
  });

  it("that never got the request gets it again under the same id", async () => {
    setup.network.failNext("RESET_BEFORE");
    const { sessionId, ownId } = await started(setup);
    await setup.test.advance(30_000);
    expect((await setup.payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect(provider.book.moved("PAYMENT", ownId)).toHaveLength(1);
  });

  it("refunds the whole by its own number, which is kept sealed", async () => {
    const { chargeId } = await started(setup);
    await reported(setup, provider);
    const handle = await setup.payer.stored<Buffer>(chargeId, "provider_handle");
    expect(handle).not.toBeNull();
    expect(handle?.toString("latin1")).not.toContain("financialTransactionId");
    const made = await refund(setup, chargeId);
    expect(made.route).toBe("ORIGINAL_RAIL");
    const before = setup.network.history.length;
    await setup.test.advance(60_000, 5_000);
    expect(done(await setup.test.request("GET", `/payments/refunds/${made.id}`)).status).toBe("SUCCEEDED");
    // The handle spares the question that would find the number out.
    const asked = setup.network.history.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith("/collection/v1_0/"))).toEqual([]);
  });

  it("pays a part of a refund out to the payer: it gives back only the whole", async () => {
    const { chargeId } = await started(setup);
    await reported(setup, provider);
    const made = await refund(setup, chargeId, { amount: "1200" });
    expect(made.route).toBe("PAYOUT_TO_PAYER");
    await setup.test.advance(60_000, 5_000);
    expect(done(await setup.test.request("GET", `/payments/refunds/${made.id}`)).status).toBe("SUCCEEDED");
    const [row] = await setup.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from refunds order by created_at desc limit 1`,
    });
    expect(provider.book.moved("PAYOUT", row?.ownId ?? "")).toEqual([{ minor: 1_200n, currency: "XOF" }]);
  });

  it("pays out once, also when the answer is lost", async () => {
    const id = await payout(setup);
    setup.network.failNext("TIMEOUT_AFTER");
    await setup.test.advance(120_000, 5_000);
    expect(done(await setup.test.request("GET", `/payments/payouts/${id}`)).status).toBe("PAID");
    const rows = await setup.test.owner.query<{ ownId: string }>({
      text: `select provider_reference as "ownId" from payouts`,
    });
    expect(rows.map(({ ownId }) => provider.book.moved("PAYOUT", ownId))).toEqual([
      [{ minor: 700n, currency: "XOF" }],
    ]);
  });

  it("is not known at another address, whatever the message says", async () => {
    const { ownId } = await started(setup, "129");
    const body = JSON.stringify({ status: "SUCCESSFUL", externalId: ownId });
    const send = async (address: string) => (await fetch(address, { method: "PUT", body })).status;
    expect(await send(account.callbackUrl)).toBe(404);
    const last = ownId.endsWith("0") ? "1" : "0";
    expect(await send(`${account.callbackUrl}/${ownId.slice(0, -1)}${last}`)).toBe(404);
    const before = setup.network.history.length;
    expect(await send(`${account.callbackUrl}/${ownId}`)).toBe(204);
    await setup.test.app.callbacksSettled();
    // A message that anybody could write costs a question and changes nothing.
    expect(setup.network.history.length - before).toBe(1);
    expect(provider.book.moved("PAYMENT", ownId)).toEqual([]);
  });

  it("is offered nothing that it does not serve, and no rule may say so", async () => {
    const rule = { mode: "SANDBOX", method: "CARD", subTenantId: account.subTenantId };
    const refused = await setup.operate("POST", "/tenant/routing/rules", rule);
    expect(refused.body.error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        fields: [
          {
            path: "method",
            rule: "provider",
            message: "method: the sub-tenant's accounts do not serve CARD (mtn_like).",
          },
        ],
      },
    });
    const change = { methods: ["MOBILE_MONEY", "CARD"] };
    const beyond = await setup.operate("PATCH", `/tenant/provider-accounts/${account.id}`, change);
    expect(beyond.body.error.details.fields).toMatchObject([
      { path: "methods", rule: "provider", message: "methods: mtn_like does not serve CARD." },
    ]);
    // Its account names no country: payments from those it does not serve go on to the next rule.
    const [row] = await setup.test.owner.query<{ tenantId: never }>({
      text: `select tenant_id as "tenantId" from sub_tenants limit 1`,
    });
    const tenantId = row?.tenantId ?? expect.fail("there is a tenant");
    const { accounts } = await setup.test.app.routing.snapshotFor(tenantId, "SANDBOX");
    expect(accounts.find(({ provider: name }) => name === "mtn_like")).toMatchObject({
      methods: ["MOBILE_MONEY"],
      currencies: ["XOF", "XAF"],
      countries: ["CI", "BJ", "CM"],
    });
  });
});
