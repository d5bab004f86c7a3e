import { createIdSource, type TenantId } from "../../src/kit/ids.ts";
import { paymentMethods } from "../../src/kit/payment-terms.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { settingsContext } from "../../src/modules/routing/service.ts";
import type { TestApp } from "./app.ts";

/**
 * Leads every live payment of a tenant to an enabled account, for tests that need live sessions and no live provider.
 * No interface makes such an account: the simulator serves the sandbox alone.
 */
export async function openLiveWay(test: TestApp, tenantId: TenantId): Promise<void> {
  const accountId = createIdSource(test.clock, createSystemRandom()).uuid();
  const settings = test.keyring.seal(
    JSON.stringify({ apiKey: "nobody-knows-this-key", callbackSecret: "nobody-knows-this-secret" }),
    settingsContext(tenantId, accountId),
  );
  await test.owner.query({
    text: `with entity as (
             insert into sub_tenants (id, tenant_id, name, created_at, updated_at)
             values (gen_random_uuid(), $1, 'Live way', now(), now()) returning id),
           account as (
             insert into provider_accounts (id, tenant_id, sub_tenant_id, mode, provider, name, status, methods, settings,
               created_at, updated_at)
             select $3, $1, id, 'LIVE', 'simulator', 'Live way', 'ENABLED', $2, $4, now(), now() from entity)
           insert into routing_rules (id, tenant_id, mode, priority, method, sub_tenant_id, enabled, created_at, updated_at)
           select gen_random_uuid(), $1, 'LIVE', 900 + n, method, entity.id, true, now(), now()
             from entity, unnest($2::text[]) with ordinality as m (method, n)`,
    values: [tenantId, paymentMethods, accountId, settings],
  });
  await test.owner.query({ text: "select pg_notify('routing_changed', $1)", values: [tenantId] });
}
