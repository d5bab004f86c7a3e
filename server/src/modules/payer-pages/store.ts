import type { Queryable, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** What the tenant says of itself on its payers' pages; every field can be null. */
export interface PayerPageTerms {
  readonly name: string | null;
  readonly licence: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

export interface PayerPageRow extends PayerPageTerms {
  readonly tenantName: string;
  /** 0: nothing was ever set. */
  readonly version: number;
  readonly updatedAtMs: number | null;
}

/** The settings of one mode; null: there is no such tenant. */
export async function findPayerPage(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
): Promise<PayerPageRow | null> {
  const [row] = await db.query<PayerPageRow>({
    text: `select t.name as "tenantName", p.name, p.licence, p.terms_url as "termsUrl",
             p.privacy_url as "privacyUrl", coalesce(p.version, 0) as version, p.updated_at as "updatedAtMs"
             from tenants t left join tenant_payer_pages p on p.tenant_id = t.id and p.mode = $2
            where t.id = $1`,
    values: [tenantId, mode],
  });
  return row ?? null;
}

/** One writer of a tenant at a time: also before its first row exists. */
export async function lockTenant(tx: Transaction, tenantId: TenantId): Promise<void> {
  await tx.query({ text: "select 1 from tenants where id = $1 for no key update", values: [tenantId] });
}

export async function writePayerPage(
  tx: Transaction,
  tenantId: TenantId,
  mode: Mode,
  { name, licence, termsUrl, privacyUrl }: PayerPageTerms,
  version: number,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into tenant_payer_pages
             (tenant_id, mode, name, licence, terms_url, privacy_url, version, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (tenant_id, mode) do update set name = excluded.name, licence = excluded.licence,
             terms_url = excluded.terms_url, privacy_url = excluded.privacy_url, version = excluded.version,
             updated_at = excluded.updated_at`,
    values: [tenantId, mode, name, licence, termsUrl, privacyUrl, version, new Date(nowMs)],
  });
}
