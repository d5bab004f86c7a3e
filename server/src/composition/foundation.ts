import { createMailModule } from "../modules/mail/index.ts";
import { createMerchants } from "../modules/merchants/index.ts";
import { createStepJournal, withSpans } from "../modules/payment-steps/index.ts";
import { createProviderCaller } from "../modules/payments/index.ts";
import { createRequestJournal } from "../modules/request-log/index.ts";
import { createRouting } from "../modules/routing/index.ts";
import { createWebhookWorker } from "../modules/webhooks/index.ts";
import type { Platform } from "./platform.ts";
import type { AppPorts, AppSettings } from "./ports.ts";
import type { ProviderSetup } from "./provider-setup.ts";

/** What modules are built on, and `shared`: what all are given that write events, money and merchants' rows. */
export function createFoundation(
  platform: Platform,
  ports: AppPorts,
  settings: AppSettings,
  { providers, localOf, callbackUrls, newOwnId }: ProviderSetup,
) {
  const { payersDb, clock, keyring, log, signals, tracing } = platform;
  const journal = createStepJournal(platform);
  const trace = tracing === undefined ? journal : withSpans(journal, tracing, clock);
  const webhookWorker = (ports.openWebhookWorker ?? createWebhookWorker)(platform);
  const wakeWebhooks = signals.register("webhooks", webhookWorker.notifyNewDeliveries);
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
  return {
    mail,
    webhookWorker,
    /** The requests of merchants, until they are written. */
    requests: createRequestJournal(platform),
    shared: {
      ...platform,
      ...mail.outbox,
      moved: platform.left.moved,
      merchants,
      routing,
      providers,
      callbackUrls,
      provider: createProviderCaller({
        keyring,
        log,
        merchants,
        routing,
        providers,
        callbackUrl: callbackUrls.of,
      }),
      newOwnId,
      trace,
      wakeWebhooks,
      registerWork: signals.register,
    },
  };
}

export type Foundation = ReturnType<typeof createFoundation>;
