import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { type App, createApp } from "../../src/app.ts";
import { openBatchWriters } from "../../src/batch-writers.ts";
import { BATCH_LOCK_TIMEOUT_MS } from "../../src/db/batch-writer.ts";
import type { Database } from "../../src/db/database.ts";
import { type DedicatedConnection, openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createRefusedWrites } from "../../src/db/refused-writes.ts";
import { createStorageCheck } from "../../src/db/storage.ts";
import type { Limits } from "../../src/http/limits/index.ts";
import { createHttpOut, type Egress } from "../../src/http-out/index.ts";
import { withArrivals } from "../../src/keyring/index.ts";
import { noHearing } from "../../src/kit/cache.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { createManualClock, type ManualClock } from "../../src/kit/clock.ts";
import type { MerchantNo } from "../../src/kit/ids.ts";
import type { Keyring } from "../../src/kit/keyring.ts";
import type { Logger } from "../../src/kit/logger.ts";
import { createSeededRandom, createSystemRandom } from "../../src/kit/random.ts";
import type { Provider } from "../../src/providers/provider.ts";
import type { PayerWallet } from "../../src/providers/simulator/index.ts";
import { seedOperators, seedSandbox } from "../../src/seed/index.ts";
import type { Span } from "../../src/tracing/span.ts";
import { createTracing } from "../../src/tracing/tracing.ts";
import { checkAnswers } from "./answer-check.ts";
import { countCallsOfOthers } from "./calls-of-others.ts";
import { createTestDatabase, PATIENCE_MS, settingsOfBatchWriters } from "./database.ts";
import { createDrain, type Drain } from "./drain.ts";
import { patientDrawing } from "./drawing-thread.ts";
import { createTestKeyring } from "./keyring.ts";
import { quietLog } from "./log.ts";
import { testSeed } from "./seed.ts";
import { createSteppedWebhooks } from "./stepped-webhooks.ts";

/** An answer of the API as a caller sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope. Untyped for tests: it is JSON from outside. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  readonly body: any;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The merchant's key when absent; null: none. */
  readonly apiKey?: string | null;
}

export interface TestApp {
  readonly app: App;
  readonly origin: string;
  readonly baseUrl: string;
  readonly clock: ManualClock;
  readonly db: Database;
  readonly owner: Database;
  readonly ownerUrl: string;
  readonly keyring: Keyring;
  readonly merchantId: string;
  readonly merchantNo: MerchantNo;
  readonly apiKey: string;
  readonly approverApiKey: string;
  readonly payerWallets: readonly PayerWallet[];
  /** An operator of the sandbox's tenant with every permission, logged in: its token is used in place of an API key. */
  operator(which?: "first" | "second"): Promise<TestOperator>;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  readonly drain: Drain["drain"];
  readonly advance: Drain["advance"];
  stop(): Promise<void>;
}

export interface TestOperator {
  readonly operatorId: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

export interface TestAppOptions {
  readonly seed?: number;
  /** Where the clock starts; 21 November 2026 when absent. Programs that check the time of a webhook need one close to theirs. */
  readonly startMs?: number;
  readonly log?: Logger;
  /** Code of its cell; absent: the default cell. */
  readonly cell?: CellCode;
  /** Where its tables are; a database of its own when absent. */
  readonly openDatabase?: typeof createTestDatabase;
  /** Wraps the egress: faults. */
  readonly egress?: (egress: Egress) => Egress;
  readonly batchWriterCount?: number;
  /**
   * Monotonic milliseconds, not affected when the clock is set; the clock itself when absent, so that moving it means
   * that time passes.
   */
  readonly monotonicMs?: () => number;
  /**
   * Rate limits. Lifted when absent: tests call faster than any limit, and the standing clock would never refill a
   * bucket.
   */
  readonly limits?: Limits;
  /** Proxies whose `X-Forwarded-For` is trusted: none when absent. */
  readonly trustedProxies?: readonly string[];
  readonly requireSecondFactor?: boolean;
  /** Whether only this machine reaches the service; false when absent. */
  readonly isPrivate?: boolean;
  /** The common address of several cells; the app's own when absent. */
  readonly publicUrl?: string;
  /** Host of the public address; 127.0.0.1 when absent. Passkeys need `localhost`. */
  readonly publicHost?: "localhost";
  /** Whether providers may be on this machine, as stand-ins are; true when absent. */
  readonly allowsLocalProviders?: boolean;
  readonly beneficiaryCoolOffMs?: number;
  /** Whether work waits longer for connections and locks than in production; true when absent. */
  readonly isPatient?: boolean;
  /** Connectors beside the simulator. */
  readonly connectors?: readonly Provider[];
  /** Told the product's own connectors. */
  readonly onConnectors?: (own: readonly Provider[]) => void;
  /** Receives the spans of every trace; without it traces are off, as in an installation without a collector. */
  readonly onSpan?: (span: Span) => void;
}

const START_MS = Date.UTC(2026, 10, 21, 10);

/**
 * The whole application on its own database and port, with a clock that stands still and no background work except what
 * tests run.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const seed = options.seed ?? testSeed();
  const log = options.log ?? quietLog;
  const clock = createManualClock(options.startMs ?? START_MS);
  const random = createSeededRandom(seed);
  const refusedWrites = createRefusedWrites();
  const open = options.openDatabase ?? createTestDatabase;
  const { isPatient = true, batchWriterCount = 1 } = options;
  const database = await open({ refusedWrites, isPatient });
  // What is heard is proved by real time, and the clock stands still here.
  const db = { ...database.db, hearing: noHearing };
  const keyring = withArrivals(createTestKeyring(String(seed), options.cell ?? null), db);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const plainEgress = createHttpOut({ clock, log, allowLoopback: true });
  const egress = options.egress?.(plainEgress) ?? plainEgress;
  const webhooks = createSteppedWebhooks();
  const connectBatchWriter = (name: string): Promise<DedicatedConnection> =>
    openDedicatedConnection({
      url: database.url,
      applicationName: name,
      settings: settingsOfBatchWriters,
      lockTimeoutMs: BATCH_LOCK_TIMEOUT_MS,
      refusedWrites,
    });
  const app = await createApp(
    {
      openWebhookWorker: webhooks.openWebhookWorker,
      drawing: patientDrawing,
      db,
      clock,
      monotonicMs: options.monotonicMs ?? clock.nowMs,
      random,
      keyring,
      log,
      egress,
      tracing:
        options.onSpan === undefined
          ? undefined
          : createTracing({ clock, random: createSystemRandom(), share: 1, give: options.onSpan }),
      connectors: (own) => {
        options.onConnectors?.(own);
        return [...own, ...(options.connectors ?? [])];
      },
      connectBatchWriter,
      ...(isPatient
        ? {
            openBatchWriters: () =>
              openBatchWriters(connectBatchWriter, log, batchWriterCount, { queueWaitMsMax: PATIENCE_MS }),
          }
        : {}),
      storageTrouble: createStorageCheck({ refusedWrites, folder: null }),
    },
    {
      publicUrl:
        options.publicUrl ??
        (options.publicHost === undefined ? origin : `http://${options.publicHost}:${port}`),
      ownUrl: origin,
      batchWriterCount,
      trustedProxies: options.trustedProxies ?? [],
      requireSecondFactor: options.requireSecondFactor === true,
      isPrivate: options.isPrivate === true,
      limits: options.limits ?? null,
      allowsLocalProviders: options.allowsLocalProviders ?? true,
      // Tests make their folders for banks there.
      bankFilesDir: tmpdir(),
      ...(options.beneficiaryCoolOffMs === undefined
        ? {}
        : { beneficiaryCoolOffMs: options.beneficiaryCoolOffMs }),
      version: "test",
    },
  );
  checkAnswers(app.http.app);
  const calls = countCallsOfOthers(app.http.app.server);
  const sandbox = await seedSandbox({
    db,
    clock,
    random,
    keyring,
    ...app,
    simulatorUrl: `${origin}/simulator`,
  });
  await app.http.listen({ host: "127.0.0.1", port });
  const baseUrl = `${origin}/api/v1`;

  const request: TestApp["request"] = async (
    method,
    path,
    { body, headers = {}, apiKey = sandbox.apiKey } = {},
  ) => {
    const response = await fetch(path.startsWith("http") ? path : `${baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  // Made on demand: hashing their passwords takes time that most tests need not spend.
  let logins: ReturnType<typeof seedOperators> | undefined;
  const operator: TestApp["operator"] = async (which = "first") => {
    const { operators } = app;
    logins ??= seedOperators(sandbox.tenantId, { db, random, operators, known: [], ownsDatabase: true });
    const login = (await logins)[which === "first" ? 0 : 1];
    if (login == null) throw new Error("the operators are new");
    const { status, body } = await request("POST", "/tenant/sessions", { body: login, apiKey: null });
    if (status !== 201) throw new Error(`logging in answered ${status} ${JSON.stringify(body)}`);
    return { ...login, operatorId: body.data.operator.id, token: body.data.token };
  };

  const { drain, advance } = createDrain({
    db: database.owner,
    loops: app.loops,
    webhooks,
    clock,
    settled: app.callbacksSettled,
    calls,
  });

  return {
    app,
    origin,
    baseUrl,
    clock,
    db,
    owner: database.owner,
    ownerUrl: database.ownerUrl,
    keyring,
    merchantId: sandbox.merchantId,
    merchantNo: sandbox.merchantNo,
    apiKey: sandbox.apiKey,
    approverApiKey: sandbox.approverApiKey,
    payerWallets: sandbox.payerWallets,
    operator,
    request,
    drain,
    advance,
    stop: async () => {
      // Every request of the test has its answer. The server would wait two seconds for clients that keep a connection.
      app.http.app.server.closeIdleConnections();
      await app.stop();
      await plainEgress.close();
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
