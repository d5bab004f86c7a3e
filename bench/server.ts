import cluster from "node:cluster";
import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import type { AppPorts } from "../server/src/app.ts";
import { loadConfig } from "../server/src/config.ts";
import { systemActor } from "../server/src/db/audit.ts";
import { appUrlOf } from "../server/src/db/roles.ts";
import { allPermissions } from "../server/src/http/permissions.ts";
import { systemClock } from "../server/src/kit/clock.ts";
import { createIdSource } from "../server/src/kit/ids.ts";
import { createSystemRandom } from "../server/src/kit/random.ts";
import { createLogger } from "../server/src/log/logger.ts";
import { createRoutingSetUp } from "../server/src/modules/routing/index.ts";
import { startProcesses } from "../server/src/processes/primary.ts";
import { serveBehindPrimary } from "../server/src/processes/worker.ts";
import { seedSandbox } from "../server/src/seed/index.ts";
import { type Service, startService } from "../server/src/service.ts";
import { openNaiveBatchWriters } from "./naive-batch-writers.ts";
import { stopCounting } from "./no-metrics.ts";
import type { ExtraAccount, MerchantKey, ServiceAnswer, ServiceOrder } from "./plan.ts";
import { createThreadWatch, type ThreadWatch } from "./thread.ts";

/**
 * The service as `npm start` runs it, with two exceptions: its provider is the one at `WORLD_PORT`, another process,
 * and it begins with `MERCHANTS` merchants who may transact, whose keys it sends to its parent. Of several processes
 * only the primary can be profiled, which does no relevant work.
 */
const config = loadConfig(process.env);
const worldPort = Number(process.env.WORLD_PORT);
/** Number of pool connections that run commands one by one; 0: batch writers, as in the product. */
const naiveConnections = Number(process.env.NAIVE_CONNECTIONS ?? 0);
const extraAccount = readExtraAccount(process.env.EXTRA_ACCOUNT);
if (process.env.METRICS === "off") stopCounting();
const merchantCount = Number(process.env.MERCHANTS ?? 0);
const log = createLogger({ level: config.logLevel, format: config.logFormat });
const random = createSystemRandom();
const ids = createIdSource(systemClock, random);

type Started = Omit<Service, "stop">;

/** Calls to the simulator in this process are redirected to the external provider. */
function toTheWorld(ports: AppPorts): AppPorts {
  const { egress } = ports;
  const ownerUrl = config.databaseUrl?.reveal();
  return {
    ...ports,
    ...(naiveConnections === 0 || ownerUrl === undefined
      ? {}
      : { openBatchWriters: () => openNaiveBatchWriters(appUrlOf(ownerUrl), naiveConnections) }),
    egress: {
      ...egress,
      trusted: (request) =>
        egress.trusted({
          ...request,
          url: request.url.replace(/^http:\/\/127\.0\.0\.1:\d+\/simulator/, `http://127.0.0.1:${worldPort}`),
        }),
    },
  };
}

const inspector = new Session();
let merchants: readonly MerchantKey[] = [];
const options = {
  config,
  log,
  progress: () => {},
  wrapPorts: toTheWorld,
  prepare: async (started: Started) => {
    // The process that answers requests has made the sandbox and its merchants.
    const tell = async (): Promise<void> => {
      if (cluster.isWorker) process.send?.({ kind: "made", merchants });
    };
    if (config.role === "worker") return tell;
    const { tenantId } = await seedSandbox({
      db: started.db,
      clock: systemClock,
      random,
      ids,
      keyring: started.keyring,
      access: started.app.access,
      merchants: started.app.merchants,
      routing: started.app.routing,
      simulatorUrl: `${started.ownUrl}/simulator`,
    });
    if (extraAccount !== null) await addAccount(started, tenantId, extraAccount);
    if (merchantCount > 0) merchants = await makeMerchants(started, tenantId);
    return tell;
  },
};
const count = config.processes;
if (cluster.isWorker) {
  await serveBehindPrimary(options);
} else {
  let serving = 0;
  const allServe = new Promise<void>((resolve) => {
    cluster.on("message", (_worker, told: { kind: string; merchants?: readonly MerchantKey[] }) => {
      if (told.kind === "made") merchants = told.merchants ?? [];
      if (told.kind === "serving") serving += 1;
      if (serving === count) resolve();
    });
  });
  const service =
    count === 1
      ? await startService(options)
      : await startProcesses({ config, count, log, progress: () => {} });
  if (count > 1) await allServe;
  process.on("disconnect", () => {
    void service.stop().finally(() => process.exit(0));
  });
  const thread = count === 1 ? createThreadWatch() : null;
  process.on("message", (order: ServiceOrder) => {
    void obey(order, thread).then((answer) => process.send?.(answer));
  });
  process.send?.({ port: service.port, merchants });
}

async function obey(order: ServiceOrder, thread: ThreadWatch | null): Promise<ServiceAnswer> {
  if (order.kind === "watched") return { thread: thread?.report() ?? null };
  if (order.kind === "watch") thread?.begin();
  else await profile(order);
  return { thread: null };
}

/** Samples this process under load, not during its start. */
async function profile(order: Extract<ServiceOrder, { kind: "profile" | "write" }>): Promise<void> {
  if (order.kind === "profile") {
    inspector.connect();
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.setSamplingInterval", { interval: 500 });
    await inspector.post("Profiler.start");
    return;
  }
  const { profile: taken } = await inspector.post("Profiler.stop");
  inspector.disconnect();
  await writeFile(order.file, JSON.stringify(taken));
}

function readExtraAccount(text: string | undefined): ExtraAccount | null {
  return text === undefined ? null : (JSON.parse(text) as ExtraAccount);
}

type Tenant = Parameters<Started["app"]["merchants"]["createMerchant"]>[1]["tenantId"];

async function addAccount(
  { db, keyring }: Started,
  tenantId: Tenant,
  { provider, settings }: ExtraAccount,
): Promise<void> {
  const setUp = createRoutingSetUp({ ids, keyring, clock: systemClock });
  const scope = { tenantId, mode: "SANDBOX" } as const;
  const method = "MOBILE_MONEY";
  await db.transaction(async (tx) => {
    const subTenantId = await setUp.createSubTenant(tx, { tenantId, name: "Measured" }, systemActor);
    const account = {
      ...scope,
      subTenantId,
      provider,
      name: "Measured",
      methods: [method],
      currencies: [],
      countries: [],
      operators: [],
      settings,
    } as const;
    await setUp.createProviderAccount(tx, account, systemActor);
    await setUp.createRule(tx, { ...scope, priority: 1, method, subTenantId }, systemActor);
  });
}

async function makeMerchants({ db, app }: Started, tenantId: Tenant): Promise<readonly MerchantKey[]> {
  const made: MerchantKey[] = [];
  for (let count = 0; count < merchantCount; count += 1) {
    made.push(
      await db.transaction(async (tx) => {
        const { merchantId, numbers, wallets } = await app.merchants.createMerchant(
          tx,
          {
            tenantId,
            legalName: `Boutique ${count} SARL`,
            displayName: `Boutique ${count}`,
            countryCode: "CI",
            locale: "fr",
            logoUrl: null,
            primaryColor: null,
            status: "ACTIVE",
            kybStatus: "APPROVED",
            wallets: [{ mode: "SANDBOX", label: "Compte principal", currency: "XOF" }],
          },
          systemActor,
        );
        const { key } = await app.access.createApiKey(
          tx,
          { merchantNo: numbers.SANDBOX, name: "Bench", permissions: allPermissions },
          systemActor,
        );
        return { merchantId, apiKey: key.reveal(), walletId: wallets[0]?.id ?? "" };
      }),
    );
  }
  return made;
}
