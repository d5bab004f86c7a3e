import { expect, test } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type MerchantNo } from "../../kit/ids.ts";
import { createSeededRandom } from "../../kit/random.ts";
import type { ClaimedDelivery } from "./delivery-store.ts";
import { createInFlightDeliveries } from "./in-flight.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21));
const ids = createIdSource(clock, createSeededRandom(1));

const delivery = (): ClaimedDelivery => ({
  merchantNo: 1 as MerchantNo,
  id: ids.next("delivery"),
  endpointId: ids.next("webhookEndpoint"),
  eventId: ids.next("event"),
  subjectId: ids.uuid(),
  ordered: false,
  attemptCount: 0,
  retryStep: 0,
  payload: "{}",
  mode: "SANDBOX",
  sealedUrl: Buffer.alloc(32),
  secret: Buffer.alloc(32),
  previousSecret: null,
  previousSecretExpiresAtMs: null,
  failing: false,
  unverified: false,
});

test("nothing leaves while the answers of too many wait to be written down", async () => {
  let unwritten = 0;
  const inFlightDeliveries = createInFlightDeliveries({
    clock,
    log: quietLog,
    send: async () => ({
      outcome: { kind: "answer", statusCode: 200, retryAfterMs: null },
      sentTo: null,
      responseExcerpt: null,
      durationMs: 1,
      atMs: clock.nowMs(),
    }),
    onEnded: () => {
      unwritten += 2_048;
    },
    unwritten: () => unwritten,
  });
  expect(inFlightDeliveries.room(false)).toBeGreaterThan(0);
  expect(inFlightDeliveries.offer(delivery(), clock.nowMs())).toBe(true);
  await inFlightDeliveries.ended();
  expect([inFlightDeliveries.room(false), inFlightDeliveries.room(true)]).toEqual([0, 0]);
  expect(inFlightDeliveries.offer(delivery(), clock.nowMs())).toBe(false);
  unwritten = 0;
  expect(inFlightDeliveries.room(false)).toBeGreaterThan(0);
  expect(inFlightDeliveries.offer(delivery(), clock.nowMs())).toBe(true);
});
