import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { Correction } from "./types.ts";

const fields = [
  "tenantId",
  "id",
  "merchantNo",
  "mode",
  "walletId",
  "direction",
  "amount",
  "currency",
  "reason",
  "evidence",
  "status",
  "proposedBy",
  "decidedBy",
  "version",
  "decidedAtMs",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof Correction)[];
const NO_JSON: ReadonlySet<string> = new Set();
const columns = `${selectList("c", fields)}, n.merchant_id as "merchantId"`;
const source = "ledger_corrections c join merchant_numbers n on n.merchant_no = c.merchant_no";

type Row = Readonly<Record<string, unknown>>;
const readCorrection = (row: Row) => readRow<Correction>(row, [...fields, "merchantId"], NO_JSON);

/** A wallet of one of the tenant's merchants in a mode; null when there is no such wallet. */
export async function findTenantWallet(
  db: Queryable,
  tenantId: TenantId,
  merchantId: string,
  mode: Mode,
  walletId: Id<"wallet">,
): Promise<{ readonly merchantNo: MerchantNo; readonly currency: CurrencyCode } | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo; currency: CurrencyCode }>({
    text: `select w.merchant_no as "merchantNo", w.currency
      from merchants m join merchant_numbers n on n.merchant_id = m.id
      join wallets w on w.merchant_no = n.merchant_no
      where m.tenant_id = $1 and m.id = $2 and n.mode = $3 and w.id = $4`,
    values: [tenantId, merchantId, mode, walletId],
  });
  return row ?? null;
}

/** Whose merchant number it is. */
export async function findOwner(
  db: Queryable,
  merchantNo: MerchantNo,
): Promise<Pick<Correction, "tenantId" | "merchantId">> {
  const [row] = await db.query<Pick<Correction, "tenantId" | "merchantId">>({
    text: `select m.tenant_id as "tenantId", m.id as "merchantId"
      from merchant_numbers n join merchants m on m.id = n.merchant_id where n.merchant_no = $1`,
    values: [merchantNo],
  });
  if (row === undefined) throw new Error("a merchant number belongs to a merchant");
  return row;
}

export async function insertCorrection(tx: Transaction, correction: Correction): Promise<void> {
  await tx.query({
    text: `
      insert into ledger_corrections (tenant_id, id, merchant_no, mode, wallet_id, direction, amount, currency, reason,
        evidence, status, proposed_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    values: [
      correction.tenantId,
      correction.id,
      correction.merchantNo,
      correction.mode,
      correction.walletId,
      correction.direction,
      correction.amount,
      correction.currency,
      correction.reason,
      correction.evidence,
      correction.status,
      correction.proposedBy,
      new Date(correction.createdAtMs),
    ],
  });
}

/** The tenant's corrections of these ids, in no order. */
export async function readCorrections(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Correction[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from ${source} where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readCorrection);
}

/** Locks it until the end of the transaction; null when the tenant has no such correction. */
export async function lockCorrection(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"ledgerCorrection">,
): Promise<Correction | null> {
  const [row] = await tx.query<Row>({
    text: `select ${columns} from ${source} where c.tenant_id = $1 and c.id = $2 for update of c`,
    values: [tenantId, id],
  });
  return row === undefined ? null : readCorrection(row);
}

/** Writes the end of a locked correction. */
export async function endCorrection(
  tx: Transaction,
  { tenantId, id }: Correction,
  status: "POSTED" | "REJECTED",
  decidedBy: Id<"operator">,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update ledger_corrections set status = $3, decided_by = $4, decided_at = $5, version = version + 1,
        updated_at = $5
      where tenant_id = $1 and id = $2`,
    values: [tenantId, id, status, decidedBy, new Date(nowMs)],
  });
}
