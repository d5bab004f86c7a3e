import type { Queryable } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Kind, Match } from "./kinds.ts";
import type { Bind, Probe } from "./probes.ts";

/** A merchant in one mode, as a search needs it. */
export interface SearchedMerchant {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly displayName: string;
  readonly legalName: string;
  readonly countryCode: string;
  readonly status: string;
  readonly createdAtMs: number;
}

export interface FoundRow {
  readonly kind: Kind;
  readonly matchedBy: Match;
  readonly id: string;
  /** Null: it belongs to the tenant as a whole. */
  readonly merchantNo: MerchantNo | null;
  readonly amount: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly status: string | null;
  readonly label: string | null;
  readonly intentId: Id<"paymentIntent"> | null;
  readonly createdAtMs: number;
}

/** Merchants of a tenant in both modes. An archive left by a reset of a sandbox is not a merchant of its own. */
export function readTenantMerchants(db: Queryable, tenantId: TenantId): Promise<readonly SearchedMerchant[]> {
  return db.query<SearchedMerchant>({
    text: `
      select n.merchant_no as "merchantNo", m.id as "merchantId", n.mode, m.status, m.country_code as "countryCode",
        coalesce(n.display_name, m.display_name) as "displayName", coalesce(n.legal_name, m.legal_name) as "legalName",
        m.created_at as "createdAtMs"
      from merchants m join merchant_numbers n on n.merchant_id = m.id
      where m.tenant_id = $1 and m.archive_of is null order by n.merchant_no`,
    values: [tenantId],
  });
}

/** What the probes find, in one statement. */
export async function runProbes(db: Queryable, probes: readonly Probe[]): Promise<readonly FoundRow[]> {
  if (probes.length === 0) return [];
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const text = probes.map((probe) => `(${probe(bind)})`).join("\nunion all\n");
  return db.query<FoundRow>({ text, values });
}
