import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Id, parsePublicId } from "../../kit/ids.ts";
import { claimDeliveries, FIRST_ENDPOINT, findDueEndpoints } from "./delivery-store.ts";
import { createWorld, type World } from "./test-setup.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const LEASE_MS = 25_000;

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
    const turns: { merchantNo: typeof caller.merchantNo; endpointId: Id<"webhookEndpoint">; room: number }[] =
      [];
    for (const room of [2, 5, 0]) {
      const { id } = await world.newEndpoint(caller, `/room/${room}`);
      const endpointId = parsePublicId("webhookEndpoint", id);
      if (endpointId === null) throw new Error("no id");
      turns.push({ merchantNo: caller.merchantNo, endpointId, room });
    }
    const emitted: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      emitted.push(...(await world.emit(caller, [{}])).map(({ id }) => id));
      world.clock.advance(10);
    }
    const nowMs = world.clock.nowMs();
    const claim = (limit: number) => claimDeliveries(world.db, turns, limit, nowMs, nowMs + LEASE_MS);
    const first = await claim(4);
    const eventsOf = (claimed: typeof first, turn: number) =>
      claimed
        .filter(({ endpointId }) => endpointId === turns[turn]?.endpointId)
        .map(({ eventId }) => eventId)
        .sort();
    expect(eventsOf(first, 0)).toEqual(emitted.slice(0, 2));
    expect(eventsOf(first, 1)).toEqual(emitted.slice(0, 2));
    const second = await claim(100);
    expect(eventsOf(second, 0)).toEqual(emitted.slice(2, 4));
    expect(eventsOf(second, 1)).toEqual(emitted.slice(2, 6));
    expect([...first, ...second].filter(({ endpointId }) => endpointId === turns[2]?.endpointId)).toEqual([]);
  });
});
