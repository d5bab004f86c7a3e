import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testSeed } from "../../../test/harness/seed.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { sealAddress } from "./addresses.ts";
import { retryDelaysMs } from "./rules.ts";
import { secretContext } from "./store.ts";
import { createWorld, type World } from "./test-setup.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const p95 = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? 0;

/** The clock moves to the next due time, and never beyond `untilMs`. */
async function nextDueMs(untilMs: number): Promise<number> {
  const [row] = await world.db.query<{ dueMs: number | null }>({
    text: `select min(greatest(d.next_attempt_at, coalesce(p.paused_until, d.next_attempt_at))) as "dueMs"
      from webhook_deliveries d join webhook_endpoints p
        on p.merchant_no = d.merchant_no and p.id = d.endpoint_id where d.status = 'PENDING'`,
  });
  return Math.max(world.clock.nowMs(), Math.min(row?.dueMs ?? untilMs, untilMs));
}

describe("a receiver that is down for six hours, then slow, then broken", () => {
  const seed = testSeed();

  it(`gets every event, by the table of retries, and delays nobody else meanwhile (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const caller = await world.newMerchant();
    const quiet = await world.newMerchant();
    const witness = await world.newMerchant();
    await world.newEndpoint(caller, "/outage");
    await world.newEndpoint(quiet, "/lonely");
    await world.newEndpoint(witness, "/witness");
    const startMs = world.clock.nowMs();
    const phaseOf = (atMs: number): "down" | "slow" | "broken" | "well" => {
      const sinceMs = atMs - startMs;
      if (sinceMs < 6 * HOUR_MS) return "down";
      if (sinceMs < 7 * HOUR_MS) return "slow";
      return sinceMs < 9 * HOUR_MS ? "broken" : "well";
    };
    const accepted = new Set<string>();
    for (const path of ["/outage", "/lonely"]) {
      world.receiver.answer(path, (response, { atMs, headers }) => {
        const phase = phaseOf(atMs);
        if (phase === "down") {
          response.socket?.destroy();
          return;
        }
        if (phase === "broken") {
          response.writeHead(500).end();
          return;
        }
        accepted.add(`${path} ${headers["webhook-id"]}`);
        // The virtual time of the answer: the sender measures it by the same clock.
        if (phase === "slow") world.clock.advance(2_500);
        response.end();
      });
    }

    // One event a minute of a busy merchant, one in all of a quiet one, and another merchant's every few minutes.
    const expected: string[] = [];
    const emittedAtMs = new Map<string, number>();
    const [lonely] = await world.emit(quiet, [{}]);
    if (lonely === undefined) throw new Error("no event");
    expected.push(`/lonely ${publicId("event", lonely.id)}`);
    let breakerOpened = false;
    let breakerClosed = false;
    const endMs = startMs + 90 * HOUR_MS;
    let nextEventMs = startMs;
    while (world.clock.nowMs() < endMs) {
      const nowMs = world.clock.nowMs();
      if (nowMs >= nextEventMs && nowMs < startMs + 10 * HOUR_MS) {
        const [event] = await world.emit(caller, [{}]);
        expected.push(`/outage ${publicId("event", event?.id ?? ("" as Id<"event">))}`);
        const [other] = await world.emit(witness, [{}]);
        emittedAtMs.set(publicId("event", other?.id ?? ("" as Id<"event">)), world.clock.nowMs());
        nextEventMs = nowMs + MINUTE_MS * (1 + Math.floor(random.unit() * 10));
      }
      await world.drain();
      const [health] = await world.db.query<{ streak: number }>({
        text: `select failure_streak as streak from webhook_endpoints where merchant_no = $1`,
        values: [caller.merchantNo],
      });
      if ((health?.streak ?? 0) >= 5) breakerOpened = true;
      else if (breakerOpened && health?.streak === 0) breakerClosed = true;
      const limitMs = nowMs < startMs + 10 * HOUR_MS ? Math.min(nextEventMs, endMs) : endMs;
      const nextMs = await nextDueMs(limitMs);
      world.clock.set(Math.max(nextMs, world.clock.nowMs()));
    }

    expect([...accepted].sort()).toEqual(expected.sort());
    const [left] = await world.db.query<{ count: number }>({
      text: `select count(*)::int as count from webhook_deliveries where status <> 'SUCCEEDED'`,
    });
    expect(left?.count).toBe(0);
    expect([breakerOpened, breakerClosed]).toEqual([true, true]);

    // Without a breaker, every attempt follows the retry schedule.
    const tries = world.receiver.at("/lonely").map(({ atMs }) => atMs);
    expect(tries.length).toBeGreaterThanOrEqual(6);
    for (const [index, atMs] of tries.entries()) {
      if (index === 0) continue;
      const waitMs = atMs - (tries[index - 1] ?? 0);
      const tableMs = retryDelaysMs[index] ?? 0;
      // A probe pause or a slow answer of the busy endpoint may add seconds to the clock of this one.
      expect(waitMs).toBeGreaterThanOrEqual(tableMs * 0.9);
      expect(waitMs).toBeLessThanOrEqual(tableMs * 1.1 + 35 * SECOND_MS);
    }
    const delaysMs = world.receiver
      .at("/witness")
      .map(({ atMs, headers }) => atMs - (emittedAtMs.get(String(headers["webhook-id"])) ?? 0));
    expect(delaysMs.length).toBe(emittedAtMs.size);
    expect(p95(delaysMs)).toBeLessThanOrEqual(5 * SECOND_MS);
  });
});

describe("an endpoint that hangs, with a backlog of 100 000", () => {
  it("delays no other endpoint", async () => {
    const caller = await world.newMerchant();
    const other = await world.newMerchant();
    await world.newEndpoint(caller, "/hang");
    await world.newEndpoint(other, "/live");
    world.receiver.answer("/hang", () => {});
    const [event] = await world.emit(caller, [{}]);
    await world.owner.query({
      text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
          status, next_attempt_at, created_at, updated_at)
        select merchant_no, gen_random_uuid(), endpoint_id, event_id, event_type, subject_id, sequence, status,
          next_attempt_at - n * interval '1 millisecond', created_at, updated_at
        from webhook_deliveries cross join generate_series(1, 100000) n where event_id = $1`,
      values: [event?.id],
    });
    // With the statistics of an older database: the planner must still use the index.
    await world.owner.query({ text: "analyze webhook_deliveries" });

    const worker = world.newWorker({ timeoutMs: 400 });
    worker.start();
    const arrivedAtMs = new Map<string, number>();
    world.receiver.answer("/live", (response, { headers }) => {
      arrivedAtMs.set(String(headers["webhook-id"]), performance.now());
      response.end();
    });
    await sleep(100);
    const delaysMs: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const startedMs = performance.now();
      const [mine] = await world.emit(other, [{}]);
      worker.notifyNewDeliveries();
      const eventId = publicId("event", mine?.id ?? ("" as Id<"event">));
      await expect.poll(() => arrivedAtMs.get(eventId), { interval: 1 }).toBeDefined();
      delaysMs.push((arrivedAtMs.get(eventId) ?? Number.POSITIVE_INFINITY) - startedMs);
    }
    await worker.stop();
    console.info(
      `beside a hanging endpoint: p95 ${p95(delaysMs).toFixed(0)} ms, most ${Math.max(...delaysMs).toFixed(0)} ms`,
    );
    expect(p95(delaysMs)).toBeLessThan(1_000);
    // It hung on only a few of its deliveries.
    expect(world.receiver.at("/hang").length).toBeLessThan(50);
  });
});

describe("six hundred endpoints that begin to hang at the same moment", () => {
  it("give their places back after two seconds, and the next event of another merchant leaves", async () => {
    const caller = await world.newMerchant();
    const other = await world.newMerchant();
    await world.newEndpoint(other, "/still-live");
    const hanging: ServerResponse[] = [];
    world.receiver.answer("/hang-together", (response) => hanging.push(response));
    const ids = Array.from({ length: 600 }, () => world.ids.next("webhookEndpoint"));
    await world.owner.query({
      text: `insert into webhook_endpoints (merchant_no, id, sealed_url, events, status, secret, proved_at, created_at,
          updated_at)
        select $1, item.id, item.sealed_url, array['*'], 'ACTIVE', item.secret, $5, $5, $5
        from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as item (id, secret, sealed_url)`,
      values: [
        caller.merchantNo,
        ids,
        ids.map((id) =>
          world.keyring.seal("whsec_AAAA", secretContext({ merchantNo: caller.merchantNo, id })),
        ),
        ids.map((id) =>
          sealAddress(
            world.keyring,
            { merchantNo: caller.merchantNo, id },
            `${world.receiver.origin}/hang-together`,
          ),
        ),
        new Date(world.clock.nowMs()),
      ],
    });
    await world.emit(caller, [{}]);
    const worker = world.newWorker({ timeoutMs: 10_000 });
    worker.start();
    await expect.poll(() => world.receiver.at("/hang-together").length).toBe(512);
    await world.emit(other, [{}]);
    await sleep(600);
    expect(world.receiver.at("/still-live")).toEqual([]);
    world.clock.advance(2_001);
    await expect.poll(() => world.receiver.at("/still-live").length).toBe(1);
    for (const response of hanging) response.end();
    await worker.stop();
  });
});
