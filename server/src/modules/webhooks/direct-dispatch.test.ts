import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { parsePublicId, publicId } from "../../kit/ids.ts";
import { NO_REQUEST } from "./audit.ts";
import { LEASE_MS, type WebhookWorker } from "./jobs.ts";
import type { Lease } from "./leases.ts";
import { SEND_TIMEOUT_MS } from "./send.ts";
import { createWorld, type World, type Written } from "./test-setup.ts";

/** The time-out where an endpoint never answers. */
const NO_ANSWER_MS = 400;
const AFTER_LEASE_MS = LEASE_MS + 1;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.startAfresh());

async function running<T>(
  work: (worker: WebhookWorker) => Promise<T>,
  more: { readonly timeoutMs?: number } = {},
): Promise<T> {
  const worker = world.newWorker(more);
  worker.start();
  try {
    return await work(worker);
  } finally {
    await worker.stop();
  }
}

function leaseOf(worker: WebhookWorker, { merchantNo, mode }: Caller): Lease {
  const lease = worker.lease(merchantNo, mode);
  if (lease === null) throw new Error("nothing stands against a lease");
  return lease;
}

const statusesOf = async ({ merchantNo }: Caller): Promise<readonly string[]> => {
  const rows = await world.db.query<{ status: string }>({
    text: "select status from webhook_deliveries where merchant_no = $1 order by id",
    values: [merchantNo],
  });
  return rows.map(({ status }) => status);
};
const dueMsOf = async ({ merchantNo }: Caller): Promise<readonly number[]> => {
  const rows = await world.db.query<{ atMs: number }>({
    text: `select next_attempt_at as "atMs" from webhook_deliveries where merchant_no = $1 and status = 'PENDING'`,
    values: [merchantNo],
  });
  return rows.map(({ atMs }) => atMs - world.clock.nowMs());
};
const moment = () => ({ ...NO_REQUEST, nowMs: world.clock.nowMs() });
const idsAt = (path: string) => world.receiver.at(path).map(({ headers }) => headers["webhook-id"]);
const idOf = ({ event }: Written) => publicId("event", event.id);

describe("a delivery that is handed over", () => {
  // The clock stands still: before its lease ends, no worker's query could find it.
  it("arrives without having been looked for, and is on record like any other", async () => {
    const caller = await world.newMerchant();
    const { secret } = await world.newEndpoint(caller, "/handed");
    await running(async (worker) => {
      const written = await world.emitLeased(caller, leaseOf(worker, caller));
      expect(written.leased).toBe(1);
      expect(await dueMsOf(caller)).toEqual([LEASE_MS]);
      written.directDispatch();
      await expect.poll(() => statusesOf(caller)).toEqual(["SUCCEEDED"]);
      const [arrival] = world.receiver.at("/handed");
      expect(arrival?.headers["webhook-id"]).toBe(idOf(written));
      expect(JSON.parse(arrival?.body ?? "")).toMatchObject({ id: idOf(written), type: "payment.succeeded" });
      world.clock.advance(AFTER_LEASE_MS);
      expect(await world.drain()).toBe(0);
      expect(world.receiver.arrivals.length).toBe(1);
    });
    expect(secret).toMatch(/^whsec_/);
    const [attempt] = await world.db.query({
      text: `select attempt_number as n, status_code as code, url from webhook_attempts where merchant_no = $1`,
      values: [caller.merchantNo],
    });
    expect(attempt).toEqual({ n: 1, code: 200, url: `${world.receiver.origin}/handed` });
  });

  it("that is refused is tried again by the table", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/refusing");
    world.receiver.answer("/refusing", (response) => response.writeHead(500).end());
    await running(async (worker) => {
      (await world.emitLeased(caller, leaseOf(worker, caller))).directDispatch();
      await expect.poll(async () => (await dueMsOf(caller))[0]).toBeLessThan(6_000);
    });
    world.receiver.answer("/refusing", (response) => response.end());
    world.clock.advance(6_000);
    expect(await world.drain()).toBe(1);
    expect(await statusesOf(caller)).toEqual(["SUCCEEDED"]);
  });

  it("of a process that died after the commit arrives when the lease has ended", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/orphan");
    await running(async (dying) => {
      const written = await world.emitLeased(caller, leaseOf(dying, caller));
      expect(await world.drain()).toBe(0);
      world.clock.advance(AFTER_LEASE_MS);
      expect(await world.drain()).toBe(1);
      expect(idsAt("/orphan")).toEqual([idOf(written)]);
    });
  });

  it("too late to be answered within its lease is left to whoever finds it", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/frozen");
    await running(async (worker) => {
      const written = await world.emitLeased(caller, leaseOf(worker, caller));
      world.clock.advance(LEASE_MS - SEND_TIMEOUT_MS + 1);
      written.directDispatch();
      await new Promise((turn) => setTimeout(turn, 50));
      expect(world.receiver.arrivals).toEqual([]);
      // A round may have searched for lost leases meanwhile, and the next search comes 5 s after it.
      world.clock.advance(SEND_TIMEOUT_MS + 5_000);
      worker.notifyNewDeliveries();
      await expect.poll(() => statusesOf(caller)).toEqual(["SUCCEEDED"]);
      expect(idsAt("/frozen")).toEqual([idOf(written)]);
    });
  });
});

describe("no lease", () => {
  it("is given by a process that does not send, or does so no more", async () => {
    const { merchantNo, mode } = await world.newMerchant();
    const worker = world.newWorker();
    expect(worker.lease(merchantNo, mode)).toBeNull();
    worker.start();
    expect(worker.lease(merchantNo, mode)).not.toBeNull();
    await worker.stop();
    expect(worker.lease(merchantNo, mode)).toBeNull();
  });

  it.each([
    ["asks for order", "ordered = true"],
    ["fails", "failing_since = now(), failure_streak = 1"],
    ["is paused", "failing_since = now(), failure_streak = 9, paused_until = $2"],
  ])("holds for an endpoint that %s: a look finds its delivery", async (_what, settings) => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/plain");
    const { id } = await world.newEndpoint(caller, "/other");
    await world.owner.query({
      text: `update webhook_endpoints set ${settings} where merchant_no = $1 and id = $3
        and $2::timestamptz is not null`,
      values: [
        caller.merchantNo,
        new Date(world.clock.nowMs() + 1_000),
        parsePublicId("webhookEndpoint", id),
      ],
    });
    await running(async (worker) => {
      const written = await world.emitLeased(caller, leaseOf(worker, caller));
      expect(written.leased).toBe(1);
      written.directDispatch();
      await expect.poll(() => idsAt("/plain")).toEqual([idOf(written)]);
      world.clock.advance(1_001);
      worker.notifyNewDeliveries();
      await expect.poll(() => statusesOf(caller)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
      expect(idsAt("/other")).toEqual([idOf(written)]);
    });
  });
});

describe("an endpoint without room", () => {
  /** More than an unknown endpoint is sent at once, plus what may wait for it in memory. */
  const MANY = 100;

  it("gets everything once, what is over through a worker's look, and is leased for again after that", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/narrow");
    const held: (() => void)[] = [];
    world.receiver.answer("/narrow", (response) => held.push(() => response.end()));
    const worker = world.newWorker({ timeoutMs: 60_000 });
    worker.start();
    const lease = leaseOf(worker, caller);
    const written = await Promise.all(Array.from({ length: MANY }, () => world.emitLeased(caller, lease)));
    for (const { directDispatch } of written) directDispatch();
    await expect.poll(() => held.length).toBe(2);
    // All unsent deliveries are released, and the merchant's next ones queue behind them.
    await expect.poll(async () => (await dueMsOf(caller)).filter((inMs) => inMs <= 0).length).toBe(MANY - 2);
    expect(worker.lease(caller.merchantNo, caller.mode)).toBeNull();
    world.receiver.answer("/narrow", (response) => response.end());
    for (const release of held) release();
    await expect.poll(() => world.receiver.at("/narrow").length).toBe(MANY);
    await expect.poll(async () => new Set(await statusesOf(caller))).toEqual(new Set(["SUCCEEDED"]));
    expect(new Set(idsAt("/narrow"))).toEqual(new Set(written.map(idOf)));
    await expect.poll(() => worker.lease(caller.merchantNo, caller.mode)).not.toBeNull();
    await worker.stop();
  });

  it("holds up no other merchant", async () => {
    const [slow, quick] = [await world.newMerchant(), await world.newMerchant()];
    await world.newEndpoint(slow, "/hanging");
    await world.newEndpoint(quick, "/quick");
    world.receiver.answer("/hanging", () => {});
    await running(
      async (worker) => {
        const lease = leaseOf(worker, slow);
        const hanging = await Promise.all(Array.from({ length: MANY }, () => world.emitLeased(slow, lease)));
        const written = await world.emitLeased(quick, leaseOf(worker, quick));
        for (const { directDispatch } of [...hanging, written]) directDispatch();
        await expect.poll(() => idsAt("/quick")).toEqual([idOf(written)]);
        expect(world.receiver.at("/hanging").length).toBeLessThanOrEqual(2);
      },
      { timeoutMs: NO_ANSWER_MS },
    );
  });

  it("that is disabled meanwhile gets nothing of what waited", async () => {
    const caller = await world.newMerchant();
    const { id } = await world.newEndpoint(caller, "/leaving");
    const held: (() => void)[] = [];
    world.receiver.answer("/leaving", (response) => held.push(() => response.end()));
    const worker = world.newWorker({ timeoutMs: 60_000 });
    worker.start();
    const lease = leaseOf(worker, caller);
    const written = await Promise.all(Array.from({ length: 10 }, () => world.emitLeased(caller, lease)));
    for (const { directDispatch } of written) directDispatch();
    await expect.poll(() => world.receiver.arrivals.length).toBe(2);
    await world.webhooks.update(caller, id, { status: "DISABLED" }, moment());
    await expect
      .poll(async () => (await statusesOf(caller)).filter((status) => status === "CANCELLED").length)
      .toBe(8);
    expect(world.receiver.arrivals.length).toBe(2);
    for (const release of held) release();
    await worker.stop();
  });

  it("gives what waits back when the process stops", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/stopping");
    world.receiver.answer("/stopping", () => {});
    await running(
      async (worker) => {
        const lease = leaseOf(worker, caller);
        const written = await Promise.all(Array.from({ length: 10 }, () => world.emitLeased(caller, lease)));
        for (const { directDispatch } of written) directDispatch();
        await worker.stop();
        expect((await dueMsOf(caller)).filter((inMs) => inMs === 0).length).toBeGreaterThanOrEqual(8);
      },
      { timeoutMs: NO_ANSWER_MS },
    );
  });
});

describe("between the commit and the end of a lease that nobody uses", () => {
  it.each([
    ["deleted", ["CANCELLED"], []],
    // The new place is asked first.
    ["moved", ["SUCCEEDED", "SUCCEEDED"], ["/new-place", "/new-place"]],
  ])("an endpoint that is %s is treated as it is now", async (what, statuses, arrivals) => {
    const caller = await world.newMerchant();
    const { id } = await world.newEndpoint(caller, "/old-place");
    await running((dying) => world.emitLeased(caller, leaseOf(dying, caller)));
    if (what === "deleted") await world.webhooks.remove(caller, id, moment());
    else await world.webhooks.update(caller, id, { url: `${world.receiver.origin}/new-place` }, moment());
    world.clock.advance(AFTER_LEASE_MS);
    await world.drain();
    expect(await statusesOf(caller)).toEqual(statuses);
    expect(world.receiver.arrivals.map(({ path }) => path)).toEqual(arrivals);
  });
});
