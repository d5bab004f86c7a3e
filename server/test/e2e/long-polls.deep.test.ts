import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp({ isPatient: false });
});
afterAll(() => world.stop());

/** A fresh session's status, long-polled. */
async function waitForChange() {
  const { body } = await world.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Pagne wax" },
  });
  const poll = world.request("GET", `/checkout/pay/${body.data.id}/status?waitMs=25000`, { apiKey: null });
  // The poll has arrived and found the session open when the next one is answered.
  await world.request("GET", `/checkout/pay/${body.data.id}/status`, { apiKey: null });
  return { poll };
}

test("who waits hears of a change that nobody told them of, long before their time is over", async () => {
  const { poll } = await waitForChange();
  await world.owner.query({
    text: "update checkout_sessions set status = 'CANCELLED', version = version + 1 where status = 'OPEN'",
  });
  expect((await poll).body.data).toMatchObject({ status: "CANCELLED", version: 2, pollAfterMs: null });
});

test("who waits hears that the session has expired, though nothing was written", async () => {
  const { poll } = await waitForChange();
  world.clock.advance(25 * 3_600_000);
  expect((await poll).body.data).toMatchObject({ status: "EXPIRED", version: 1, pollAfterMs: null });
});
