import type { Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantId, MerchantNo } from "../../kit/ids.ts";

/** The columns that the new number copies from the old one: a test compares this with the table's columns. */
export const carriedColumns = [
  "mode",
  "display_name",
  "legal_name",
  "logo_url",
  "primary_color",
  "locale",
  "contact",
  "event_sequence",
  "version",
  "updated_at",
  "requests_per_second_max",
] as const;

/** An unused number: taken before the transaction, so that the request's key can be claimed in its scope. */
export async function nextMerchantNo(tx: { query: Transaction["query"] }): Promise<MerchantNo> {
  const [row] = await tx.query<{ no: bigint }>({
    text: "select nextval(pg_get_serial_sequence('merchant_numbers', 'merchant_no')) as no",
  });
  if (row === undefined) throw new Error("a sequence has a next value");
  return Number(row.no) as MerchantNo;
}

export interface NumberSwap {
  readonly merchantId: MerchantId;
  readonly archiveId: MerchantId;
  readonly oldNo: MerchantNo;
  readonly newNo: MerchantNo;
  readonly nowMs: number;
}

/**
 * Gives the new number to the merchant's sandbox, and the old one to a closed merchant that represents the archive.
 * False: the old number is no longer this merchant's.
 */
export async function swapNumbers(tx: Transaction, swap: NumberSwap): Promise<boolean> {
  const { merchantId, archiveId, oldNo, newNo, nowMs } = swap;
  const now = new Date(nowMs);
  const held = await tx.query({
    text: "select 1 from merchant_numbers where merchant_no = $1 and merchant_id = $2 for update",
    values: [oldNo, merchantId],
  });
  if (held.length === 0) return false;
  await tx.query({
    text: `insert into merchants (id, tenant_id, status, legal_name, display_name, country_code, archive_of, created_at, updated_at)
           select $2, tenant_id, 'CLOSED', legal_name, display_name, country_code, id, $3, $3 from merchants where id = $1`,
    values: [merchantId, archiveId, now],
  });
  await tx.query({
    text: "update merchant_numbers set merchant_id = $2, archived_from = merchant_id where merchant_no = $1",
    values: [oldNo, archiveId],
  });
  const carried = carriedColumns.join(", ");
  await tx.query({
    text: `insert into merchant_numbers (merchant_no, merchant_id, ${carried}) overriding system value
           select $2, $3, ${carried} from merchant_numbers where merchant_no = $1`,
    values: [oldNo, newNo, merchantId],
  });
  return true;
}

/** A dossier for the new number: approved when the old one was, otherwise a new draft. Its documents stay behind. */
export async function renewDossier(
  tx: Transaction,
  { oldNo, newNo, nowMs }: NumberSwap,
  id: Id<"kybDossier">,
): Promise<void> {
  await tx.query({
    text: `insert into kyb_dossiers (merchant_no, id, tenant_id, status, submitted_at, approved_at, created_at, updated_at)
           select $2, $3, tenant_id, case status when 'APPROVED' then 'APPROVED' else 'DRAFT' end,
                  case status when 'APPROVED' then submitted_at end, case status when 'APPROVED' then approved_at end, $4, $4
             from kyb_dossiers where merchant_no = $1`,
    values: [oldNo, newNo, id, new Date(nowMs)],
  });
}

export interface NewWallet {
  readonly id: Id<"wallet">;
  readonly label: string;
  readonly currency: CurrencyCode;
}

/** The same wallets, empty, with new ids from `nextId`. */
export async function renewWallets(
  tx: Transaction,
  { oldNo, newNo, nowMs }: NumberSwap,
  nextId: () => Id<"wallet">,
): Promise<readonly NewWallet[]> {
  const old = await tx.query<{ label: string; currency: CurrencyCode; above: bigint | null }>({
    text: `select label, currency, payout_approval_above as above from wallets
            where merchant_no = $1 order by created_at, id`,
    values: [oldNo],
  });
  const made: NewWallet[] = [];
  for (const { label, currency, above } of old) {
    const id = nextId();
    await tx.query({
      text: `insert into wallets (merchant_no, id, label, currency, payout_approval_above, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $6)`,
      values: [newNo, id, label, currency, above, new Date(nowMs)],
    });
    made.push({ id, label, currency });
  }
  return made;
}

/** Keys continue to work, and ended ones stay in the list. Returns how many there are. */
export async function moveKeys(tx: Transaction, { oldNo, newNo }: NumberSwap): Promise<number> {
  const rows = await tx.query({
    text: "update api_keys set merchant_no = $2 where merchant_no = $1 returning 1",
    values: [oldNo, newNo],
  });
  return rows.length;
}

export async function moveLogo(tx: Transaction, { oldNo, newNo }: NumberSwap): Promise<void> {
  await tx.query({
    text: "update merchant_logos set merchant_no = $2 where merchant_no = $1",
    values: [oldNo, newNo],
  });
}

export interface SealedEndpoint {
  readonly id: Id<"webhookEndpoint">;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  /** Null while the address lies in clear. */
  readonly sealedUrl: Buffer | null;
}

/**
 * Endpoints that are not deleted move to the new number, with their health reset. Their secrets and addresses are sealed
 * with the row as context, so `reseal` seals them again. Events about them are numbered from 1 again, as all events of
 * the new number. Their unsent deliveries are cancelled. Returns how many there are.
 */
export async function moveEndpoints(
  tx: Transaction,
  { oldNo, newNo, nowMs }: NumberSwap,
  reseal: (endpoint: SealedEndpoint) => Omit<SealedEndpoint, "id">,
): Promise<number> {
  await tx.query({
    text: `update webhook_deliveries set status = 'CANCELLED', next_attempt_at = null, version = version + 1, updated_at = $2
            where merchant_no = $1 and status = 'PENDING'`,
    values: [oldNo, new Date(nowMs)],
  });
  const endpoints = await tx.query<SealedEndpoint>({
    text: `select id, secret, previous_secret as "previousSecret", sealed_url as "sealedUrl" from webhook_endpoints
            where merchant_no = $1 and deleted_at is null order by id for update`,
    values: [oldNo],
  });
  for (const endpoint of endpoints) {
    const { secret, previousSecret, sealedUrl } = reseal(endpoint);
    await tx.query({
      text: `update webhook_endpoints set merchant_no = $3, secret = $4, previous_secret = $5, sealed_url = $7, failing_since = null,
               failure_streak = 0, paused_until = null, event_sequence = 0, version = version + 1, updated_at = $6
              where merchant_no = $1 and id = $2`,
      values: [oldNo, endpoint.id, newNo, secret, previousSecret, new Date(nowMs), sealedUrl],
    });
  }
  return endpoints.length;
}

/** Ends everything that payers could still open: sessions, intents and links end now, as if they had expired. */
export async function endOpenBusiness(tx: Transaction, { oldNo, nowMs }: NumberSwap): Promise<void> {
  const values = [oldNo, new Date(nowMs)];
  await tx.query({
    text: `update checkout_sessions set expires_at = $2, version = version + 1, updated_at = $2
            where merchant_no = $1 and expires_at > $2 and (status = 'OPEN' or (status = 'FAILED' and retryable))`,
    values,
  });
  await tx.query({
    text: `update payment_intents set expires_at = $2, version = version + 1, updated_at = $2
            where merchant_no = $1 and expires_at > $2 and status = 'REQUIRES_PAYMENT_METHOD'`,
    values,
  });
  await tx.query({
    text: `update payment_links set expires_at = $2, version = version + 1, updated_at = $2
            where merchant_no = $1 and status in ('ACTIVE', 'PAUSED') and (expires_at is null or expires_at > $2)`,
    values,
  });
}
