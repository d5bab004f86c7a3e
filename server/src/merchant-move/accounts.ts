import type { TenantId } from "../kit/ids.ts";
import { openSettings, settingsContext } from "../modules/routing/index.ts";
import type { Copying } from "./copy.ts";
import { MoveRefusedError } from "./types.ts";

interface UsedProviderAccount {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly settings: Buffer;
  /** All columns, as JSON. */
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * Gives the other cell the accounts at providers that the merchant has used, with their ids and switched off: refunds and late
 * outcomes need their credentials, and the ledger names them. One that is there already stays as it is. Returns how many were copied.
 */
export async function copyAccounts({
  source,
  target,
  from,
  to,
  tenantId,
  numbers,
}: Copying): Promise<number> {
  const used = await source.query<UsedProviderAccount>({
    text: `select a.id, a.tenant_id as "tenantId", a.settings, to_jsonb(a) - 'settings' as row
             from provider_accounts a where a.id in (
               select provider_account_id from charges where merchant_no = any($1::int[])
               union select provider_account_id from refunds where merchant_no = any($1::int[])
               union select provider_account_id from payouts where merchant_no = any($1::int[]))
            order by a.id`,
    values: [numbers.map((number) => number.from)],
  });
  if (used.length === 0) return 0;
  const [subTenant] = await target.query<{ id: string }>({
    text: "select id from sub_tenants where tenant_id = $1 order by created_at, id limit 1",
    values: [tenantId],
  });
  if (subTenant === undefined)
    throw new MoveRefusedError(
      "the tenant there has no sub-tenant, to which the merchant's accounts at providers could belong: make one",
    );
  const cell = from.keyring.cell ?? "default";
  let copied = 0;
  for (const account of used) {
    const settings = to.keyring.seal(
      openSettings(from.keyring, account),
      settingsContext(tenantId, account.id),
    );
    const row = {
      ...account.row,
      name: `${account.row.name} (cell ${cell}, ${account.id})`,
      status: "DISABLED",
    };
    const made = await target.query({
      text: `insert into provider_accounts
             select (jsonb_populate_record(null::provider_accounts, $1::jsonb || jsonb_build_object(
               'tenant_id', $2::uuid, 'settings', $3::text, 'sub_tenant_id', $4::uuid))).*
             on conflict (id) do nothing returning id`,
      values: [JSON.stringify(row), tenantId, `\\x${settings.toString("hex")}`, subTenant.id],
    });
    copied += made.length;
  }
  return copied;
}
