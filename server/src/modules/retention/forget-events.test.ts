import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createRecordingLog } from "../../../test/harness/log.ts";
import type { Caller } from "../../http/route.ts";
import { defaultKeptDays } from "../../kit/retention.ts";
import { createWorld, type World } from "../webhooks/test-setup.ts";
import { countOld } from "./count-old.ts";
import { createEventForgetting } from "./forget-events.ts";
import { createRetentionModule } from "./module.ts";
import { forgetWebhooks } from "./store.ts";

/** Events of long ago: what goes, what has to stay, and that nobody is hurt by it. */
const DAY_MS = 86_400_000;
const KEPT_DAYS = 35;
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
afterEach(() => world.startAfresh());

const rowsOf = async ({ merchantNo }: Caller): Promise<readonly number[]> => {
  const [row] = await world.owner.query<{ counts: readonly number[] }>({
    text: `select array[(select count(*) from events where merchant_no = $1),
      (select count(*) from webhook_deliveries where merchant_no = $1),
      (select count(*) from webhook_attempts where merchant_no = $1)]::int[] as counts`,
    values: [merchantNo],
  });
  return row?.counts ?? [];
};
/** So many days after now, everything written by now is too old by a day. */
const whenOld = () => world.clock.nowMs() + (KEPT_DAYS + 1) * DAY_MS;

async function forgetAll(nowMs: number) {
  const pauses: number[] = [];
  const { log, lines } = createRecordingLog();
  const forget = createEventForgetting({
    db: world.db,
    log,
    keptDays: KEPT_DAYS,
    pause: async (ms) => void pauses.push(ms),
  });
  let rounds = 0;
  while ((await forget(nowMs)) > 0) rounds += 1;
  return {
    rounds,
    pauses: pauses.length,
    told: lines.filter(({ event }) => event === "retention.forgotten"),
  };
}

it("forgets old events with their deliveries and attempts, and no younger ones", async () => {
  const caller = await world.newMerchant();
  await world.newEndpoint(caller, "/well");
  await world.emit(caller, [{}, {}, {}]);
  await world.drain();
  const atMs = whenOld();
  world.clock.advance(2 * DAY_MS);
  await world.emit(caller, [{}]);
  await world.drain();
  expect(await rowsOf(caller)).toEqual([4, 4, 4]);

  const beforeMs = atMs - KEPT_DAYS * DAY_MS;
  const counted = await countOld(world.db, "events", KEPT_DAYS, atMs);
  expect(counted.map(({ table, rows }) => [table, rows])).toEqual([
    ["events", 3],
    ["webhook_deliveries", 3],
    ["webhook_attempts", 3],
  ]);
  expect(counted.every(({ bytes, oldestMs }) => bytes > 0 && (oldestMs ?? beforeMs) < beforeMs)).toBe(true);

  const { told } = await forgetAll(atMs);
  expect(await rowsOf(caller)).toEqual([1, 1, 1]);
  expect(told.map(({ fields }) => fields)).toEqual([{ deliveries: 3, attempts: 3, events: 3 }]);
  expect((await countOld(world.db, "events", KEPT_DAYS, atMs)).map(({ rows }) => rows)).toEqual([0, 0, 0]);
  expect((await forgetAll(atMs)).told).toEqual([]);
});

it("keeps what is still to be sent, with its event and its attempts", async () => {
  const caller = await world.newMerchant();
  await world.newEndpoint(caller, "/down");
  world.receiver.answer("/down", (response) => response.writeHead(500).end());
  await world.emit(caller, [{}]);
  await world.drain();
  expect(await rowsOf(caller)).toEqual([1, 1, 1]);
  await forgetAll(whenOld());
  expect(await rowsOf(caller)).toEqual([1, 1, 1]);
  await world.startAfresh();
  await forgetAll(whenOld());
  expect(await rowsOf(caller)).toEqual([0, 0, 0]);
});

it("keeps a failed delivery of an ordered endpoint while others wait behind it", async () => {
  const caller = await world.newMerchant();
  await world.newEndpoint(caller, "/ordered", { ordered: true });
  const subjectId = world.ids.uuid();
  await world.emit(caller, [
    { subjectId, sequence: 1 },
    { subjectId, sequence: 2 },
  ]);
  await world.owner.query({
    text: "update webhook_deliveries set status = 'FAILED', next_attempt_at = null where merchant_no = $1 and sequence = 1",
    values: [caller.merchantNo],
  });
  await forgetAll(whenOld());
  expect(await rowsOf(caller)).toEqual([2, 2, 0]);
});

it("deletes a bounded number in a round, and pauses after each", async () => {
  await forgetAll(whenOld());
  const caller = await world.newMerchant();
  await world.newEndpoint(caller, "/busy");
  await world.emit(
    caller,
    Array.from({ length: 1_100 }, () => ({})),
  );
  await world.startAfresh();
  const first = await forgetWebhooks(world.db, caller.merchantNo, world.clock.nowMs() + DAY_MS, 500);
  expect(first).toEqual({ deliveries: 500, attempts: 0, events: 500 });
  expect(await rowsOf(caller)).toEqual([600, 600, 0]);
  const { pauses } = await forgetAll(whenOld());
  expect(pauses).toBe(2);
  expect(await rowsOf(caller)).toEqual([0, 0, 0]);
});

it("never touches the last 35 days, whatever it is asked", async () => {
  const caller = await world.newMerchant();
  const [now] = await world.owner.query<{ ms: number }>({ text: "select clock_timestamp() as ms" });
  await expect(
    forgetWebhooks(world.db, caller.merchantNo, (now?.ms ?? 0) - 34 * DAY_MS, 500),
  ).rejects.toMatchObject({ code: "23514" });
  await expect(
    world.db.query({ text: "delete from events where merchant_no = $1", values: [caller.merchantNo] }),
  ).rejects.toMatchObject({ code: "42501" });
});

it("does nothing at all without the setting", () => {
  const { db, clock } = world;
  const { log } = createRecordingLog();
  expect(createRetentionModule({ db, clock, log, keptDays: defaultKeptDays })).toEqual({});
  const keptDays = { events: 35, sessions: 35, simulator: 35 };
  expect(Object.keys(createRetentionModule({ db, clock, log, keptDays }).jobs ?? {})).toEqual([
    "forgottenEvents",
    "forgottenSessions",
    "forgottenSimulated",
  ]);
});
