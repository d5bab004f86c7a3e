import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { releaseLostLeases } from "./leases.ts";
import { createLostLeases } from "./lost-leases.ts";
import { createWorld, type World } from "./test-setup.ts";

const LEASE_MS = 25_000;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let world: World;
let caller: Caller;
beforeAll(async () => {
  world = await createWorld();
  caller = await world.newMerchant();
  await world.newEndpoint(caller, "/lost");
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.startAfresh();
  await world.owner.query({ text: "delete from sweeps" });
});

/** Written by a process that then dies. */
async function lose(leaseMs = LEASE_MS): Promise<void> {
  const lease = { endsAtMs: world.clock.nowMs() + leaseMs, take: () => {} };
  expect((await world.emitLeased(caller, lease)).leased).toBe(1);
}

const dueCount = async (): Promise<number> => {
  const [row] = await world.db.query<{ count: number }>({
    text: "select count(*)::int as count from webhook_deliveries where due_at <= $1",
    values: [new Date(world.clock.nowMs())],
  });
  return row?.count ?? 0;
};

const sweeper = () => {
  const release = createLostLeases(world.db, LEASE_MS);
  return () => release(world.clock.nowMs());
};

describe("a delivery whose writer has died", () => {
  it("is due when its lease has ended, and not before", async () => {
    const sweep = sweeper();
    await lose();
    world.clock.advance(LEASE_MS - 1);
    expect(await sweep()).toBe(0);
    expect(await dueCount()).toBe(0);
    world.clock.advance(10_000);
    expect(await sweep()).toBe(1);
    expect(await dueCount()).toBe(1);
    world.clock.advance(10_000);
    expect(await sweep()).toBe(0);
  });

  it("is found by the next service, however long there was none", async () => {
    const before = sweeper();
    world.clock.advance(10 * MINUTE_MS);
    await before();
    await lose();
    world.clock.advance(30 * DAY_MS);
    expect(await sweeper()()).toBe(1);
  });

  it("is found although its statement committed a minute late, behind others that had been swept", async () => {
    const sweep = sweeper();
    for (let waited = 0; waited < 10 * MINUTE_MS; waited += 10_000) {
      await sweep();
      world.clock.advance(10_000);
    }
    const writtenAtMs = world.clock.nowMs();
    for (let waited = 0; waited < MINUTE_MS; waited += 10_000) {
      world.clock.advance(10_000);
      await sweep();
    }
    await lose();
    await world.owner.query({
      text: "update webhook_deliveries set created_at = $1, next_attempt_at = $2 where status = 'PENDING'",
      values: [new Date(writtenAtMs), new Date(writtenAtMs + LEASE_MS)],
    });
    world.clock.advance(10_000);
    expect(await sweep()).toBe(1);
  });

  it.each(["by the service that was running", "by the next one"])(
    "is found %s when the clock was an hour ahead and is set right",
    async (who) => {
      const running = sweeper();
      const rightMs = world.clock.nowMs();
      world.clock.advance(60 * MINUTE_MS);
      await running();
      world.clock.advance(10_000);
      await running();
      world.clock.set(rightMs);
      await lose();
      world.clock.advance(LEASE_MS + 1);
      expect(await (who === "by the next one" ? sweeper() : running)()).toBe(1);
    },
  );

  it("is left alone while another worker's lease ends later than ours would", async () => {
    const sweep = sweeper();
    await lose(10 * LEASE_MS);
    world.clock.advance(2 * LEASE_MS);
    expect(await sweep()).toBe(0);
  });
});

describe("very many of them", () => {
  it("are all found, a bounded number in each statement", async () => {
    await lose();
    await world.owner.query({
      text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
          status, leased, next_attempt_at, created_at, updated_at)
        select merchant_no, gen_random_uuid(), endpoint_id, event_id, event_type, subject_id, sequence, status, leased,
          next_attempt_at, created_at, updated_at
          from webhook_deliveries cross join generate_series(1, 2499) where status = 'PENDING'`,
    });
    world.clock.advance(LEASE_MS + 1);
    const sweep = sweeper();
    expect([await sweep(), await sweep(), await sweep(), await sweep()]).toEqual([1_000, 1_000, 500, 0]);
    expect(await dueCount()).toBe(2_500);
  });
});

describe("what was written long ago", () => {
  const OLD = 20_000;

  it("is not read again", async () => {
    const sweep = sweeper();
    await lose();
    await world.owner.query({
      text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
          status, created_at, updated_at)
        select merchant_no, gen_random_uuid(), endpoint_id, event_id, event_type, subject_id, sequence, 'SUCCEEDED',
          created_at, updated_at
          from webhook_deliveries cross join generate_series(1, ${OLD}) where status = 'PENDING'`,
    });
    await world.owner.query({ text: "select brin_summarize_new_values('webhook_deliveries_written')" });
    world.clock.advance(10 * MINUTE_MS);
    expect(await sweep()).toBe(1);
    await lose();
    world.clock.advance(LEASE_MS + 10_000);
    await world.owner.query({ text: "analyze webhook_deliveries" });
    const read = await world.db.transaction(async (tx) => {
      const readSoFar = async (): Promise<number> => {
        const [row] = await tx.query<{ count: bigint }>({
          text: "select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'webhook_deliveries'",
        });
        return Number(row?.count);
      };
      const before = await readSoFar();
      const nowMs = world.clock.nowMs();
      const window = { fromMs: nowMs - 2 * MINUTE_MS, untilMs: nowMs - LEASE_MS, nowMs, limit: 100 };
      expect(await releaseLostLeases(tx, window)).toBe(1);
      return (await readSoFar()) - before;
    });
    expect(read).toBeLessThan(OLD / 10);
  });
});
