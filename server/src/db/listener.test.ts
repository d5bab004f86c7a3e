import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { quietLog } from "../../test/harness/log.ts";
import { createListener, type Listener } from "./listener.ts";
import { notify } from "./notify.ts";

let database: TestDatabase;
let listener: Listener;
const heard: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  listener = createListener({ url: database.url, applicationName: "test listener", log: quietLog });
});
afterAll(async () => {
  await listener.close();
  await database.drop();
});

const { poll } = expect;
const tell = (channel: string, payload: string) =>
  database.db.transaction((tx) => notify(tx, channel, payload));
const isProven = () => listener.hearing.isProven();

it("has no connection before somebody listens, and proves nothing before it is asked to", async () => {
  expect([listener.hearing.connection(), isProven()]).toEqual([0, false]);
  listener.listen("first_test", (payload) => heard.push(payload));
  await poll(() => listener.hearing.connection()).toBeGreaterThan(0);
  await poll(isProven).toBe(true);
});

it("has heard what was sent before the proof", async () => {
  for (let round = 1; round <= 2; round += 1) {
    await tell("first_test", `message ${round}`);
    const toldAtMs = performance.now();
    // A proof that was sent after the message: nothing older than a second and a half counts.
    while (performance.now() - toldAtMs < 1_600) await sleep(50).then(isProven);
    expect([isProven(), heard.at(-1)]).toEqual([true, `message ${round}`]);
  }
});

it("counts anew when a channel joins, for its messages were lost until then", async () => {
  const before = listener.hearing.connection();
  listener.listen("second_test", (payload) => heard.push(payload));
  // Until the channel is listened to, nothing is known.
  expect(listener.hearing.connection()).toBe(0);
  await poll(() => listener.hearing.connection()).toBeGreaterThan(before);
  await poll(isProven).toBe(true);
});

it("knows nothing of the time without a connection, and proves the next one", async () => {
  const before = listener.hearing.connection();
  const ended = await database.owner.query({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test listener' and datname = current_database()",
  });
  expect(ended).toHaveLength(1);
  await poll(() => listener.hearing.connection()).not.toBe(before);
  await poll(() => listener.hearing.connection()).toBeGreaterThan(before);
  await poll(isProven).toBe(true);
  await tell("second_test", "after the loss");
  await poll(() => heard.at(-1)).toBe("after the loss");
});
