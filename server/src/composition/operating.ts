import type { Module } from "../modules/module.ts";
import { createPayerPageRoutes, createPayerPageSettings } from "../modules/payer-pages/index.ts";
import { createPaymentReads } from "../modules/payments/index.ts";
import { payoutMethods } from "../modules/payouts/index.ts";
import { createRoutingRoutes } from "../modules/routing/index.ts";
import { createStandingRoutes } from "../modules/standing/index.ts";
import { createTenantMerchants, tenantMerchantRoutes } from "../modules/tenant-merchants/index.ts";
import { createTenantReadsModule } from "../modules/tenant-reads/index.ts";
import { createTimelineRoutes } from "../modules/timeline/index.ts";
import { createWallets } from "../modules/wallets/index.ts";
import type { Foundation } from "./foundation.ts";
import type { Money } from "./money.ts";
import type { People } from "./people.ts";
import type { AppSettings } from "./ports.ts";
import type { ProviderSetup } from "./provider-setup.ts";

/** What operators make and change: merchants, accounts, routes and fees; and what they read of a merchant's payments. */
export function createOperating(
  settings: AppSettings,
  { localOf }: Pick<ProviderSetup, "localOf">,
  { shared }: Pick<Foundation, "shared">,
  { access, changes, members }: People,
  { payments, checkout, payouts, webhooks }: Money,
): readonly Module[] {
  const { refunds } = payments;
  const merchants = createTenantMerchants({
    ...shared,
    access: access.access,
    apiKeys: access.apiKeys,
    issueInvitation: members.issueInvitation,
    claimUrl: `${shared.publicUrl}/api-key-claims`,
  });
  return [
    { routes: tenantMerchantRoutes(merchants) },
    {
      routes: createRoutingRoutes({
        ...shared,
        allowsLocalProviders: settings.allowsLocalProviders ?? false,
        introduce: async (tx, account) => (await localOf(account.provider)?.introduce(tx, account)) ?? true,
        payoutMethods,
        refundFees: { policy: refunds.feePolicy, setPolicy: refunds.setFeePolicy },
        changes,
      }),
    },
    { routes: createPayerPageRoutes(createPayerPageSettings({ ...shared, changes })) },
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
  ];
}
