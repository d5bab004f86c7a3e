import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import { readEntries } from "./store.ts";
import type { Candidate, CreditedPayment } from "./suggestions.ts";
import type { BankEntry } from "./types.ts";

/** Payments that are compared with an entry. */
const CANDIDATES_MAX = 500;
const candidateColumns = `c.merchant_no as "merchantNo", c.id as "chargeId", c.provider_reference as "ownId", c.status, c.amount, c.currency`;

/** The entry under a lock until the end of the transaction; null when the tenant has none such. */
export async function lockEntry(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"bankEntry">,
): Promise<BankEntry | null> {
  await tx.query({
    text: "select 1 from bank_entries where tenant_id = $1 and id = $2 for update",
    values: [tenantId, id],
  });
  const [entry] = await readEntries(tx, tenantId, [id]);
  return entry ?? null;
}

/** Writes what an operator has decided about a locked entry. */
export async function writeDecision(tx: Transaction, entry: BankEntry): Promise<void> {
  const { tenantId, id, decidedAtMs } = entry;
  await tx.query({
    text: `update bank_entries set status = $3, matched_by = $4, own_id = $5, is_told = $6, note = $7, decided_by = $8,
        decided_at = $9, version = $10, updated_at = $11
      where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      id,
      entry.status,
      entry.matchedBy,
      entry.ownId,
      entry.isTold,
      entry.note,
      entry.decidedBy,
      decidedAtMs === null ? null : new Date(decidedAtMs),
      entry.version,
      new Date(entry.updatedAtMs),
    ],
  });
}

/** The payments of an account with these references. */
export async function findPayments(
  db: Queryable,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
): Promise<readonly Candidate[]> {
  return db.query<Candidate>({
    text: `select ${candidateColumns} from charges c
      where c.provider_account_id = $1 and c.provider_reference = any($2::text[])`,
    values: [accountId, ownIds],
  });
}

/** The newest payments of an account that still wait for their transfer. */
export async function findWaiting(
  db: Queryable,
  accountId: Id<"providerAccount">,
): Promise<readonly Candidate[]> {
  return db.query<Candidate>({
    text: `select ${candidateColumns}
      from charge_checks k join charges c on c.merchant_no = k.merchant_no and c.id = k.charge_id
      where c.provider_account_id = $1 and c.provider_reference is not null and c.status <> 'SUCCEEDED'
      order by c.id desc limit ${CANDIDATES_MAX}`,
    values: [accountId],
  });
}

/** The merchants whose payments the other side of an entry has paid before. */
export async function findPaidMerchants(
  db: Queryable,
  { providerAccountId, counterpartyMac }: Pick<BankEntry, "providerAccountId" | "counterpartyMac">,
): Promise<ReadonlySet<MerchantNo>> {
  if (counterpartyMac === null) return new Set();
  const rows = await db.query<{ merchantNo: MerchantNo }>({
    text: `select distinct c.merchant_no as "merchantNo"
      from bank_entries e join charges c on c.provider_account_id = e.provider_account_id and c.provider_reference = e.own_id
      where e.provider_account_id = $1 and e.counterparty_mac = $2 and e.own_id is not null`,
    values: [providerAccountId, counterpartyMac],
  });
  return new Set(rows.map(({ merchantNo }) => merchantNo));
}

/** Credits that may have been taken back: older ones are no longer. */
const TAKEN_BACK_WITHIN = "interval '180 days'";

/**
 * The newest payments of an account whose money a line may take back: with these references, credited by the account that
 * the line names, with its amount, or with one of the bank's numbers in it.
 */
export async function findCredited(
  db: Queryable,
  entry: BankEntry,
  { ownIds, numbers }: { readonly ownIds: readonly string[]; readonly numbers: readonly string[] },
): Promise<readonly CreditedPayment[]> {
  const { tenantId, providerAccountId, counterpartyMac, amount, currency, createdAtMs } = entry;
  return db.query<CreditedPayment>({
    text: `select ${candidateColumns}, e.amount as credited,
        array_remove(array[e.bank_reference, e.end_to_end_id], null) as numbers,
        coalesce(e.counterparty_mac = $3, false) as "isSamePayer"
      from bank_entries e join charges c on c.provider_account_id = e.provider_account_id and c.provider_reference = e.own_id
      where e.tenant_id = $1 and e.provider_account_id = $2 and e.direction = 'CREDIT' and e.own_id is not null
        and e.created_at >= $8::timestamptz - ${TAKEN_BACK_WITHIN}
        and (e.own_id = any($4::text[]) or e.counterparty_mac = $3 or (e.amount = $5 and e.currency = $6)
          or e.bank_reference = any($7::text[]) or e.end_to_end_id = any($7::text[]))
      order by e.id desc limit ${CANDIDATES_MAX}`,
    values: [
      tenantId,
      providerAccountId,
      counterpartyMac,
      ownIds,
      amount,
      currency,
      numbers,
      new Date(createdAtMs),
    ],
  });
}

/** The payouts, and refunds by transfer, of an account with these references, and the wallets that they were paid from. */
export async function findTransferWallets(
  db: Queryable,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
): Promise<readonly TransferWallet[]> {
  return db.query<TransferWallet>({
    text: `select merchant_no as "merchantNo", wallet_id as "walletId", currency from payouts
      where provider_account_id = $1 and provider_reference = any($2::text[])
      union all
      select r.merchant_no, c.wallet_id, r.currency
      from refunds r join charges c on c.merchant_no = r.merchant_no and c.id = r.charge_id
      where r.provider_account_id = $1 and r.provider_reference = any($2::text[])`,
    values: [accountId, ownIds],
  });
}
export interface TransferWallet {
  readonly merchantNo: MerchantNo;
  readonly walletId: Id<"wallet">;
  readonly currency: CurrencyCode;
}
