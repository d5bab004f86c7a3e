import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicId } from "../../kit/ids.ts";
import { createWorld, type World } from "./test-setup.ts";

const SECOND_MS = 1_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.receiver.arrivals.length = 0;
});

interface DeliveryRow {
  status: string;
  attemptCount: number;
  nextAttemptAtMs: number | null;
  lastStatusCode: number | null;
  lastError: string | null;
}

async function deliveriesOf(merchantNo: number): Promise<readonly DeliveryRow[]> {
  return world.db.query<DeliveryRow>({
    text: `select status, attempt_count as "attemptCount", next_attempt_at as "nextAttemptAtMs",
        last_status_code as "lastStatusCode", last_error as "lastError"
      from webhook_deliveries where merchant_no = $1 order by id`,
    values: [merchantNo],
  });
}

describe("an event of a subscribed endpoint", () => {
  it("arrives once, signed so that the public package accepts it, with the body that was stored", async () => {
    const caller = await world.newMerchant();
    const { secret } = await world.newEndpoint(caller, "/once");
    const [event] = await world.emit(caller, [{ sequence: 3 }]);
    if (event === undefined) throw new Error("no event");
    expect(await world.drain()).toBe(1);

    const [arrival, ...more] = world.receiver.at("/once");
    expect(more).toEqual([]);
    // The package compares with the real time; the clock of the test is not it, so only the signature is checked here.
    expect(() =>
      new Webhook(secret).sign("x", new Date(world.clock.nowMs()), arrival?.body ?? ""),
    ).not.toThrow();
    expect(JSON.parse(arrival?.body ?? "")).toEqual({
      id: publicId("event", event.id),
      object: "event",
      type: "payment.succeeded",
      timestamp: new Date(event.timestampMs).toISOString(),
      apiVersion: "v1",
      mode: "SANDBOX",
      merchantId: caller.merchantId,
      sequence: 3,
      data: event.data,
    });
    expect(arrival?.headers["webhook-id"]).toBe(publicId("event", event.id));
    expect(arrival?.headers["webhook-timestamp"]).toBe(String(world.clock.nowMs() / SECOND_MS));
    expect(arrival?.headers["webhook-signature"]).toBe(
      new Webhook(secret).sign(
        publicId("event", event.id),
        new Date(world.clock.nowMs()),
        arrival?.body ?? "",
      ),
    );
    expect(await deliveriesOf(caller.merchantNo)).toEqual([
      { status: "SUCCEEDED", attemptCount: 1, nextAttemptAtMs: null, lastStatusCode: 200, lastError: null },
    ]);
  });
});
