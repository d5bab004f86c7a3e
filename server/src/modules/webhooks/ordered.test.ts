import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createWorld, type World } from "./test-setup.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.receiver.arrivals.length = 0;
});

const sequencesAt = (path: string) =>
  world.receiver.at(path).map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);

describe("sequence numbers and order", () => {
  it("count per subject, so that a receiver can prove that nothing is missing", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/count");
    const subjectId = world.ids.uuid();
    await world.emit(
      caller,
      [1, 2, 3].map((sequence) => ({ subjectId, sequence })),
    );
    await world.drain();
    expect(sequencesAt("/count").sort()).toEqual([1, 2, 3]);
  });

  it("an ordered endpoint gets event n+1 of a subject only after it has accepted n; other subjects go on", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/ordered", { ordered: true });
    const [stuck, free] = [world.ids.uuid(), world.ids.uuid()];
    let refuse = true;
    world.receiver.answer("/ordered", (response, { body }) => {
      const { sequence } = JSON.parse(body) as { sequence: number };
      response.writeHead(refuse && sequence === 2 ? 500 : 200).end();
    });
    // In one transaction, and the later ones first.
    await world.emit(caller, [
      { subjectId: stuck, sequence: 4 },
      { subjectId: stuck, sequence: 3 },
      { subjectId: stuck, sequence: 2 },
      { subjectId: stuck, sequence: 1 },
      { subjectId: free, sequence: 11 },
      { subjectId: free, sequence: 10 },
    ]);
    for (let round = 0; round < 20; round += 1) {
      await world.drain();
      world.clock.advance(SECOND_MS);
    }
    const seen = sequencesAt("/ordered");
    expect(new Set(seen)).toEqual(new Set([1, 2, 10, 11]));
    expect(seen.filter((sequence) => sequence !== 2 && sequence < 10)).toEqual([1]);
    expect(seen.indexOf(10)).toBeLessThan(seen.indexOf(11));

    refuse = false;
    world.clock.advance(10 * MINUTE_MS);
    await world.drain();
    const after = sequencesAt("/ordered").slice(seen.length);
    expect(after).toEqual([2, 3, 4]);
  });

  it("an ordered endpoint stays held behind a delivery that failed for good, until that is sent again", async () => {
    const caller = await world.newMerchant();
    const endpoint = await world.newEndpoint(caller, "/held", { ordered: true });
    const subjectId = world.ids.uuid();
    world.receiver.answer("/held", (response) => response.writeHead(500).end());
    await world.emit(caller, [{ subjectId, sequence: 1 }]);
    await world.drain();
    await world.owner.query({
      text: `update webhook_deliveries set status = 'FAILED', next_attempt_at = null where merchant_no = $1`,
      values: [caller.merchantNo],
    });
    world.receiver.answer("/held", (response) => response.end());
    await world.emit(caller, [{ subjectId, sequence: 2 }]);
    await world.drain();
    world.clock.advance(2 * HOUR_MS);
    await world.drain();
    expect(sequencesAt("/held")).toEqual([1]);

    const { data } = await world.webhooks.listEndpointDeliveries(caller, endpoint.id, { status: "FAILED" });
    await world.webhooks.resend(caller, endpoint.id, data[0]?.id ?? "", null, world.clock.nowMs());
    await world.drain();
    expect(sequencesAt("/held")).toEqual([1, 1, 2]);
  });
});
