import { createAccountMail } from "./composition/account-mail.ts";
import { createAccountEntry } from "./composition/account-pages.ts";
import type { App } from "./composition/app.ts";
import { createCounting } from "./composition/counting.ts";
import { createLifecycle } from "./composition/lifecycle.ts";
import { createMaintenance } from "./composition/maintenance.ts";
import { createPlatform } from "./composition/platform.ts";
import type { AppPorts, AppSettings } from "./composition/ports.ts";
import { createProviderSetup } from "./composition/provider-setup.ts";
import { createScreensEntry } from "./composition/screens.ts";
import {
  createCallbackEntry,
  createLocalProviderEntry,
  createPayerPages,
  createWeb,
} from "./composition/web.ts";
import { createAccessModule } from "./modules/access/index.ts";
import { createAuditRoutes } from "./modules/audit/index.ts";
import { createBankFilesModule, createBankFolders } from "./modules/bank-files/index.ts";
import { createChangeRequestsModule } from "./modules/change-requests/index.ts";
import { createCheckoutModule, createSessionEventBody } from "./modules/checkout/index.ts";
import { createCorrectionRoutes, createCorrections } from "./modules/corrections/index.ts";
import { createExportsModule } from "./modules/exports/index.ts";
import { createLinkHooks, createLinksModule } from "./modules/links/index.ts";
import { createLiveModule } from "./modules/live/index.ts";
import { createAuth } from "./modules/log-in/index.ts";
import { createMailModule } from "./modules/mail/index.ts";
import { createMembersModule, movesLiveMoney, personGivesWithin } from "./modules/members/index.ts";
import { createMerchants } from "./modules/merchants/index.ts";
import type { Module } from "./modules/module.ts";
import { createNotificationsModule } from "./modules/notifications/index.ts";
import { createOnboarding, onboardingRoutes } from "./modules/onboarding/index.ts";
import { createOperatorsModule } from "./modules/operators/index.ts";
import { createPaymentStepsModule, createStepJournal } from "./modules/payment-steps/index.ts";
import {
  createPaymentReads,
  createPaymentsModule,
  createProviderCaller,
  referenceEndOf,
} from "./modules/payments/index.ts";
import { isRefundOver } from "./modules/payments/refunds/index.ts";
import {
  createOrderedTransfers,
  createPayoutFilesModule,
  withdrawOrder,
} from "./modules/payout-files/index.ts";
import { createPayoutsModule, payoutMethods } from "./modules/payouts/index.ts";
import { createPersonsModule } from "./modules/persons/index.ts";
import { createProviderCallbacks } from "./modules/provider-callbacks/index.ts";
import { createProviderHealthModule } from "./modules/provider-health/index.ts";
import { createRailsModule } from "./modules/rails/index.ts";
import { createCorrectedDifferences, createReconciliationModule } from "./modules/reconciliation/index.ts";
import { createReportsModule } from "./modules/reports/index.ts";
import { createRequestJournal, createRequestLogModule } from "./modules/request-log/index.ts";
import { createReviewModule } from "./modules/review/index.ts";
import { createRouting, createRoutingRoutes } from "./modules/routing/index.ts";
import { createSandboxModule } from "./modules/sandbox/index.ts";
import { createSearchRoutes } from "./modules/search/index.ts";
import { createStandingRoutes } from "./modules/standing/index.ts";
import { createTenantMerchants, tenantMerchantRoutes } from "./modules/tenant-merchants/index.ts";
import { createTenantReadsModule } from "./modules/tenant-reads/index.ts";
import { createTimelineRoutes } from "./modules/timeline/index.ts";
import { createWallets, createWalletsRoutes } from "./modules/wallets/index.ts";
import { createWebhooksModule, createWebhookWorker } from "./modules/webhooks/index.ts";
import { createWorkModule } from "./modules/work/index.ts";

export type { App } from "./composition/app.ts";
export type { AppPorts } from "./composition/ports.ts";

/** Connects all modules; the only place that knows all of them. Nothing runs before `http.listen` and `startWork`. */
export async function createApp(ports: AppPorts, settings: AppSettings): Promise<App> {
  const platform = createPlatform(ports, settings);
  const { db, payersDb, ids, keyring, log, publicUrl, signals, sessionNews } = platform;
  const registerWork = signals.register;

  const { providers, journal, local, localOf, callbackUrls, newOwnId } = createProviderSetup(
    platform,
    ports,
    settings,
  );
  const trace = createStepJournal(platform);
  const requests = createRequestJournal(platform);
  const webhookWorker = (ports.openWebhookWorker ?? createWebhookWorker)(platform);
  const wakeWebhooks = registerWork("webhooks", webhookWorker.notifyNewDeliveries);

  const mail = createMailModule({
    ...platform,
    mailer: ports.mailer,
    isSandbox: settings.hasSimulator !== false,
    isPrivate: settings.isPrivate === true,
  });
  const merchants = createMerchants({ ...platform, db: payersDb });
  const routing = createRouting({
    ...platform,
    db: payersDb,
    ownSettings: (name) => localOf(name)?.ownSettings ?? {},
    capabilitiesOf: providers.capabilitiesOf,
    accountTermsOf: providers.accountTermsOf,
  });
  const access = createAccessModule({
    ...platform,
    refuseLiveKeys: settings.refuseLiveKeys ?? null,
    personGivesWithin,
  });
  const notifier = createAccountMail(mail.outbox, publicUrl);
  const operators = createOperatorsModule({
    ...platform,
    notifier,
    requireSecondFactor: settings.requireSecondFactor === true,
  });
  const persons = createPersonsModule({
    ...platform,
    notifier,
    requiresSecondFactor: (personId) => movesLiveMoney(db, personId),
  });
  const logIns = { merchant: persons.persons.logIn, operator: operators.operators.logIn };
  const auth = createAuth(logIns);
  const changes = createChangeRequestsModule(platform);
  const members = createMembersModule({
    ...platform,
    outbox: mail.outbox,
    persons: persons.persons,
    changes: changes.changes,
    personLoggedIn: auth.personLoggedIn,
    stepUpMethods: auth.stepUpMethods,
    keyGivesWithin: access.apiKeys.givesWithin,
    refuseLive: settings.refuseLiveKeys ?? null,
  });

  const provider = createProviderCaller({ keyring, log, routing, providers, callbackUrl: callbackUrls.of });
  // What all modules that write events, money and merchants' rows are given.
  const shared = {
    ...platform,
    ...mail.outbox,
    merchants,
    routing,
    providers,
    callbackUrls,
    provider,
    newOwnId,
    trace,
    wakeWebhooks,
    registerWork,
  };
  const onboarding = createOnboarding(shared);
  const linkHooks = createLinkHooks({ ...shared, db: payersDb });
  const askedPhones = createCounting(platform, access.access, linkHooks);
  const payments = createPaymentsModule({
    ...shared,
    longPollRegistry: sessionNews.longPollRegistry,
    leaseDeliveries: webhookWorker.lease,
    countPhone: askedPhones.count,
    onApproved: askedPhones.approved,
    sessionEventBody: createSessionEventBody(publicUrl),
    onLinkUsed: linkHooks.onLinkUsed,
  });
  const { engine, refunds, refundWorker, onResolution } = payments;
  const checkout = createCheckoutModule(
    {
      ...shared,
      db: payersDb,
      listsDb: db,
      longPollRegistry: sessionNews.longPollRegistry,
      linkRefusal: linkHooks.linkRefusal,
    },
    engine,
  );
  const links = createLinksModule({ ...shared, createSession: checkout.checkout.create });
  const payouts = createPayoutsModule({
    ...shared,
    onResolution,
    changes: changes.changes,
    withdrawTransfer: withdrawOrder,
    coolOffMs: settings.beneficiaryCoolOffMs,
  });
  const review = createReviewModule({
    ...shared,
    payments: engine,
    refunds: refundWorker,
    payouts: payouts.payouts,
    payoutWorker: payouts.worker,
  });
  const webhooks = createWebhooksModule({ ...shared, notifyNewDeliveries: wakeWebhooks }, webhookWorker);
  const receivers = [...payments.callbacks, payouts.callbacks];
  const callbacks = createProviderCallbacks({ ...shared, receivers });
  const folders = createBankFolders(settings.bankFilesDir ?? null);
  const payoutFiles = createPayoutFilesModule({
    ...shared,
    folders,
    receivers,
    changes: changes.changes,
    bookReturn: payouts.bookReturn,
    isRefundOver: (accountId, ownId) => isRefundOver(db, accountId, ownId),
  });
  const work = createWorkModule(shared);
  const wakeDueWork = (): void => {
    for (const { dueJobs = [] } of modules) for (const job of dueJobs) job.wake();
    wakeWebhooks();
  };

  const product: readonly Module[] = [
    checkout,
    links,
    payments,
    createCallbackEntry(platform, callbacks),
    createPayerPages(platform, ports, checkout.checkout, links.links, local),
    payouts,
    { routes: createWalletsRoutes(shared) },
    webhooks,
    access,
    members,
    operators,
    persons,
    auth,
    createAccountEntry(platform, logIns, mail.outbox, members.acceptance),
    createScreensEntry(platform),
    { routes: onboardingRoutes(onboarding) },
    {
      routes: tenantMerchantRoutes(
        createTenantMerchants({
          ...shared,
          access: access.access,
          apiKeys: access.apiKeys,
          issueInvitation: members.issueInvitation,
          claimUrl: `${publicUrl}/api-key-claims`,
        }),
      ),
    },
    {
      routes: createRoutingRoutes({
        ...shared,
        allowsLocalProviders: settings.allowsLocalProviders ?? false,
        introduce: async (tx, account) => (await localOf(account.provider)?.introduce(tx, account)) ?? true,
        payoutMethods,
        refundFees: { policy: refunds.feePolicy, setPolicy: refunds.setFeePolicy },
        changes: changes.changes,
      }),
    },
    createTenantReadsModule({
      ...shared,
      checkout: checkout.checkout,
      payments: createPaymentReads(shared),
      refunds,
      payouts: payouts.payouts,
      wallets: createWallets(shared),
      webhooks: webhooks.webhooks,
    }),
    { routes: createStandingRoutes({ ...shared, refuseLive: settings.refuseLiveKeys ?? null }) },
    { routes: createTimelineRoutes(shared) },
    review,
    payoutFiles,
    createBankFilesModule({
      ...shared,
      folders,
      receivers,
      changes: changes.changes,
      takeBack: refunds.takeBack,
      orders: createOrderedTransfers({ db, log, wakeNotifier: payoutFiles.wakeNotifier }),
    }),
    createProviderHealthModule({ ...shared, journal }),
    createReconciliationModule({ ...shared, askNow: review.askNow }),
    createRailsModule({
      ...shared,
      changes: changes.changes,
      differences: createCorrectedDifferences(ids),
    }),
    { routes: createCorrectionRoutes(createCorrections(shared)) },
    changes,
    createNotificationsModule({ ...platform, outbox: mail.outbox }),
    mail,
    { routes: createAuditRoutes(shared) },
    { routes: createSearchRoutes(shared) },
    work,
    createLiveModule({ ...platform, work: work.work }),
    createReportsModule(platform),
    ...(local === null
      ? []
      : [
          createSandboxModule({
            ...shared,
            scenarios: local.scenarios,
            shiftProvider: (tx, merchantNo, seconds) => local.shift(tx, referenceEndOf(merchantNo), seconds),
            wakeWork: wakeDueWork,
            forget: access.access.forget,
          }),
          createLocalProviderEntry(platform, local),
        ]),
    createPaymentStepsModule(platform, trace),
    createRequestLogModule(platform, requests),
  ];
  const routesOf = (from: readonly Module[]) => from.flatMap((each) => each.routes ?? []);
  const modules: readonly Module[] = [
    ...product,
    createExportsModule(
      {
        ...shared,
        access: access.access,
        persons: persons.persons,
        operators: operators.operators,
        personAt: members.personAt,
      },
      routesOf(product),
    ),
    createMaintenance(platform, ports, wakeDueWork),
    { close: routing.stop },
    { close: merchants.stop },
  ];

  const accessPort = {
    ...access.access,
    authenticateOperator: operators.operators.authenticate,
    authenticateAccount: auth.authenticate,
  };
  const people = {
    carriesLogIn: auth.carriesLogIn,
    stepUpMethods: auth.stepUpMethods,
    holdsLogIn: auth.holdsLogIn,
    personAt: members.personAt,
    operatorAt: operators.operators.callerAt,
  };
  const callers = { access: accessPort, people, recorder: requests };
  const http = await createWeb(platform, ports, settings, modules, callers, local);
  return {
    http,
    routes: routesOf(modules),
    checkout: checkout.checkout,
    payments: engine,
    links: links.links,
    payouts: payouts.payouts,
    access: access.access,
    operators: operators.operators,
    persons: persons.persons,
    merchants,
    onboarding,
    routing,
    ids,
    waiting: sessionNews.longPollRegistry.size,
    callbacksSettled: callbacks.settled,
    ...createLifecycle(platform, modules, http),
  };
}
