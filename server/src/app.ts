import { createAccountEntry } from "./composition/account-pages.ts";
import type { App } from "./composition/app.ts";
import { createBooks } from "./composition/books.ts";
import { createFoundation } from "./composition/foundation.ts";
import { createLifecycle } from "./composition/lifecycle.ts";
import { createMaintenance } from "./composition/maintenance.ts";
import { createMoney } from "./composition/money.ts";
import { createOperating } from "./composition/operating.ts";
import { createPeople } from "./composition/people.ts";
import { createPlatform } from "./composition/platform.ts";
import type { AppPorts, AppSettings } from "./composition/ports.ts";
import { createProviderSetup } from "./composition/provider-setup.ts";
import { createSandbox } from "./composition/sandbox.ts";
import { createScreensEntry } from "./composition/screens.ts";
import { createCallbackEntry, createPayerPages, createWeb } from "./composition/web.ts";
import { createDatabaseGauges } from "./database-gauges/database-gauges.ts";
import { createAuditRoutes } from "./modules/audit/index.ts";
import { createExportsModule } from "./modules/exports/index.ts";
import { createLiveModule } from "./modules/live/index.ts";
import type { Module } from "./modules/module.ts";
import { createNotesRoutes } from "./modules/notes/index.ts";
import { createNotificationsModule } from "./modules/notifications/index.ts";
import { createOnboarding, createPaperExpiry, onboardingRoutes } from "./modules/onboarding/index.ts";
import { createPaymentStepsModule } from "./modules/payment-steps/index.ts";
import { createReportsModule } from "./modules/reports/index.ts";
import { createRequestLogModule } from "./modules/request-log/index.ts";
import { createRetentionModule } from "./modules/retention/index.ts";
import { createSearchModule } from "./modules/search/index.ts";
import { createServiceStateModule } from "./modules/service-state/index.ts";
import { createWalletsRoutes } from "./modules/wallets/index.ts";
import { createWorkModule } from "./modules/work/index.ts";

export type { App } from "./composition/app.ts";
export type { AppPorts, AppSettings } from "./composition/ports.ts";

/** Connects all modules. Nothing runs before `http.listen` and `startWork`. */
export async function createApp(ports: AppPorts, settings: AppSettings): Promise<App> {
  const platform = createPlatform(ports, settings);
  const providers = createProviderSetup(platform, ports, settings);
  const foundation = createFoundation(platform, ports, settings, providers);
  const { shared, mail, requests } = foundation;
  const people = createPeople(platform, settings, foundation);
  const { access, members, operators, persons, auth } = people;
  const onboarding = createOnboarding(shared);
  const money = createMoney(platform, settings, foundation, people);
  const { payments, checkout, links, payouts, review, webhooks, callbacks } = money;
  const { outbox } = mail;
  const work = createWorkModule({ ...shared, outbox });
  const readGauges = createDatabaseGauges(platform);
  const { acceptance } = members;
  const wakeDueWork = (): void => {
    for (const { dueJobs = [] } of modules) for (const job of dueJobs) job.wake();
    shared.wakeWebhooks();
  };

  const product: readonly Module[] = [
    checkout,
    links,
    payments,
    createCallbackEntry(platform, callbacks),
    createPayerPages(platform, ports, checkout.checkout, links.links, providers.local),
    payouts,
    { routes: createWalletsRoutes(shared) },
    webhooks,
    access,
    members,
    operators,
    persons,
    auth,
    createAccountEntry(platform, people.logIns, { outbox, acceptance, digest: work.digest }),
    createScreensEntry(platform),
    { routes: onboardingRoutes(onboarding), jobs: { paperExpiry: createPaperExpiry(platform) } },
    ...createOperating(settings, providers, foundation, people, money),
    review,
    ...createBooks(platform, settings, providers, foundation, people, money),
    people.changeRequests,
    createNotificationsModule({ ...platform, outbox }),
    mail,
    { routes: createAuditRoutes(shared) },
    createSearchModule(shared),
    work,
    createServiceStateModule({ ...platform, readGauges }),
    { routes: createNotesRoutes({ ...shared, work: work.work, outbox }) },
    createLiveModule({ ...platform, work: work.work }),
    createReportsModule(platform),
    ...createSandbox(platform, providers.local, foundation, people, wakeDueWork),
    createPaymentStepsModule(platform, shared.trace),
    createRequestLogModule(platform, requests),
    createRetentionModule(platform),
  ];
  const routesOf = (from: readonly Module[]) => from.flatMap((each) => each.routes ?? []);
  const readers = { access: access.access, persons: persons.persons, operators: operators.operators };
  const modules: readonly Module[] = [
    ...product,
    createExportsModule({ ...shared, ...readers, personAt: members.personAt }, routesOf(product)),
    createMaintenance(platform, ports, providers.local, wakeDueWork),
    { jobs: { movedMerchants: platform.left.loop }, everywhere: [platform.left.loop] },
    { close: shared.routing.stop },
    { close: shared.merchants.stop },
  ];

  const callers = { ...people.callers, recorder: requests, moved: platform.left.moved };
  const http = await createWeb(platform, ports, settings, modules, callers, providers.local);
  return {
    http,
    routes: routesOf(modules),
    checkout: checkout.checkout,
    payments: payments.engine,
    links: links.links,
    payouts: payouts.payouts,
    access: access.access,
    operators: operators.operators,
    persons: persons.persons,
    merchants: shared.merchants,
    onboarding,
    routing: shared.routing,
    ids: platform.ids,
    waiting: platform.sessionNews.longPollRegistry.size,
    callbacksSettled: callbacks.settled,
    readGauges,
    ...createLifecycle(platform, modules, http),
  };
}
