import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import type { KybStatus, MerchantStatus } from "./states.ts";
import type { MerchantProfile, MerchantRecord, NewMerchant } from "./types.ts";

/** Told in the transaction of each change: no instance goes on by an old status. */
export const MERCHANTS_CHANGED = "merchants_changed";

export async function insertTenant(
  tx: Transaction,
  row: { readonly id: TenantId; readonly name: string },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "insert into tenants (id, name, created_at) values ($1, $2, $3)",
    values: [row.id, row.name, new Date(nowMs)],
  });
}

/** The merchant in the mode that its number stands for, with its wallets; null when the number is nobody's. */
export async function findProfile(db: Queryable, merchantNo: MerchantNo): Promise<MerchantProfile | null> {
  const [row] = await db.query<MerchantProfile>({
    name: "merchant_profile",
    text: `select n.merchant_no as "merchantNo", m.id as "merchantId", m.tenant_id as "tenantId", n.mode, m.status,
                  m.kyb_status as "kybStatus", m.display_name as "displayName", m.logo_url as "logoUrl",
                  m.primary_color as "primaryColor", m.locale, m.country_code as "countryCode",
                  (select coalesce(json_agg(json_build_object('id', w.id, 'currency', w.currency)
                            order by w.created_at, w.id), '[]')
                     from wallets w where w.merchant_no = n.merchant_no) as wallets
             from merchant_numbers n join merchants m on m.id = n.merchant_id
            where n.merchant_no = $1`,
    values: [merchantNo],
  });
  return row ?? null;
}

/** Writes the merchant and its numbers, one for each mode. */
export async function insertMerchant(
  tx: Transaction,
  id: MerchantId,
  merchant: NewMerchant,
  nowMs: number,
): Promise<Readonly<Record<Mode, MerchantNo>>> {
  const now = new Date(nowMs);
  await tx.query({
    text: `insert into merchants (id, tenant_id, status, kyb_status, legal_name, display_name, logo_url,
             primary_color, locale, country_code, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [
      id,
      merchant.tenantId,
      merchant.status,
      merchant.kybStatus,
      merchant.legalName,
      merchant.displayName,
      merchant.logoUrl,
      merchant.primaryColor,
      merchant.locale,
      merchant.countryCode,
      now,
    ],
  });
  const rows = await tx.query<{ merchantNo: MerchantNo; mode: Mode }>({
    text: `insert into merchant_numbers (merchant_id, mode) select $1, unnest($2::text[])
           returning merchant_no as "merchantNo", mode`,
    values: [id, modes],
  });
  const numberOf = (mode: Mode): MerchantNo => {
    const row = rows.find((each) => each.mode === mode);
    if (row === undefined) throw new Error(`no merchant number for ${mode}`);
    return row.merchantNo;
  };
  return { SANDBOX: numberOf("SANDBOX"), LIVE: numberOf("LIVE") };
}

export interface WalletRow {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
}

/** An empty wallet. Returns false when the merchant has one in this currency already. */
export async function insertWallet(tx: Transaction, wallet: WalletRow, nowMs: number): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into wallets (merchant_no, id, label, currency, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $5)
           on conflict (merchant_no, currency) do nothing returning 1`,
    values: [wallet.merchantNo, wallet.id, wallet.label, wallet.currency, new Date(nowMs)],
  });
  return rows.length === 1;
}

const recordColumns = `id, tenant_id as "tenantId", status, kyb_status as "kybStatus", display_name as "displayName",
  country_code as "countryCode", event_sequence as "eventSequence", version, created_at as "createdAtMs",
  updated_at as "updatedAtMs"`;

/** The merchant's row, locked until the transaction ends; null when there is none. */
export async function lockMerchant(tx: Transaction, id: MerchantId): Promise<MerchantRecord | null> {
  const [row] = await tx.query<MerchantRecord>({
    text: `select ${recordColumns} from merchants where id = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

/** Writes the statuses of a locked merchant, one version and `events` events further. */
export async function updateStatuses(
  tx: Transaction,
  id: MerchantId,
  next: { readonly status: MerchantStatus; readonly kybStatus: KybStatus; readonly events: number },
  nowMs: number,
): Promise<MerchantRecord> {
  const [row] = await tx.query<MerchantRecord>({
    text: `update merchants set status = $2, kyb_status = $3, event_sequence = event_sequence + $4,
             version = version + 1, updated_at = $5
            where id = $1 returning ${recordColumns}`,
    values: [id, next.status, next.kybStatus, next.events, new Date(nowMs)],
  });
  if (row === undefined) throw new Error("a locked row has gone");
  return row;
}

export async function findNumbers(
  db: Queryable,
  id: MerchantId,
): Promise<readonly { readonly merchantNo: MerchantNo; readonly mode: Mode }[]> {
  return db.query({
    text: `select merchant_no as "merchantNo", mode from merchant_numbers where merchant_id = $1 order by merchant_no`,
    values: [id],
  });
}
