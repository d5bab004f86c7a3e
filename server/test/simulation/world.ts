import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { type App, createApp } from "../../src/app.ts";
import type { Transaction } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createHttpOut } from "../../src/http-out/index.ts";
import { createManualClock, type ManualClock } from "../../src/kit/clock.ts";
import type { OutgoingRequest } from "../../src/kit/http-out.ts";
import type { IdSource } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRoutingSetUp } from "../../src/modules/routing/index.ts";
import { type Sandbox, seedSandbox } from "../../src/seed/index.ts";
import { checkAnswers } from "../harness/answer-check.ts";
import { createTestDatabase, settingsOfBatchWriters, type TestDatabase } from "../harness/database.ts";
import { createTestKeyring } from "../harness/keyring.ts";
import { quietLog } from "../harness/log.ts";
import { nightlyLoops } from "../harness/loop-kinds.ts";
import { createSteppedWebhooks, type SteppedWebhooks } from "../harness/stepped-webhooks.ts";
import { withHandles } from "./handles.ts";
import { createNetwork, type Network } from "./network.ts";
import { createPlug, type Plug } from "./plug.ts";

const START_MS = Date.UTC(2026, 10, 21, 10);
const DRAIN_ROUNDS_MAX = 500;
/** Routes that refuse a POST without an idempotency key. */
const needsKey = /\/(links|refunds)$/;

/** One run of the whole application. */
interface Process {
  readonly app: App;
  readonly webhooks: SteppedWebhooks;
  readonly plug: Plug;
  stop(): Promise<void>;
}

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  /** The envelope, as any caller reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON from outside.
  readonly body: any;
}

/** A database that survives, a shared clock, a faulty network, and a process that may die. */
export interface World {
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly network: Network;
  readonly sandbox: Sandbox;
  readonly keyring: Keyring;
  readonly origin: string;
  /** A killed process answers nothing: status 0. */
  request(method: "GET" | "POST", path: string, body?: unknown, who?: "merchant" | "payer"): Promise<Answer>;
  /** A message from outside to the present process. */
  post(request: OutgoingRequest): Promise<{ readonly status: number }>;
  /** A form that a payer sends from one of the provider's pages. */
  submit(url: string, form: Readonly<Record<string, string>>): Promise<number>;
  /** Runs `work` in a process that is killed at its `nth` commit from now; then another one takes over. */
  killedAt<T>(nth: number, side: "before" | "after", work: () => Promise<T>): Promise<T>;
  /** Background work until nothing is due, one kind after the other. */
  drain(): Promise<void>;
  /** One round of one kind. */
  round(name: string): Promise<void>;
  restart(): Promise<void>;
  /** An operator's change of routing, in the present process. */
  operate<T>(
    work: (setUp: ReturnType<typeof createRoutingSetUp>, tx: Transaction, ids: IdSource) => Promise<T>,
  ): Promise<T>;
  /** Prices of mobile money in francs in the order they were set: payments must have been charged by them. */
  readonly prices: { readonly fromMs: number; readonly basisPoints: bigint }[];
  /** What the provider saw of handles that were mixed up. Must be empty. */
  readonly mixedHandles: readonly string[];
  /** How often another process has taken over. */
  restarts(): number;
  stop(): Promise<void>;
}

export async function openWorld(seed: number): Promise<World> {
  const clock = createManualClock(START_MS);
  const random = createSeededRandom(seed);
  const database = await createTestDatabase();
  const keyring = createTestKeyring(String(seed));
  const network = createNetwork(seed, clock);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;

  const mixedHandles: string[] = [];
  const create = async (): Promise<Process> => {
    const plug = createPlug(database.db);
    const inner = createHttpOut({ clock, log: quietLog, allowLoopback: true });
    const egress = network.egress(inner, plug.isCut);
    const webhooks = createSteppedWebhooks();
    const app = await createApp(
      {
        openWebhookWorker: webhooks.openWebhookWorker,
        db: plug.db,
        clock,
        monotonicMs: clock.nowMs,
        random,
        keyring,
        log: quietLog,
        egress,
        connectors: (own) =>
          own.map((connector) => withHandles(connector, (what) => mixedHandles.push(what))),
        connectBatchWriter: async (name) =>
          plug.batchWriter(
            await openDedicatedConnection({
              url: database.url,
              applicationName: name,
              settings: settingsOfBatchWriters,
            }),
          ),
      },
      {
        publicUrl: origin,
        ownUrl: origin,
        batchWriterCount: 1,
        alone: true,
        trustedProxies: [],
        limits: null,
        version: "simulation",
      },
    );
    checkAnswers(app.http.app);
    return {
      app,
      webhooks,
      plug,
      stop: async () => {
        // Its connections first: a server that stops waits for them.
        await inner.close();
        await app.stop();
      },
    };
  };

  let process = await create();
  const sandbox = await seedSandbox({
    db: database.db,
    clock,
    random,
    keyring,
    ...process.app,
    simulatorUrl: `${origin}/simulator`,
  });
  await process.app.http.listen({ host: "127.0.0.1", port });

  let restarts = 0;
  const restart = async (): Promise<void> => {
    restarts += 1;
    await process.stop();
    process = await create();
    await process.app.http.listen({ host: "127.0.0.1", port });
  };

  const round = async (name: string): Promise<number> => {
    if (name === "webhooks") return await process.webhooks.runOnce();
    const { app } = process;
    const loop = app.loops[name];
    if (loop === undefined) throw new Error(`no loop is called ${name}`);
    // What callbacks brought ends before the next thing begins, so that a seed decides the order.
    return await loop.runOnce().finally(app.callbacksSettled);
  };

  return {
    database,
    clock,
    network,
    sandbox,
    keyring,
    origin,
    request: async (method, path, body, who = "merchant") => {
      const response = await process.app.http.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          ...(who === "payer" ? {} : { authorization: `Bearer ${sandbox.apiKey}` }),
          ...(needsKey.test(path) ? { "idempotency-key": randomUUID() } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (process.plug.isCut()) return { status: 0, body: null };
      return { status: response.statusCode, body: response.json() };
    },
    post: async ({ url, headers, body }) => {
      const { statusCode } = await process.app.http.app.inject({
        method: "POST",
        url: new URL(url).pathname,
        headers: { ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      await process.app.callbacksSettled();
      return { status: statusCode };
    },
    submit: async (url, form) => {
      const { pathname, search } = new URL(url);
      const response = await process.app.http.app.inject({
        method: "POST",
        url: `${pathname}${search}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      });
      return response.statusCode;
    },
    killedAt: async (nth, side, work) => {
      process.plug.cutAt(nth, side);
      const result = await work();
      if (process.plug.isCut()) await restart();
      else process.plug.spare();
      return result;
    },
    drain: async () => {
      const names = [...Object.keys(process.app.loops).filter((name) => !nightlyLoops.has(name)), "webhooks"];
      for (let rounds = 0; rounds < DRAIN_ROUNDS_MAX; rounds += 1) {
        let done = 0;
        for (const name of names) done += await round(name);
        if (done === 0) return;
      }
      throw new Error("background work never comes to rest");
    },
    round: async (name) => {
      // A killed process fails in the middle of its round, as expected.
      await round(name).catch((error: unknown) => {
        if (!process.plug.isCut()) throw error;
      });
    },
    restart,
    operate: async (work) => {
      // Nothing else happens within the millisecond, and the announcement is not awaited: the seed decides what is
      // seen.
      clock.advance(1);
      const { ids } = process.app;
      const setUp = createRoutingSetUp({ ids, keyring, clock });
      const result = await database.db.transaction((tx) => work(setUp, tx, ids));
      process.app.routing.forget();
      return result;
    },
    prices: [{ fromMs: START_MS, basisPoints: 150n }],
    mixedHandles,
    restarts: () => restarts,
    stop: async () => {
      await process.stop();
      await database.drop();
    },
  };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
