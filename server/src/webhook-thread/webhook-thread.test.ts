import { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRecordingLog, quietLog } from "../../test/harness/log.ts";
import { createSystemRandom } from "../kit/random.ts";
import { LEASE_MS, type Leased } from "../modules/webhooks/index.ts";
import { createWorld, type World } from "../modules/webhooks/test-setup.ts";
import { createWebhookThread, type Thread } from "./host.ts";
import { fromHanded, type ThreadCommand, type ThreadReport, toHanded } from "./messages.ts";
import { runWorker } from "./worker.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.startAfresh());

/** The host side of a thread, and the port of the worker side: messages are copied as between threads. */
function newThread(): { readonly thread: Thread & EventEmitter; readonly workerPort: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  const thread = new EventEmitter() as Thread & EventEmitter;
  port1.on("message", (message: unknown) => thread.emit("message", message));
  thread.postMessage = (message: unknown) => port1.postMessage(message);
  thread.terminate = async () => {
    port1.close();
    thread.emit("exit", 1);
    return 1;
  };
  return { thread, workerPort: port2 };
}

/** A thread that really sends, in this very thread. */
function launch(): Thread {
  const { thread, workerPort } = newThread();
  const { db, clock, keyring, egress } = world;
  const deps = { db, clock, keyring, egress, random: createSystemRandom(), log: quietLog };
  void runWorker(workerPort, deps).then(() => thread.terminate());
  return thread;
}

const statusesOf = async (merchantNo: number): Promise<readonly string[]> => {
  const rows = await world.db.query<{ status: string }>({
    text: "select status from webhook_deliveries where merchant_no = $1 order by id",
    values: [merchantNo],
  });
  return rows.map(({ status }) => status);
};

describe("the thread", () => {
  // The clock stands still: before its lease ends, no query could find the delivery.
  it("sends what it is handed, signed with the endpoint's secrets, without a look", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/thread");
    const { clock } = world;
    const worker = createWebhookThread({ clock, log: quietLog, launch });
    expect(worker.lease(caller.merchantNo, caller.mode)).toBeNull();
    worker.start();
    await expect.poll(() => worker.lease(caller.merchantNo, caller.mode)).not.toBeNull();
    const lease = worker.lease(caller.merchantNo, caller.mode);
    if (lease === null) throw new Error("it has room");
    expect(lease.endsAtMs).toBe(clock.nowMs() + LEASE_MS);
    (await world.emitLeased(caller, lease)).directDispatch();
    await expect.poll(() => statusesOf(caller.merchantNo)).toEqual(["SUCCEEDED"]);
    expect(world.receiver.at("/thread")[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    await worker.stop();
    expect(worker.lease(caller.merchantNo, caller.mode)).toBeNull();
  });

  it("looks when it is told that something is due", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/due");
    const worker = createWebhookThread({ clock: world.clock, log: quietLog, launch });
    worker.start();
    await world.emit(caller, [{}]);
    worker.notifyNewDeliveries();
    await expect.poll(() => statusesOf(caller.merchantNo)).toEqual(["SUCCEEDED"]);
    await worker.stop();
  });

  it("takes a delivery with both secrets of a rotation, bit by bit", () => {
    const leased: Leased = {
      delivery: {
        merchantNo: 7 as Leased["delivery"]["merchantNo"],
        id: world.ids.next("delivery"),
        endpointId: world.ids.next("webhookEndpoint"),
        eventId: world.ids.next("event"),
        subjectId: world.ids.uuid(),
        ordered: false,
        attemptCount: 0,
        retryStep: 0,
        payload: '{"label":"Café à 5 000 F"}',
        mode: "SANDBOX",
        sealedUrl: Buffer.from([255, 0, 127]),
        secret: Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte)),
        previousSecret: Buffer.from([0, 128, 255]),
        previousSecretExpiresAtMs: 5,
        failing: false,
        unverified: false,
      },
      endsAtMs: 9,
    };
    const alone: Leased = { ...leased, delivery: { ...leased.delivery, previousSecret: null } };
    for (const each of [leased, alone]) expect(fromHanded(structuredClone(toHanded(each)))).toEqual(each);
  });
});

/** The host side, and the messages that a thread played by the test receives. */
function played() {
  const { log, lines } = createRecordingLog();
  const told: ThreadCommand[] = [];
  const threads: (Thread & EventEmitter)[] = [];
  const worker = createWebhookThread({
    clock: world.clock,
    log,
    stopWaitMs: 20,
    launch: () => {
      const { thread, workerPort } = newThread();
      workerPort.on("message", (order: ThreadCommand) => told.push(order));
      threads.push(thread);
      return thread;
    },
  });
  const report = (said: Omit<ThreadReport, "kind">): void => {
    threads.at(-1)?.emit("message", { kind: "capacity", ...said });
  };
  return { worker, lines, told, threads, report };
}

describe("a lease", () => {
  it("is given for as many as the thread has room for, counting what is on its way", async () => {
    const caller = await world.newMerchant();
    await world.newEndpoint(caller, "/room");
    const { merchantNo, mode } = caller;
    const { worker, told, report } = played();
    worker.start();
    expect(worker.lease(merchantNo, mode)).toBeNull();
    report({ taken: 0, room: 1, backlogs: [] });
    const lease = worker.lease(merchantNo, mode);
    if (lease === null) throw new Error("it has room for one");
    (await world.emitLeased(caller, lease)).directDispatch();
    expect(worker.lease(merchantNo, mode)).toBeNull();
    await expect.poll(() => told.map(({ kind }) => kind)).toEqual(["take"]);
    expect(worker.lease(merchantNo, mode)).toBeNull();
    report({ taken: 1, room: 1, backlogs: [] });
    expect(worker.lease(merchantNo, mode)).not.toBeNull();
    report({ taken: 1, room: null, backlogs: [] });
    expect(worker.lease(merchantNo, mode)).toBeNull();
    await worker.stop();
  });

  it("is not given to a merchant of whom something waits there", async () => {
    const [behind, other] = [await world.newMerchant(), await world.newMerchant()];
    const { worker, report } = played();
    worker.start();
    report({ taken: 0, room: 9, backlogs: [behind.merchantNo] });
    expect(worker.lease(behind.merchantNo, behind.mode)).toBeNull();
    expect(worker.lease(other.merchantNo, other.mode)).not.toBeNull();
    await worker.stop();
  });
});

describe("a thread that dies", () => {
  it("is started again, and gets no work until it has reported its state", async () => {
    const { merchantNo, mode } = await world.newMerchant();
    const { worker, lines, threads, report } = played();
    worker.start();
    report({ taken: 0, room: 9, backlogs: [] });
    threads[0]?.emit("error", new Error("out of memory"));
    await threads[0]?.terminate();
    expect(worker.lease(merchantNo, mode)).toBeNull();
    await expect.poll(() => threads.length).toBe(2);
    expect(lines.map(({ event, fields }) => [event, fields.restartInMs])).toEqual([
      ["webhook.thread.failed", undefined],
      ["webhook.thread.died", 100],
    ]);
    expect(worker.lease(merchantNo, mode)).toBeNull();
    report({ taken: 0, room: 9, backlogs: [] });
    expect(worker.lease(merchantNo, mode)).not.toBeNull();
    await worker.stop();
  });

  it("is not started again by a service that stops, and one that does not end is ended", async () => {
    const { worker, lines, told, threads } = played();
    worker.start();
    await worker.stop();
    expect(told).toEqual([{ kind: "stop" }]);
    expect(lines.map(({ event }) => event)).toEqual(["webhook.thread.killed"]);
    await new Promise((turn) => setTimeout(turn, 150));
    expect(threads.length).toBe(1);
  });
});
