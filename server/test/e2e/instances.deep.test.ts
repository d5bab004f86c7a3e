import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import { batchWriterSettings } from "../../src/db/batch-writer.ts";
import type { Database } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { createHttpOut } from "../../src/http-out/index.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { quietLog } from "../harness/log.ts";

/** Several instances on one database: callers connected to one learn of changes made by another. */
let test: TestApp;
let hearing: Instance | null = null;
let deaf: Instance | null = null;
interface Instance {
  readonly app: App;
  stop(): Promise<void>;
}

beforeAll(async () => {
  test = await startTestApp();
  hearing = await startInstance(test.db);
  deaf = await startInstance({ ...test.db, listen: () => () => {} });
}, 60_000);
afterAll(async () => {
  await hearing?.stop();
  await deaf?.stop();
  await test?.stop();
});

async function startInstance(db: Database): Promise<Instance> {
  const { clock, keyring, origin, ownerUrl } = test;
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  const url = appUrlOf(ownerUrl);
  const connectBatchWriter = (name: string) =>
    openDedicatedConnection({ url, applicationName: name, settings: batchWriterSettings });
  const app = await createApp(
    { db, clock, keyring, egress, connectBatchWriter, random: createSystemRandom(), log: quietLog },
    {
      publicUrl: origin,
      ownUrl: origin,
      batchWriterCount: 1,
      trustedProxies: [],
      limits: null,
      version: "test",
    },
  );
  return {
    app,
    stop: async () => {
      await app.stop();
      await egress.close();
    },
  };
}

it("wakes who waits for a session at another instance, long before that one looks by itself", async () => {
  const made = await test.request("POST", "/checkout/sessions", {
    body: { amount: "5000", currency: "XOF", title: "Panier" },
  });
  const sessionId = made.body.data.id;
  const answered: string[] = [];
  const wait = async (name: string, instance: Instance | null): Promise<string | undefined> => {
    const answer = await instance?.app.http.app.inject({
      method: "GET",
      url: `/api/v1/checkout/pay/${sessionId}/status?waitMs=25000`,
    });
    answered.push(name);
    return answer?.json().data.status;
  };
  // The deaf one polls first, so it would also be the first to poll again.
  const waiting = [wait("deaf", deaf), wait("hearing", hearing)];
  const isWaiting = (instance: Instance | null) => (instance?.app.waiting() ?? 0) > 0;
  while (!isWaiting(deaf) || !isWaiting(hearing)) await new Promise((resolve) => setTimeout(resolve, 5));
  const paid = await test.request("POST", `/checkout/pay/${sessionId}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250700000001", operator: "ORANGE", countryCode: "CI" },
    },
  });
  expect(paid.status).toBe(200);
  expect(await Promise.all(waiting)).toEqual(["PROCESSING", "PROCESSING"]);
  expect(answered).toEqual(["hearing", "deaf"]);
});

it("tells those who work in the background of work that waits, where it only answers requests itself", async () => {
  const told: string[] = [];
  const stopListening = test.db.listen("work_waits", (payload) => told.push(...payload.split(",")));
  const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
    body: { url: "http://localhost:1/hooks", events: ["*"] },
  });
  expect(made.status).toBe(201);
  const path = `/merchant/merchants/${test.merchantId}/webhook-endpoints/${made.body.data.id}/ping`;
  expect((await test.request("POST", path)).status).toBeLessThan(300);
  await expect.poll(() => told).toContain("webhooks");
  stopListening();
});
