import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allPermissions } from "../../src/http/permissions.ts";
import { type Id, type MerchantId, parsePublicId } from "../../src/kit/ids.ts";
import {
  type FencedMerchant,
  lowerFence,
  prepareFence,
  raiseFence,
  removeFence,
} from "../../src/merchant-move/fence.ts";
import { MoveRefusedError } from "../../src/merchant-move/types.ts";
import { checkRefundNow, claimDueRefunds } from "../../src/modules/payments/refunds/store.ts";
import { createKey, createOwner } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";

/** Two merchants of one installation: writes of the first are fenced, the second must not notice. */
let test: TestApp;
let fenced: FencedMerchant;
let keys: { readonly fenced: string; readonly other: string };
let receiver: Server;
const received: { readonly merchantId: string; readonly type: string }[] = [];

beforeAll(async () => {
  test = await startTestApp({ seed: 84 });
  const { tenantId } = await test.app.merchants.profile(test.merchantNo);
  const owner = await createOwner(test, tenantId, "Voisine");
  const other = await createKey(test, owner.numbers.SANDBOX, { permissions: allPermissions });
  keys = { fenced: test.apiKey, other: other.key };
  fenced = { merchantId: test.merchantId as MerchantId, numbers: await numbersOf(test.merchantId) };
  receiver = createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request)) as { type: string };
    received.push({ merchantId: request.url?.slice(1) ?? "", type });
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const { port } = receiver.address() as AddressInfo;
  for (const [merchantId, apiKey] of [
    [test.merchantId, keys.fenced],
    [owner.merchantId, keys.other],
  ] as const)
    await test.request("POST", `/merchant/merchants/${merchantId}/webhook-endpoints`, {
      apiKey,
      body: { url: `http://127.0.0.1:${port}/${apiKey === keys.other ? "other" : "fenced"}`, events: ["*"] },
    });
  await test.drain();
  await prepareFence(test.owner, fenced);
}, 60_000);
afterEach(() => lowerFence(test.owner, fenced));
afterAll(async () => {
  receiver?.close();
  await test?.stop();
});

async function numbersOf(merchantId: string) {
  const rows = await test.owner.query<{ no: FencedMerchant["numbers"][number] }>({
    text: "select merchant_no as no from merchant_numbers where merchant_id = $1 order by 1",
    values: [merchantId],
  });
  return rows.map(({ no }) => no);
}

const order = { amount: "5000", currency: "XOF", title: "Commande" };
const create = (who: keyof typeof keys, idempotencyKey?: string) =>
  test.request("POST", "/checkout/sessions", {
    apiKey: keys[who],
    body: order,
    headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
  });
const complete = (id: string) =>
  test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
const statusOf = async (id: string) =>
  (await test.request("GET", `/checkout/pay/${id}/status`, { apiKey: null })).body.data.status;
const moving = { code: "SERVICE_UNAVAILABLE", details: { reason: "moving" } };

describe("behind a fence", () => {
  // The service remembers whom it has refused.
  afterEach(() => new Promise((done) => setTimeout(done, 550)));

  it("writes are refused with Retry-After, reads and repeated answers go on, and the others' payments are in no batch that fails", async () => {
    const before = await create("fenced", "made before the fence");
    expect(before.status).toBe(201);
    await raiseFence(test.owner, fenced);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => create(at % 2 === 0 ? "fenced" : "other")),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? 503 : 201)),
    );
    expect(answers[0]?.body.error).toMatchObject(moving);
    expect(answers[0]?.headers.get("retry-after")).toBe("1");
    expect((await complete(before.body.data.id)).body.error).toMatchObject(moving);
    const link = { ...order, slug: "kiosque" };
    const makeLink = () =>
      test.request("POST", "/payments/links", { body: link, headers: { "idempotency-key": "a link" } });
    const refused = await makeLink();
    expect(refused.body.error).toMatchObject(moving);

    expect((await create("fenced", "made before the fence")).body.data.id).toBe(before.body.data.id);
    expect(await statusOf(before.body.data.id)).toBe("OPEN");
    expect((await test.request("GET", "/payments/wallets")).status).toBe(200);
    const page = await fetch(`${test.origin}/checkout/${before.body.data.id}`);
    expect(page.status).toBe(200);

    await lowerFence(test.owner, fenced);
    await expect.poll(async () => (await complete(before.body.data.id)).status).toBe(200);
    expect((await makeLink()).status).toBe(201);
  });

  it("loops go on with the other merchants' rows, and find the fenced ones when it is down", async () => {
    const ours = (await create("fenced")).body.data.id;
    const theirs = (await create("other")).body.data.id;
    expect([(await complete(ours)).status, (await complete(theirs)).status]).toEqual([200, 200]);
    received.splice(0);
    await raiseFence(test.owner, fenced);
    const fencedUntil = "update merchant_fences set ends_at = clock_timestamp() + interval '1 min'";
    await test.owner.query({ text: fencedUntil });
    await test.advance(30_000, 5_000);
    expect([await statusOf(ours), await statusOf(theirs)]).toEqual(["PROCESSING", "SUCCEEDED"]);
    expect(received.map(({ merchantId }) => merchantId)).not.toContain("fenced");
    expect(received).toContainEqual({ merchantId: "other", type: "payment.succeeded" });

    await lowerFence(test.owner, fenced);
    await test.advance(120_000, 10_000);
    expect(await statusOf(ours)).toBe("SUCCEEDED");
    expect(received.filter(({ merchantId }) => merchantId === "fenced")).toContainEqual({
      merchantId: "fenced",
      type: "payment.succeeded",
    });
    await expectInvariants(test.owner);
  });

  it("claims of refunds are left undone, and a callback that makes one due is refused: its provider sends it again", async () => {
    const paid = (await create("fenced")).body.data.id;
    const { chargeId } = (await complete(paid)).body.data;
    await test.advance(6_000, 2_000);
    const asked = { body: { amount: "1000" }, headers: { "idempotency-key": "a refund" } };
    const refund = await test.request("POST", `/payments/charges/${chargeId}/refunds`, asked);
    expect(refund.status).toBe(201);
    const key = {
      merchantNo: test.merchantNo,
      id: parsePublicId("refund", refund.body.data.id) as Id<"refund">,
    };
    const claim = () => {
      const nowMs = test.clock.nowMs() + 60_000;
      return claimDueRefunds(test.db, { nowMs, leaseMs: 60_000, limit: 10 });
    };
    const state = () =>
      test.owner.query({
        text: "select status, next_check_at, check_count from refunds where id = $1",
        values: [key.id],
      });
    const due = await state();
    await raiseFence(test.owner, fenced);
    expect(await claim()).toEqual([]);
    const left = await state();
    expect(left).toEqual(due);
    await lowerFence(test.owner, fenced);
    expect((await claim()).map(({ id }) => id)).toEqual([key.id]);
    await raiseFence(test.owner, fenced);
    await expect(checkRefundNow(test.db, key, test.clock.nowMs())).rejects.toMatchObject({ code: "MV001" });
    await lowerFence(test.owner, fenced);
    expect(await checkRefundNow(test.db, key, test.clock.nowMs())).toBe(true);
    await test.advance(60_000, 10_000);
  });

  it("ends by itself: who raised it may be dead", async () => {
    await raiseFence(test.owner, fenced);
    expect((await create("fenced")).status).toBe(503);
    await test.owner.query({ text: "update merchant_fences set ends_at = clock_timestamp()" });
    await expect.poll(async () => (await create("fenced")).status).toBe(201);
    await raiseFence(test.owner, fenced);
  });
});

describe("raising a fence", () => {
  const write = { text: "update wallets set updated_at = updated_at where merchant_no = $1" };

  it("waits for a write that is under way, so nothing is written behind it", async () => {
    let isRaised = false;
    let raising: Promise<void> = Promise.resolve();
    await test.db.transaction(async (tx) => {
      await tx.query({ ...write, values: [test.merchantNo] });
      raising = raiseFence(test.owner, fenced).then(() => {
        isRaised = true;
      });
      await new Promise((done) => setTimeout(done, 200));
      expect(isRaised).toBe(false);
    });
    await raising;
    await expect(test.db.query({ ...write, values: [test.merchantNo] })).rejects.toMatchObject({
      code: "MV001",
    });
  });

  it("is refused when a write does not end, and by a fence that stands", async () => {
    await test.db.transaction(async (tx) => {
      await tx.query({ ...write, values: [test.merchantNo] });
      await expect(raiseFence(test.owner, fenced)).rejects.toThrow("its writes did not end within 2000 ms");
    });
    await expect.poll(async () => (await create("fenced")).status).toBe(201);
    await raiseFence(test.owner, fenced);
    await expect(raiseFence(test.owner, fenced)).rejects.toThrow("another command moves this merchant now");
  });

  it("is for the owner of the tables, and leaves nothing in them", async () => {
    await expect(prepareFence(test.db, fenced)).rejects.toThrow(MoveRefusedError);
    const triggers = () =>
      test.owner.query<{ n: number }>({
        text: "select count(*)::int as n from pg_trigger where tgname like 'fence%'",
      });
    expect((await triggers())[0]?.n).toBeGreaterThan(60);
    await removeFence(test.owner, fenced);
    expect(await triggers()).toEqual([{ n: 0 }]);
  });
});
