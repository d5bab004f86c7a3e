import { binaryArray } from "../../db/binary-array.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { probe } from "../../db/probe.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import type { KybStatus, MerchantStatus } from "./states.ts";
import type { MerchantContact, MerchantProfile, MerchantRecord, NewMerchant } from "./types.ts";

/** Sent in the transaction of each change, so that no instance continues with an old status. */
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

/** The merchants in the modes of their numbers, with their wallets; an unknown number is left out. */
export async function findProfiles(
  db: Queryable,
  merchantNos: readonly number[],
): Promise<ReadonlyMap<MerchantNo, MerchantProfile>> {
  const rows = await db.query<Omit<MerchantProfile, "contact"> & { readonly contact: string }>({
    name: "merchant_profiles",
    text: `select n.merchant_no as "merchantNo", m.id as "merchantId", m.tenant_id as "tenantId",
                  json_build_object('name', coalesce(p.name, (select t.name from tenants t where t.id = m.tenant_id)),
                    'licence', p.licence, 'termsUrl', p.terms_url, 'privacyUrl', p.privacy_url) as "runBy", n.mode, m.status,
                  m.message_to_merchant as "messageToMerchant", d.status as "kybStatus", coalesce(n.display_name, m.display_name) as "displayName",
                  n.logo_url as "logoUrl", n.primary_color as "primaryColor", n.locale, n.contact,
                  m.country_code as "countryCode",
                  (select coalesce(json_agg(json_build_object('id', w.id, 'currency', w.currency)
                            order by w.created_at, w.id), '[]')
                     from wallets w where w.merchant_no = n.merchant_no) as wallets
             from unnest($1::int[]) as asked (merchant_no)
            ${probe("n", "select * from merchant_numbers x where x.merchant_no = asked.merchant_no")}
             join merchants m on m.id = n.merchant_id
             join kyb_dossiers d on d.merchant_no = n.merchant_no
             left join tenant_payer_pages p on p.tenant_id = m.tenant_id and p.mode = n.mode`,
    values: [binaryArray("int", merchantNos, (merchantNo) => merchantNo)],
  });
  return new Map(rows.map((row) => [row.merchantNo, { ...row, contact: contactOf(row.contact) }]));
}

export interface NewDossier {
  readonly mode: Mode;
  readonly id: Id<"kybDossier">;
}

/** Writes the merchant, one number per mode, and a dossier for each of them. */
export async function insertMerchant(
  tx: Transaction,
  id: MerchantId,
  merchant: NewMerchant,
  dossiers: readonly NewDossier[],
  nowMs: number,
): Promise<Readonly<Record<Mode, MerchantNo>>> {
  const now = new Date(nowMs);
  const { tenantId, status, kybStatus, legalName, displayName, countryCode } = merchant;
  await tx.query({
    text: `insert into merchants (id, tenant_id, status, legal_name, display_name, country_code, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [id, tenantId, status, legalName, displayName, countryCode, now],
  });
  const rows = await tx.query<{ merchantNo: MerchantNo; mode: Mode }>({
    text: `insert into merchant_numbers (merchant_id, mode, logo_url, primary_color, locale, updated_at)
           select $1, unnest($2::text[]), $3, $4, $5, $6
           returning merchant_no as "merchantNo", mode`,
    values: [id, modes, merchant.logoUrl, merchant.primaryColor, merchant.locale, now],
  });
  const numberOf = (mode: Mode): MerchantNo => {
    const row = rows.find((each) => each.mode === mode);
    if (row === undefined) throw new Error(`no merchant number for ${mode}`);
    return row.merchantNo;
  };
  for (const dossier of dossiers) {
    await tx.query({
      text: `insert into kyb_dossiers (merchant_no, id, tenant_id, status, submitted_at, approved_at, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      values: [
        numberOf(dossier.mode),
        dossier.id,
        tenantId,
        kybStatus,
        kybStatus === "DRAFT" ? null : now,
        kybStatus === "APPROVED" ? now : null,
        now,
      ],
    });
  }
  return { SANDBOX: numberOf("SANDBOX"), LIVE: numberOf("LIVE") };
}

export interface WalletRow {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
}

/** Makes an empty wallet. Returns false when the merchant already has one in this currency. */
export async function insertWallet(tx: Transaction, wallet: WalletRow, nowMs: number): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into wallets (merchant_no, id, label, currency, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $5)
           on conflict (merchant_no, currency) do nothing returning 1`,
    values: [wallet.merchantNo, wallet.id, wallet.label, wallet.currency, new Date(nowMs)],
  });
  return rows.length === 1;
}

export type RecordRow = Omit<MerchantRecord, keyof MerchantContact> & { readonly contact: string };

export const recordSql = `select n.merchant_no as "merchantNo", m.id, m.tenant_id as "tenantId", n.mode, m.status,
    m.message_to_merchant as "messageToMerchant", d.status as "kybStatus", d.id as "dossierId", coalesce(n.legal_name, m.legal_name) as "legalName",
    coalesce(n.display_name, m.display_name) as "displayName", n.logo_url as "logoUrl",
    n.primary_color as "primaryColor", n.locale, n.contact, m.country_code as "countryCode",
    n.event_sequence as "eventSequence", n.version, m.created_at as "createdAtMs",
    coalesce(n.updated_at, m.updated_at) as "updatedAtMs"
  from merchant_numbers n
  join merchants m on m.id = n.merchant_id
  join kyb_dossiers d on d.merchant_no = n.merchant_no`;

const noContact: MerchantContact = {
  supportEmail: null,
  supportPhone: null,
  supportWhatsapp: null,
  website: null,
  address: null,
};

const contactOf = (stored: string): MerchantContact => ({
  ...noContact,
  ...(JSON.parse(stored) as Partial<MerchantContact>),
});

export function recordOf({ contact, ...row }: RecordRow): MerchantRecord {
  return { ...row, ...contactOf(contact) };
}

/** The merchant in the mode of its number; null when the number is unknown. */
export async function findRecord(db: Queryable, merchantNo: MerchantNo): Promise<MerchantRecord | null> {
  const [row] = await db.query<RecordRow>({
    text: `${recordSql} where n.merchant_no = $1`,
    values: [merchantNo],
  });
  return row === undefined ? null : recordOf(row);
}

/** The merchants in the modes of these numbers. */
export async function findRecordsByNo(
  db: Queryable,
  merchantNos: readonly MerchantNo[],
): Promise<readonly MerchantRecord[]> {
  const rows = await db.query<RecordRow>({
    name: "merchant_records_by_no",
    text: `${recordSql} where n.merchant_no = any ($1::int[])`,
    values: [merchantNos],
  });
  return rows.map(recordOf);
}

/** The merchant's status, locked until the transaction ends; null when there is no such merchant. */
export async function lockStatus(
  tx: Transaction,
  id: MerchantId,
): Promise<{ readonly tenantId: TenantId; readonly status: MerchantStatus } | null> {
  const [row] = await tx.query<{ tenantId: TenantId; status: MerchantStatus }>({
    text: `select tenant_id as "tenantId", status from merchants where id = $1 for no key update`,
    values: [id],
  });
  return row ?? null;
}

/** Writes the status of a locked merchant, and its message to the merchant. */
export async function updateStatus(
  tx: Transaction,
  id: MerchantId,
  status: MerchantStatus,
  messageToMerchant: string | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update merchants set status = $2, message_to_merchant = $3, version = version + 1, updated_at = $4
      where id = $1`,
    values: [id, status, messageToMerchant, new Date(nowMs)],
  });
}

/**
 * Raises the version by one, and the event number by `events`: in the mode of `merchantNo`, or in all modes. Rows of
 * several modes are always locked in the order of their numbers.
 */
export async function touchNumbers(
  tx: Transaction,
  of: { readonly merchantNo: MerchantNo } | { readonly id: MerchantId },
  events: number,
  nowMs: number,
): Promise<readonly MerchantRecord[]> {
  const [column, value] = "id" in of ? ["merchant_id", of.id] : ["merchant_no", of.merchantNo];
  const rows = await tx.query<{ merchantNo: MerchantNo }>({
    text: `with held as (
             select merchant_no from merchant_numbers where ${column} = $1 order by merchant_no for no key update)
           update merchant_numbers n set event_sequence = event_sequence + $2, version = version + 1, updated_at = $3
             from held where held.merchant_no = n.merchant_no returning n.merchant_no as "merchantNo"`,
    values: [value, events, new Date(nowMs)],
  });
  const records: MerchantRecord[] = [];
  for (const { merchantNo } of rows.toSorted((left, right) => left.merchantNo - right.merchantNo)) {
    const record = await findRecord(tx, merchantNo);
    if (record === null) throw new Error("a number has its merchant");
    records.push(record);
  }
  return records;
}

/** The legal name in one mode, as approved. */
export async function updateLegalName(tx: Transaction, merchantNo: MerchantNo, name: string): Promise<void> {
  await tx.query({
    text: "update merchant_numbers set legal_name = $2 where merchant_no = $1",
    values: [merchantNo, name],
  });
}

/** Writes what payers see of the merchant in one mode, and raises the version. */
export async function updateProfile(
  tx: Transaction,
  { merchantNo, displayName, logoUrl, primaryColor, locale, ...rest }: MerchantRecord,
  nowMs: number,
): Promise<void> {
  const { supportEmail, supportPhone, supportWhatsapp, website, address } = rest;
  await tx.query({
    text: `update merchant_numbers set display_name = $2, logo_url = $3, primary_color = $4, locale = $5, contact = $6,
             version = version + 1, updated_at = $7 where merchant_no = $1`,
    values: [
      merchantNo,
      displayName,
      logoUrl,
      primaryColor,
      locale,
      JSON.stringify({ supportEmail, supportPhone, supportWhatsapp, website, address }),
      new Date(nowMs),
    ],
  });
}

export interface LockedDossier {
  readonly id: Id<"kybDossier">;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly status: KybStatus;
}

/** The dossier's row, locked until the transaction ends; null when the number is unknown. */
export async function lockDossier(tx: Transaction, merchantNo: MerchantNo): Promise<LockedDossier | null> {
  const [row] = await tx.query<LockedDossier>({
    text: `select id, tenant_id as "tenantId", merchant_no as "merchantNo", status from kyb_dossiers
            where merchant_no = $1 for no key update`,
    values: [merchantNo],
  });
  return row ?? null;
}

/** Writes the status of a locked dossier and its time, and raises the version. */
export async function updateKyb(
  tx: Transaction,
  merchantNo: MerchantNo,
  status: KybStatus,
  nowMs: number,
  isDecision: boolean,
): Promise<void> {
  await tx.query({
    text: `update kyb_dossiers set status = $2, version = version + 1, updated_at = $3,
             submitted_at = case when $2 = 'SUBMITTED' then $3 else submitted_at end,
             review_started_at = case when $2 = 'IN_REVIEW' then $3 else review_started_at end,
             decided_at = case when $4 and $2 in ('APPROVED', 'REJECTED') then $3 else decided_at end,
             approved_at = case when $4 and $2 = 'APPROVED' then $3 else approved_at end
            where merchant_no = $1`,
    values: [merchantNo, status, new Date(nowMs), isDecision],
  });
}
