import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "../../db/database.ts";
import { parsePublicId } from "../../kit/ids.ts";
import {
  type AttemptRecord,
  type ClaimedDelivery,
  claimDeliveries,
  FIRST_ENDPOINT,
  findDueEndpoints,
  recordAttempts,
} from "./delivery-store.ts";
import type { Share } from "./fair-share.ts";
import { claimedByLease, giveBackDeliveries } from "./leases.ts";
import { createWorld, type World } from "./test-setup.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const LEASE_MS = 25_000;

const recordOf = (delivery: ClaimedDelivery): AttemptRecord => ({
  delivery,
  attemptId: world.ids.uuid(),
  status: "SUCCEEDED",
  nextAttemptAtMs: null,
  statusCode: 200,
  error: null,
  responseExcerpt: null,
  sentTo: null,
  durationMs: 1,
  atMs: world.clock.nowMs(),
});

describe("looking for endpoints with something due", () => {
  it("goes round all of them in bounded looks, each endpoint once, however long its backlog is", async () => {
    const caller = await world.newMerchant();
    const expected: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { id } = await world.newEndpoint(caller, `/look/${n}`);
      expected.push(parsePublicId("webhookEndpoint", id) ?? "");
      world.clock.advance(1);
    }
    for (let n = 0; n < 5; n += 1) await world.emit(caller, [{}, {}, {}]);
    const seen: string[] = [];
    let after = FIRST_ENDPOINT;
    for (let looks = 1; looks <= 10; looks += 1) {
      const { endpoints, nextAfter } = await findDueEndpoints(world.db, after, 3, world.clock.nowMs());
      expect(endpoints.length).toBeLessThanOrEqual(3);
      seen.push(...endpoints.map(({ endpointId }) => endpointId));
      after = nextAfter;
      if (nextAfter === FIRST_ENDPOINT) break;
    }
    expect(seen).toEqual(expected);
  });

  it("sees nothing before its time", async () => {
    const early = world.clock.nowMs() - 60_000;
    expect((await findDueEndpoints(world.db, FIRST_ENDPOINT, 100, early)).endpoints).toEqual([]);
  });
});

describe("claiming", () => {
  it("takes no more of an endpoint than its room and no more in all than the limit, the oldest first", async () => {
    const caller = await world.newMerchant();
    const shares: Share[] = [];
    for (const room of [2, 5, 0]) {
      const { id } = await world.newEndpoint(caller, `/room/${room}`);
      const endpointId = parsePublicId("webhookEndpoint", id);
      if (endpointId === null) throw new Error("no id");
      shares.push({ merchantNo: caller.merchantNo, endpointId, verified: true, room });
    }
    const emitted: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      emitted.push(...(await world.emit(caller, [{}])).map(({ id }) => id));
      world.clock.advance(10);
    }
    const nowMs = world.clock.nowMs();
    const claim = (limit: number) => claimDeliveries(world.db, "all", shares, limit, nowMs, nowMs + LEASE_MS);
    const first = await claim(4);
    const eventsOf = (claimed: typeof first, share: number) =>
      claimed
        .filter(({ endpointId }) => endpointId === shares[share]?.endpointId)
        .map(({ eventId }) => eventId)
        .sort();
    expect(eventsOf(first, 0)).toEqual(emitted.slice(0, 2));
    expect(eventsOf(first, 1)).toEqual(emitted.slice(0, 2));
    const second = await claim(100);
    expect(eventsOf(second, 0)).toEqual(emitted.slice(2, 4));
    expect(eventsOf(second, 1)).toEqual(emitted.slice(2, 6));
    expect([...first, ...second].filter(({ endpointId }) => endpointId === shares[2]?.endpointId)).toEqual(
      [],
    );
  });
});

describe("a busy endpoint's backlog", () => {
  const BACKLOG = 2_000;
  const SOME = 20;
  let claimed: readonly ClaimedDelivery[];

  beforeAll(async () => {
    const caller = await world.newMerchant();
    const { id } = await world.newEndpoint(caller, "/busy");
    const endpointId = parsePublicId("webhookEndpoint", id);
    if (endpointId === null) throw new Error("no id");
    await world.emit(
      caller,
      Array.from({ length: BACKLOG }, () => ({})),
    );
    const nowMs = world.clock.nowMs();
    const shares = [{ merchantNo: caller.merchantNo, endpointId, verified: true, room: 3 * SOME }];
    claimed = await claimDeliveries(world.db, "all", shares, 3 * SOME, nowMs, nowMs + LEASE_MS);
    expect(claimed).toHaveLength(3 * SOME);
  }, 60_000);

  const readSoFar = async (tx: Transaction): Promise<number> => {
    const [row] = await tx.query<{ count: bigint }>({
      text: "select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'webhook_deliveries'",
    });
    return Number(row?.count);
  };
  /** The number of deliveries that a statement reads to write `SOME` of them. */
  const lookedAt = (work: (tx: Transaction) => Promise<number>): Promise<number> =>
    world.db.transaction(async (tx) => {
      const before = await readSoFar(tx);
      expect(await work(tx)).toBe(SOME);
      return (await readSoFar(tx)) - before;
    });
  const record = (from: number) => (tx: Transaction) =>
    recordAttempts(tx, claimed.slice(from, from + SOME).map(recordOf));

  const claim = async (tx: Transaction) => {
    const nowMs = world.clock.nowMs();
    const [{ merchantNo, endpointId } = fail()] = claimed;
    const shares = [{ merchantNo, endpointId, verified: true, room: SOME }];
    return (await claimDeliveries(tx, "all", shares, 2 * SOME, nowMs, nowMs + LEASE_MS)).length;
  };
  const look = async (tx: Transaction) => {
    const { endpoints } = await findDueEndpoints(tx, FIRST_ENDPOINT, SOME, world.clock.nowMs());
    return endpoints.some(({ endpointId }) => endpointId === claimed[0]?.endpointId) ? SOME : 0;
  };

  it("is not read to look, to claim or to write results, before PostgreSQL knows the table and after", async () => {
    for (const from of [0, SOME]) {
      for (const work of [look, claim, record(from)]) {
        expect(await lookedAt(work)).toBeLessThanOrEqual(2 * SOME);
      }
      await world.owner.query({ text: "analyze webhook_deliveries" });
    }
  });

  it("is not read to give leases back", async () => {
    const leased = claimed
      .slice(2 * SOME)
      .map((delivery) => ({ delivery, endsAtMs: world.clock.nowMs() + LEASE_MS }));
    expect(await lookedAt((tx) => giveBackDeliveries(tx, leased))).toBeLessThanOrEqual(2 * SOME);
  });
});

describe("the result of a delivery that was sent by who wrote it", () => {
  it("is written in place: no index hears of it", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/in-place");
    const taken: ClaimedDelivery[] = [];
    const endsAtMs = world.clock.nowMs() + LEASE_MS;
    const { directDispatch } = await world.emitLeased(caller, {
      endsAtMs,
      take: (row, event) => taken.push(claimedByLease(caller.merchantNo, caller.mode, row, event)),
    });
    directDispatch();
    expect(taken).toHaveLength(1);
    const inPlace = await world.db.transaction(async (tx) => {
      expect(await recordAttempts(tx, taken.map(recordOf))).toBe(1);
      const [row] = await tx.query<{ count: bigint }>({
        text: "select n_tup_hot_upd as count from pg_stat_xact_user_tables where relname = 'webhook_deliveries'",
      });
      return Number(row?.count);
    });
    expect(inPlace).toBe(1);
  });
});

function fail(): never {
  throw new Error("something was claimed");
}
