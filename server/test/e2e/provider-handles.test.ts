import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { parsePublicId, publicId } from "../../src/kit/ids.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createTokenRail, type RailEntry, TOKEN_RAIL, type TokenRail } from "../harness/token-rail.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * Providers that want ids of their own form, tell a token that they are asked by, and report without a signature: nothing of this
 * gets lost on the way of a payment, its refund, and a payout.
 */
interface World {
  readonly test: TestApp;
  readonly rail: TokenRail;
  readonly payer: ReturnType<typeof createPayer>;
  readonly account: Answer["body"];
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The sandbox, with mobile money of MTN going by the rail. */
async function openWorld(rail: TokenRail): Promise<World> {
  const test = await startTestApp({ connectors: [rail.connector] });
  const [row] = await test.owner.query<{ tenantId: never }>({
    text: `select tenant_id as "tenantId" from provider_accounts`,
  });
  if (row === undefined) throw new Error("the sandbox has its account");
  const { tenantId } = row;
  const setUp = createRoutingSetUp({ ids: test.app.ids, keyring: test.keyring, clock: test.clock });
  const subTenantId = await test.db.transaction(async (tx) => {
    const id = await setUp.createSubTenant(tx, { tenantId, name: "Rail" }, systemActor);
    const rule = { tenantId, mode: "SANDBOX", priority: 1, method: "MOBILE_MONEY", subTenantId: id } as const;
    await setUp.createRule(tx, { ...rule, operator: "MTN" }, systemActor);
    return id;
  });
  const { token } = await test.operator();
  const made = await test.request("POST", "/tenant/provider-accounts", {
    apiKey: token,
    headers: { "idempotency-key": "rail" },
    body: {
      mode: "SANDBOX",
      subTenantId: publicId("subTenant", subTenantId as never),
      provider: TOKEN_RAIL,
      name: "Rail",
      methods: ["MOBILE_MONEY"],
      currencies: ["XOF"],
      countries: [],
      operators: [],
      settings: {},
    },
  });
  expect([made.status, made.body.error]).toEqual([201, null]);
  return { test, rail, payer: createPayer(test), account: made.body.data };
}

const last = (book: readonly RailEntry[]): RailEntry => {
  const entry = book.at(-1);
  if (entry === undefined) throw new Error("the rail was asked");
  return entry;
};

async function report({ test }: World, url: string, method: "POST" | "PUT" = "POST"): Promise<number> {
  const response = await fetch(url, { method, body: "not even JSON" });
  await response.arrayBuffer();
  await test.app.callbacksSettled();
  return response.status;
}

async function pay(world: World): Promise<{ readonly sessionId: string; readonly chargeId: string }> {
  const session = await world.payer.newSession();
  const { data } = (await world.payer.complete(session.id, mtn("000"))).body;
  return { sessionId: session.id, chargeId: data.chargeId };
}

async function paid(world: World): Promise<string> {
  const { sessionId, chargeId } = await pay(world);
  last(world.rail.payments).isDone = true;
  expect(await report(world, last(world.rail.payments).callbackUrl)).toBe(204);
  expect((await world.payer.status(sessionId)).status).toBe("SUCCEEDED");
  return chargeId;
}

async function refund({ test }: World, chargeId: string, amount: string): Promise<Answer["body"]> {
  const answer = await test.request("POST", `/payments/charges/${chargeId}/refunds`, {
    headers: { "idempotency-key": `${chargeId} ${amount}` },
    body: { amount },
  });
  expect([answer.status, answer.body.error]).toEqual([201, null]);
  await test.advance(5_000, 5_000);
  return answer.body.data;
}

const rowOf = async ({ test }: World, table: "charges" | "refunds" | "payouts", id: string) => {
  const [row] = await test.owner.query<{ ownId: string; handle: Buffer | null }>({
    text: `select provider_reference as "ownId", provider_handle as handle from ${table} where id = $1`,
    values: [id],
  });
  if (row === undefined) throw new Error("the row is there");
  return row;
};
const uuidOf = (kind: "charge" | "refund" | "payout", id: string): string => {
  const parsed = parsePublicId(kind, id);
  if (parsed === null) throw new Error(`${id} is a ${kind}`);
  return parsed;
};

describe("a provider with tokens, ids of its own form and unsigned callbacks", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(createTokenRail());
  });
  afterAll(() => world?.test.stop());
  afterEach(() => expectInvariants(world.test.owner));

  it("knows a payment by an id that was stored before it was sent, and is asked by its token", async () => {
    const { rail, payer, account } = world;
    const { sessionId, chargeId } = await pay(world);
    const entry = last(rail.payments);
    expect(entry.ownId).toMatch(uuidV4);
    const row = await rowOf(world, "charges", uuidOf("charge", chargeId));
    expect(row.ownId).toBe(entry.ownId);
    expect(row.handle?.includes(entry.token)).toBe(false);
    const shortId = Buffer.from(entry.ownId.replaceAll("-", ""), "hex").toString("base64url");
    expect(entry.callbackUrl).toBe(`${account.callbackUrl}/${shortId}`);
    expect(account.callbackUrl).toBe(`${world.test.origin}/provider-callbacks/${account.id}`);

    expect(await report(world, entry.callbackUrl)).toBe(204);
    expect((await payer.status(sessionId)).status).toBe("PROCESSING");
    entry.isDone = true;
    const asked = rail.asked.length;
    expect(await report(world, entry.callbackUrl, "PUT")).toBe(204);
    expect((await payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect(rail.asked.slice(asked)).toEqual([`query ${entry.token}`]);

    // What comes again costs nothing; what cannot be ours is not there.
    expect(await report(world, entry.callbackUrl)).toBe(204);
    expect(rail.asked.length).toBe(asked + 1);
    const strangers = [account.callbackUrl, `${account.callbackUrl}/${entry.ownId.replace(/^./, "x")}`];
    for (const url of strangers) expect(await report(world, url)).toBe(404);
  });

  it("is asked by our id when its first answer was lost, and by the token from then on", async () => {
    const { rail, payer, test } = world;
    rail.loseAnswers(1);
    const booked = rail.payments.length;
    const { sessionId, chargeId } = await pay(world);
    expect((await rowOf(world, "charges", uuidOf("charge", chargeId))).handle).toBeNull();
    const asked = rail.asked.length;
    await test.advance(13_000);
    const { token } = last(rail.payments);
    expect(rail.asked.slice(asked, asked + 2)).toEqual(["query none", `query ${token}`]);
    last(rail.payments).isDone = true;
    await test.advance(20_000, 5_000);
    expect((await payer.status(sessionId)).status).toBe("SUCCEEDED");
    expect(rail.asked.slice(asked).filter((text) => text !== `query ${token}`)).toEqual(["query none"]);
    expect(rail.payments.length).toBe(booked + 1);
  });

  it("is told of the payment's last handle in a refund, and of the refund's own in questions", async () => {
    const { rail, test } = world;
    const chargeId = await paid(world);
    const { token } = last(rail.payments);
    const { id } = await refund(world, chargeId, "1200");
    const entry = last(rail.refunds);
    expect(entry).toMatchObject({ minor: 1_200n, ownId: expect.stringMatching(uuidV4) });
    expect(rail.asked.at(-1)).toBe(`refund ${token} R-${token}`);
    expect((await rowOf(world, "refunds", uuidOf("refund", id))).ownId).toBe(entry.ownId);
    entry.isDone = true;
    expect(await report(world, entry.callbackUrl)).toBe(204);
    await test.drain();
    expect(rail.asked.at(-1)).toBe(`query_refund ${entry.token}`);
    const { data } = (await test.request("GET", `/payments/refunds/${id}`)).body;
    expect(data).toMatchObject({ status: "SUCCEEDED", route: "ORIGINAL_RAIL" });
  });

  it("pays out under an id that was stored before it was sent, and is asked by the payout's token", async () => {
    const { rail, test } = world;
    await paid(world);
    const { data: wallets } = (await test.request("GET", "/payments/wallets")).body;
    const walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
    const beneficiary = await test.request("POST", "/payments/beneficiaries", {
      body: {
        name: "Awa Koné",
        type: "MOBILE_MONEY",
        details: { phone: "+2250500000000", operator: "MTN" },
        currency: "XOF",
      },
    });
    await test.advance(60_000, 30_000);
    const made = await test.request("POST", "/payments/payouts", {
      headers: { "idempotency-key": "payout" },
      body: { walletId, beneficiaryId: beneficiary.body.data.id, amount: "1000" },
    });
    expect([made.status, made.body.error]).toEqual([201, null]);
    rail.loseAnswers(1);
    await test.advance(6_000);
    const entry = last(rail.payouts);
    const row = await rowOf(world, "payouts", uuidOf("payout", made.body.data.id));
    expect([row.ownId, entry.ownId]).toEqual([entry.ownId, expect.stringMatching(uuidV4)]);
    await test.advance(10_000);
    expect(rail.asked).toContain("query_payout none");
    entry.isDone = true;
    expect(await report(world, entry.callbackUrl)).toBe(204);
    await test.drain();
    expect(rail.asked.at(-1)).toBe(`query_payout ${entry.token}`);
    const { data } = (await test.request("GET", `/payments/payouts/${made.body.data.id}`)).body;
    expect(data.status).toBe("PAID");
    expect(rail.payouts).toHaveLength(1);
  });
});

describe("a rail that gives back only the whole payment", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(createTokenRail({ refund: "FULL" }));
  });
  afterAll(() => world?.test.stop());
  afterEach(() => expectInvariants(world.test.owner));

  it("gives back the whole, and a part is paid out to the phone that paid", async () => {
    const { rail, test } = world;
    const [first, second] = [await paid(world), await paid(world)];
    const whole = await refund(world, first, "5000");
    expect(whole.route).toBe("ORIGINAL_RAIL");
    expect(rail.refunds.map(({ minor }) => minor)).toEqual([5_000n]);
    const part = await refund(world, second, "1999");
    expect(part.route).toBe("PAYOUT_TO_PAYER");
    expect(rail.refunds).toHaveLength(1);
    const entry = last(rail.payouts);
    expect(entry.minor).toBe(1_999n);
    entry.isDone = true;
    // Its subject is not said, and the payout that it names is a refund.
    expect(await report(world, entry.callbackUrl)).toBe(204);
    await test.drain();
    const { data } = (await test.request("GET", `/payments/refunds/${part.id}`)).body;
    expect(data).toMatchObject({ status: "SUCCEEDED", route: "PAYOUT_TO_PAYER" });
  });
});
