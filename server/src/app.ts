import { createCheckoutPages, createPageWatch } from "../../web/checkout/index.ts";
import { createChores } from "./chores.ts";
import type { Database } from "./db/database.ts";
import type { LaneConnection } from "./db/lane.ts";
import { notify } from "./db/notify.ts";
import { wordsOf } from "./db/teller.ts";
import { createDueTimes } from "./due-times.ts";
import { unavailableOf } from "./http/error-response.ts";
import { guardPlugin } from "./http/guarded-plugin.ts";
import type { ReadinessChecks } from "./http/health.ts";
import {
  createAdmission,
  createAskedPhones,
  createRateLimiter,
  isLoopback,
  type Limits,
  liftedLimiter,
  limitPages,
} from "./http/limits/index.ts";
import { createOverload, shedPages } from "./http/overload/index.ts";
import type { Route } from "./http/route.ts";
import { createHttpServer, type HttpServer } from "./http/server.ts";
import type { NetworkExit } from "./http-out/index.ts";
import { type CheckConnection, createInvariantsLoop } from "./invariants/index.ts";
import type { Loop } from "./jobs/loop.ts";
import type { Clock } from "./kit/clock.ts";
import { createIdSource, type IdSource, type MerchantNo } from "./kit/ids.ts";
import type { Keyring } from "./kit/keyring.ts";
import type { Logger } from "./kit/logger.ts";
import type { Random } from "./kit/random.ts";
import { type Lanes, openLanes } from "./lanes.ts";
import {
  ACCESS_CHANGED,
  type Access,
  apiKeyRoutes,
  createAccess,
  createApiKeys,
  createRequestLimits,
  requestLimitRoutes,
} from "./modules/access/index.ts";
import { createAuditRoutes } from "./modules/audit/index.ts";
import { createChangeRequestRoutes, createChangeRequests } from "./modules/change-requests/index.ts";
import {
  type Checkout,
  checkoutRoutes,
  createCheckout,
  createSessionEventBody,
  publicCheckoutRoutes,
} from "./modules/checkout/index.ts";
import { createCorrectionRoutes, createCorrections } from "./modules/corrections/index.ts";
import { createSealer } from "./modules/ledger/index.ts";
import {
  createLinkHooks,
  createLinkSweeper,
  createLinks,
  createLinksRoutes,
  type Links,
} from "./modules/links/index.ts";
import { createLogos, type DrawingOptions } from "./modules/logos/index.ts";
import { createMerchants, MERCHANTS_CHANGED, type Merchants } from "./modules/merchants/index.ts";
import { createOnboarding, type Onboarding, onboardingRoutes } from "./modules/onboarding/index.ts";
import {
  createInvitationPage,
  createOperators,
  type Operators,
  operatorRoutes,
} from "./modules/operators/index.ts";
import {
  CALLBACKS_PATH,
  createCallbacks,
  createPaymentEngine,
  createPaymentsRoutes,
  createProviderCaller,
  createSettlementWorker,
  createTruthMeter,
  createWaitingRoom,
  directPaymentRoutes,
  type PaymentDeps,
  type PaymentEngine,
  referenceEndOf,
} from "./modules/payments/index.ts";
import { createRefunds, createRefundsRoutes, createRefundWorker } from "./modules/payments/refunds/index.ts";
import {
  createAccountFiller,
  createAskName,
  createBatchRoutes,
  createBeneficiaries,
  createBeneficiaryRoutes,
  createBeneficiaryVerifier,
  createPayoutBatches,
  createPayoutControl,
  createPayoutControlRoutes,
  createPayoutRoutes,
  createPayouts,
  createPayoutWorker,
  hastenPayout,
  type Payouts,
} from "./modules/payouts/index.ts";
import {
  createDifferences,
  createReconciliationRoutes,
  createStatements,
} from "./modules/reconciliation/index.ts";
import {
  createAskNow,
  createDecisions,
  createReviewReading,
  createReviewRoutes,
} from "./modules/review/index.ts";
import {
  createRouting,
  createRoutingRoutes,
  type IntroduceAccount,
  type RefundFees,
  type Routing,
} from "./modules/routing/index.ts";
import { createSandbox, sandboxRoutes } from "./modules/sandbox/index.ts";
import { createTenantMerchants, tenantMerchantRoutes } from "./modules/tenant-merchants/index.ts";
import { createWalletsRoutes } from "./modules/wallets/index.ts";
import {
  createWebhooks,
  createWebhookWorker,
  type WebhookWorker,
  type WebhookWorkerDeps,
  webhookRoutes,
} from "./modules/webhooks/index.ts";
import { newOwnId } from "./providers/own-id.ts";
import type { ProviderAccount } from "./providers/provider.ts";
import { createLogRecorder } from "./providers/recorder.ts";
import { createProviders } from "./providers/registry.ts";
import {
  createSimulator,
  createSimulatorConnector,
  introduceAccount,
  SIMULATOR,
  SIMULATOR_PATH,
  scenarioNames,
  shiftSimulator,
} from "./providers/simulator/index.ts";

/** The application's dependencies on the outside: tests and the simulation replace them. */
export interface AppPorts {
  readonly db: Database;
  /** Connections reserved for payments, so that merchants' lists cannot take them all; `db` when absent. */
  readonly payersDb?: Database;
  /** Opens a connection for a batch writer. */
  readonly connectLane: (name: string) => Promise<LaneConnection>;
  /** Opens a connection with a long statement timeout, for the invariants; they use `db` when absent. */
  readonly connectChecks?: () => Promise<CheckConnection>;
  /** The readiness check of the disk; unchecked when absent. */
  readonly storageTrouble?: () => Promise<string | null>;
  /** Starts the webhook worker; when absent, it runs in this thread. */
  readonly openWebhookWorker?: (deps: WebhookWorkerDeps) => WebhookWorker;
  /** How merchants' logos are drawn; when absent, in this program's compiled thread. */
  readonly drawing?: DrawingOptions;
  /** Replaces our batch writers by another kind, for comparative measurements. */
  readonly openLanes?: () => Lanes;
  readonly clock: Clock;
  /** Monotonic milliseconds, not affected when the clock is set; the machine's own when absent. */
  readonly monotonicMs?: () => number;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly exit: NetworkExit;
}

export interface AppSettings {
  /** Address of the service as payers and merchants see it. */
  readonly publicUrl: string;
  /** Address of this process, for the simulator that runs inside it. */
  readonly ownUrl: string;
  readonly writeLanes: number;
  /** No other process works on this database, so no notifications between processes are needed. */
  readonly alone?: boolean;
  readonly trustedProxies: readonly string[];
  /** Whether the provider simulator and the sandbox's tools exist; they do when absent. Never in production. */
  readonly hasSimulator?: boolean;
  /** Only this machine can reach the service, so the simulator's pages may show the payers' PINs. */
  readonly isPrivate?: boolean;
  /** Why LIVE keys are refused here, in a few words; null or absent accepts them. */
  readonly refuseLiveKeys?: string | null;
  /** Readiness checks in addition to the database. */
  readonly readiness?: ReadinessChecks;
  /** Rate limits; null lifts them all. */
  readonly limits: Limits | null;
  /** Whether load shedding is on: requests beyond what can be answered in time are refused. */
  readonly shedsLoad?: boolean;
  /** Whether operators without a second factor may do nothing but set one up. */
  readonly requireSecondFactor?: boolean;
  readonly version: string;
}

export interface App {
  readonly http: HttpServer;
  readonly routes: readonly Route[];
  readonly checkout: Checkout;
  readonly payments: PaymentEngine;
  readonly links: Links;
  readonly payouts: Payouts;
  readonly access: Access;
  readonly operators: Operators;
  readonly merchants: Merchants;
  readonly onboarding: Onboarding;
  readonly routing: Routing;
  readonly ids: IdSource;
  /** Number of sessions that status requests are waiting for. */
  waiting(): number;
  /** Background loops by name: `start` begins all of them, tests run single rounds. */
  readonly loops: Readonly<Record<string, Loop>>;
  startWork(): void;
  /** Finishes what is in flight, in the order that loses nothing: requests, background work, batch writers. */
  stop(): Promise<void>;
}

/** Clients waiting for a session may be connected to another process. */
const SESSION_CHANGED = "session_changed";
/** Sent by a process that only answers requests: there is work of this name for the worker processes. */
const WORK_WAITS = "work_waits";

/** Loops that process due work: they run at once when a sandbox clock is moved. */
const workOfTheClock = [
  "resolver",
  "expiry",
  "links",
  "refunds",
  "beneficiaries",
  "payoutBatches",
  "payouts",
  "settlements",
] as const;

/** Wires every module; the only place that knows all of them. Nothing runs before `http.listen` and `startWork`. */
export async function createApp(ports: AppPorts, settings: AppSettings): Promise<App> {
  const { db, payersDb = db, clock, random, keyring, log, exit } = ports;
  const { publicUrl, ownUrl } = settings;
  const ids = createIdSource(clock, random);
  const lanes = ports.openLanes?.() ?? openLanes(ports.connectLane, log, settings.writeLanes);
  const waitingRoom = createWaitingRoom();
  const stopHearing = db.listen(SESSION_CHANGED, (payload) => {
    for (const sessionId of wordsOf(payload)) waitingRoom.changed(sessionId);
  });
  const { limits } = settings;
  const limiter =
    limits === null ? liftedLimiter : createRateLimiter({ limits, clock, keyring, log, lane: lanes.limits });
  const admission = createAdmission(limiter, keyring);
  const overload =
    settings.shedsLoad === true
      ? createOverload({ log, random, databaseDelayMs: lanes.waitingMs })
      : undefined;

  const merchants = createMerchants({ db: payersDb, clock, ids, log });
  const routing = createRouting({
    db: payersDb,
    clock,
    ids,
    keyring,
    ownSettings: (provider) => (provider === SIMULATOR ? { baseUrl: `${ownUrl}/simulator` } : {}),
  });
  const access = createAccess({
    db,
    clock,
    ids,
    random,
    log,
    refuseLiveKeys: settings.refuseLiveKeys ?? null,
  });
  const operators = createOperators({
    ...{ db, clock, ids, random, keyring, log, publicUrl },
    requireSecondFactor: settings.requireSecondFactor === true,
  });
  const apiKeys = createApiKeys({ db, ids, keyring, access });
  const { hasSimulator = true } = settings;
  const providers = createProviders(hasSimulator ? [createSimulatorConnector()] : [], {
    httpOut: exit.trusted,
    clock,
    log,
    recorder: createLogRecorder(log),
  });
  const simulator = createSimulator({
    db,
    clock,
    random,
    ids,
    keyring,
    log,
    httpOut: exit.trusted,
    publicUrl: () => `${publicUrl}/simulator`,
    showsPins: settings.isPrivate ?? true,
    passes: (error) => unavailableOf(error) !== null,
  });

  const { openWebhookWorker = createWebhookWorker } = ports;
  const webhookWorker = openWebhookWorker({ db, clock, random, ids, keyring, exit, log });
  let works = false;
  const stopHearingOfWork = db.listen(WORK_WAITS, (payload) => {
    if (works) for (const name of wordsOf(payload)) woken[name]?.();
  });
  /** Wakes the loop that does this work: here, or in another process when this one only answers requests. */
  const rouse = (name: keyof typeof woken) => (): void => {
    if (works) woken[name]?.();
    else if (settings.alone !== true) db.tell(WORK_WAITS, name);
  };
  const wakeWebhooks = rouse("webhooks");
  const onboarding = createOnboarding({ db, ids, keyring, merchants, wakeWebhooks });
  const webhooks = createWebhooks({ db, ids, random, keyring, exit, notifyNewDeliveries: wakeWebhooks });
  // The simulator runs in this process, so it calls back here whatever the public address is.
  const callbackUrl = (account: ProviderAccount): string =>
    `${account.provider === SIMULATOR ? ownUrl : publicUrl}${CALLBACKS_PATH}/${account.id}`;
  const provider = createProviderCaller({ keyring, log, routing, providers, callbackUrl });
  const newOwnIdOf = (provider: string): string | null =>
    newOwnId(providers.terms(provider).referenceForm, random);
  const onTruth = createTruthMeter({ db, log, merchants });
  const refundDeps = {
    db,
    clock,
    ids,
    keyring,
    merchants,
    routing,
    providers,
    newOwnId: newOwnIdOf,
    wakeWebhooks,
  };
  const refundWorker = createRefundWorker({ ...refundDeps, provider, log, onTruth });

  const payoutWorker = createPayoutWorker({ ...refundDeps, provider, log, onTruth });
  const woken: Readonly<Record<string, () => void>> = {
    webhooks: () => webhookWorker.notifyNewDeliveries(),
    refunds: () => refundWorker.wake(),
    payouts: () => payoutWorker.wake(),
  };
  const payoutDeps = {
    db,
    clock,
    ids,
    keyring,
    merchants,
    wakeWebhooks,
    wakeWorker: rouse("payouts"),
  };
  const askName = createAskName({ log, routing, providers });
  const payouts = createPayouts(payoutDeps);
  const payoutBatches = createPayoutBatches({ ...payoutDeps, log });
  const onPayoutNews = async (accountId: string, merchantNo: MerchantNo, id: string): Promise<boolean> => {
    const found = await hastenPayout(db, accountId, merchantNo, id, clock.nowMs());
    if (found) payoutWorker.wake();
    return found;
  };

  const linkDeps = { db, clock, ids, log, merchants, publicUrl, wakeWebhooks };
  const linkHooks = createLinkHooks({ ...linkDeps, db: payersDb });
  const askedPhones = createAskedPhones({
    limiter,
    isKeyOf: (authorization, ip, merchantNo) =>
      access.authenticate(authorization, ip).then(
        (caller) => caller.merchantNo === merchantNo,
        () => false,
      ),
    onLinkAbused: linkHooks.onLinkAbused,
  });
  const paymentDeps: PaymentDeps = {
    db: payersDb,
    lanes,
    clock,
    ids,
    keyring,
    log,
    merchants,
    routing,
    providers,
    publicUrl,
    provider,
    newOwnId: newOwnIdOf,
    waitingRoom: {
      ...waitingRoom,
      changed: (sessionId) => {
        waitingRoom.changed(sessionId);
        if (settings.alone !== true) db.tell(SESSION_CHANGED, sessionId);
      },
    },
    wakeWebhooks,
    leaseDeliveries: webhookWorker.lease,
    wakeRefunds: rouse("refunds"),
    countPhone: askedPhones.count,
    onApproved: askedPhones.approved,
    onTruth,
    sessionEventBody: createSessionEventBody(publicUrl),
    onLinkUsed: linkHooks.onLinkUsed,
  };
  const payments = createPaymentEngine(paymentDeps);
  const checkout = createCheckout(
    { ...paymentDeps, listsDb: db, linkRefusal: linkHooks.linkRefusal },
    payments,
  );
  const reviewDeps = {
    db,
    clock,
    ids,
    keyring,
    merchants,
    payments,
    provider,
    refunds: refundWorker,
    payouts,
    payoutWorker,
    wakeWebhooks,
  };
  const askNow = createAskNow(reviewDeps);
  const reconciliationDeps = { db, clock, ids, keyring, routing, providers, askNow };
  const links = createLinks({ ...linkDeps, payersDb, random, keyring, createSession: checkout.create });

  const listDeps = { db, keyring, merchants, log, clock };
  const refunds = createRefunds(refundDeps);
  const refundFees: RefundFees = { policy: refunds.feePolicy, setPolicy: refunds.setFeePolicy };
  // The simulator runs in this process, so it must be informed of new accounts here.
  const introduce: IntroduceAccount = async (tx, { id, provider, settings: own }) => {
    const { apiKey, callbackSecret } = own;
    if (provider !== SIMULATOR || apiKey === undefined || callbackSecret === undefined) return true;
    return introduceAccount(tx, { id, apiKey, callbackSecret }, { clock, random, ids, keyring });
  };
  const sandbox = createSandbox({
    ...{ db, clock, ids, keyring, wakeWebhooks },
    shiftProvider: (tx, merchantNo, seconds) => shiftSimulator(tx, referenceEndOf(merchantNo), seconds),
    wakeWork: () => {
      for (const name of workOfTheClock) loops[name]?.wake();
      for (const loop of simulator.loops) loop.wake();
      wakeWebhooks();
    },
    announce: async (tx) => {
      await notify(tx, ACCESS_CHANGED);
      await notify(tx, MERCHANTS_CHANGED);
    },
    forget: access.forget,
  });
  const changes = createChangeRequests({ db, ids, keyring });
  const routes: readonly Route[] = [
    ...checkoutRoutes(checkout),
    ...publicCheckoutRoutes(checkout),
    ...directPaymentRoutes(payments.direct),
    ...createLinksRoutes(links),
    ...createPaymentsRoutes(listDeps),
    ...createRefundsRoutes(refunds),
    ...createBeneficiaryRoutes(createBeneficiaries(payoutDeps, askName)),
    ...createPayoutRoutes(payouts),
    ...createBatchRoutes(payoutBatches),
    ...createPayoutControlRoutes(createPayoutControl({ ...payoutDeps, changes }, payouts)),
    ...createWalletsRoutes(listDeps),
    ...webhookRoutes(webhooks),
    ...apiKeyRoutes(apiKeys),
    ...requestLimitRoutes(createRequestLimits({ db, ids, forget: access.forget })),
    ...operatorRoutes(operators),
    ...onboardingRoutes(onboarding),
    ...tenantMerchantRoutes(
      createTenantMerchants({
        ...{ db, ids, random, keyring, access, apiKeys, merchants, wakeWebhooks },
        claimUrl: `${publicUrl}/api-key-claims`,
      }),
    ),
    ...createRoutingRoutes({
      ...{ db, ids, random, keyring, routing, providers, merchants, introduce, refundFees, changes },
    }),
    ...createReviewRoutes(createReviewReading(reviewDeps), createDecisions(reviewDeps), askNow),
    ...createReconciliationRoutes(
      createStatements(reconciliationDeps),
      createDifferences(reconciliationDeps),
    ),
    ...createCorrectionRoutes(createCorrections({ db, clock, ids, keyring })),
    // After all modules that define requestable changes.
    ...createChangeRequestRoutes(changes),
    ...createAuditRoutes({ db }),
    ...(hasSimulator ? sandboxRoutes(sandbox) : []),
  ];
  const payerCheckout: typeof checkout.page = {
    ...checkout.page,
    complete: async (sessionId, ...rest) => {
      await admission.completion(sessionId);
      return checkout.page.complete(sessionId, ...rest);
    },
  };
  const logos = createLogos({ db, clock, exit, log, drawing: ports.drawing });
  const pageWatch = createPageWatch({ httpOut: exit.trusted, publicUrl, clock, log });
  const guard = { overload, log };
  // The connector calls the simulator at this process's own address. Those calls belong to payments that were counted
  // already.
  const isOwnCall = ({ ip, url }: { readonly ip: string; readonly url: string }) =>
    isLoopback(ip) && url.startsWith(`${SIMULATOR_PATH}/v1/`);
  const http = await createHttpServer({
    routes,
    access: { ...access, authenticateOperator: operators.authenticate },
    readLane: lanes.read,
    keyring,
    limiter,
    ...(overload === undefined ? {} : { overload }),
    ...(limits === null ? { connectionsPerAddressMax: null } : {}),
    scenarios: scenarioNames,
    clock,
    ids,
    log,
    config: { publicUrl, trustedProxies: settings.trustedProxies, version: settings.version },
    readiness: {
      database: () => db.trouble(),
      lanes: () => lanes.trouble(),
      ...(ports.storageTrouble === undefined ? {} : { storage: ports.storageTrouble }),
      ...settings.readiness,
    },
    plugins: [
      guardPlugin(
        { ...guard, rank: "paying", count: admission.callback },
        createCallbacks({ ...paymentDeps, onPayoutNews }, payments),
      ),
      shedPages(
        overload,
        limitPages(
          admission,
          createCheckoutPages({
            checkout: payerCheckout,
            links: links.pages,
            logos,
            publicOrigin: publicUrl,
            ...(hasSimulator ? { testGuidePath: "/simulator" } : {}),
            passing: unavailableOf,
            log,
          }),
        ),
      ),
      shedPages(
        overload,
        limitPages(admission, createInvitationPage({ operators, clock, log, passing: unavailableOf })),
      ),
      ...(hasSimulator
        ? [
            guardPlugin(
              { ...guard, rank: "newcomer", count: admission.page, isOwn: isOwnCall },
              simulator.plugin,
            ),
          ]
        : []),
    ],
  });

  const connectChecks = ports.connectChecks ?? (async () => ({ query: db.query, close: async () => {} }));
  const loops: Record<string, Loop> = {
    resolver: payments.resolver,
    expiry: checkout.sweeper,
    links: createLinkSweeper(linkDeps),
    logos: logos.loop,
    refunds: refundWorker,
    payoutBatches: payoutBatches.loop,
    payouts: payoutWorker,
    beneficiaries: createBeneficiaryVerifier({ ...payoutDeps, log }, askName),
    beneficiaryAccounts: createAccountFiller({ db, clock, keyring, log }),
    settlements: createSettlementWorker({ db, clock, ids, log }),
    ledgerSeals: createSealer({ db, clock, log }),
    invariants: createInvariantsLoop({ connect: connectChecks, clock, log }),
    ...createChores({ db, clock, log, access, operators, changes, countsCallers: limits !== null }),
    dueTimes: createDueTimes({
      ...{ db, clock, log },
      ...(ports.monotonicMs === undefined ? {} : { monotonicMs: ports.monotonicMs }),
      wake: () => {
        for (const name of workOfTheClock) loops[name]?.wake();
        wakeWebhooks();
      },
    }),
    ...Object.fromEntries(
      hasSimulator ? simulator.loops.map((loop, index) => [`simulator${index}`, loop]) : [],
    ),
  };

  return {
    http,
    routes,
    checkout,
    payments,
    links,
    payouts,
    access,
    operators,
    merchants,
    onboarding,
    routing,
    ids,
    waiting: waitingRoom.size,
    loops,
    startWork: () => {
      works = true;
      for (const loop of Object.values(loops)) loop.start();
      pageWatch.start();
      webhookWorker.start();
    },
    stop: async () => {
      waitingRoom.close();
      stopHearing();
      stopHearingOfWork();
      await http.stop();
      await Promise.all([
        operators.settled(),
        payments.settled(),
        ...Object.values(loops).map((loop) => loop.stop()),
        pageWatch.stop(),
        webhookWorker.stop(),
      ]);
      await lanes.close();
      routing.stop();
      merchants.stop();
      access.stop();
    },
  };
}
