import { createCheckoutModule, createSessionEventBody } from "../modules/checkout/index.ts";
import { createLinkHooks, createLinksModule } from "../modules/links/index.ts";
import { createPaymentsModule } from "../modules/payments/index.ts";
import { withdrawOrder } from "../modules/payout-files/index.ts";
import { createPayoutsModule } from "../modules/payouts/index.ts";
import { createPassOn, createProviderCallbacks } from "../modules/provider-callbacks/index.ts";
import { createReviewModule } from "../modules/review/index.ts";
import { createWebhooksModule } from "../modules/webhooks/index.ts";
import { createCounting } from "./counting.ts";
import type { Foundation } from "./foundation.ts";
import type { People } from "./people.ts";
import type { Platform } from "./platform.ts";
import type { AppSettings } from "./ports.ts";

/** How money comes in and goes out, what providers report of it, and what merchants are told. */
export function createMoney(
  platform: Platform,
  settings: AppSettings,
  { shared, webhookWorker, mail }: Foundation,
  { access, changes }: People,
) {
  const { db, payersDb, publicUrl, sessionNews } = platform;
  const { longPollRegistry } = sessionNews;
  const linkHooks = createLinkHooks({ ...shared, db: payersDb });
  const askedPhones = createCounting(platform, access.access, linkHooks);
  const payments = createPaymentsModule({
    ...shared,
    longPollRegistry,
    leaseDeliveries: webhookWorker.lease,
    countPhone: askedPhones.count,
    onApproved: askedPhones.approved,
    sessionEventBody: createSessionEventBody(publicUrl),
    onLinkUsed: linkHooks.onLinkUsed,
  });
  const checkout = createCheckoutModule(
    {
      ...shared,
      db: payersDb,
      listsDb: db,
      longPollRegistry,
      linkRefusal: linkHooks.linkRefusal,
      outbox: mail.outbox,
      limiter: platform.limiter,
    },
    payments.engine,
  );
  const links = createLinksModule({ ...shared, createSession: checkout.checkout.create });
  const payouts = createPayoutsModule({
    ...shared,
    onResolution: payments.onResolution,
    changes,
    withdrawTransfer: withdrawOrder,
    coolOffMs: settings.beneficiaryCoolOffMs,
  });
  const review = createReviewModule({
    ...shared,
    payments: payments.engine,
    refunds: payments.refundWorker,
    payouts: payouts.payouts,
    payoutWorker: payouts.worker,
  });
  const webhooks = createWebhooksModule(
    { ...shared, notifyNewDeliveries: shared.wakeWebhooks },
    webhookWorker,
  );
  const receivers = [...payments.callbacks, payouts.callbacks];
  const callbacks = createProviderCallbacks({
    ...shared,
    receivers,
    passOn: createPassOn({ httpOut: platform.egress.trusted, publicUrl, log: platform.log }),
  });
  return { payments, checkout, links, payouts, review, webhooks, receivers, callbacks };
}

export type Money = ReturnType<typeof createMoney>;
