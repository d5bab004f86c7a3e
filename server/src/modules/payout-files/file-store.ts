import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { noRestoreIsOpen } from "../../db/open-restore.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { FileTotal, PayoutFile } from "./types.ts";

type Row = Readonly<Record<string, unknown>>;
const fields = [
  "tenantId",
  "id",
  "mode",
  "providerAccountId",
  "messageId",
  "currency",
  "status",
  "delivery",
  "content",
  "digest",
  "preparedBy",
  "releasedBy",
  "releasedAtMs",
  "deliveredAtMs",
  "refusedBy",
  "refusedAtMs",
  "note",
  "bankStatus",
  "bankReason",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof PayoutFile)[];
const columns = selectList("f", fields);
const NO_JSON: ReadonlySet<string> = new Set();
const readFile = (row: Row): PayoutFile => readRow<PayoutFile>(row, fields, NO_JSON);

/** Files of one account are prepared one after the other, so that no transfer is collected twice. */
export async function lockQueue(tx: Transaction, accountId: Id<"providerAccount">): Promise<void> {
  await tx.query({
    text: "select pg_advisory_xact_lock(hashtextextended('payout_files ' || $1::text, 0))",
    values: [accountId],
  });
}

export async function insertFile(
  tx: Transaction,
  file: Pick<
    PayoutFile,
    "tenantId" | "id" | "mode" | "providerAccountId" | "messageId" | "currency" | "preparedBy"
  >,
  nowMs: number,
): Promise<PayoutFile> {
  const [row] = await tx.query<Row>({
    text: `insert into payout_files as f (tenant_id, id, mode, provider_account_id, message_id, currency, status, prepared_by,
        created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, 'PREPARED', $7, $8, $8) returning ${columns}`,
    values: [
      file.tenantId,
      file.id,
      file.mode,
      file.providerAccountId,
      file.messageId,
      file.currency,
      file.preparedBy,
      new Date(nowMs),
    ],
  });
  if (row === undefined) throw new Error("an insert returns its row");
  return readFile(row);
}

export async function readFiles(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly PayoutFile[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from payout_files f where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readFile);
}

/** By id, of these files: what is in them now. */
export async function readTotals(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileTotal>> {
  const rows = await db.query<{ id: string; n: bigint; total: bigint }>({
    text: `select file_id as id, count(*) as n, sum(amount)::bigint as total from transfer_orders
      where tenant_id = $1 and file_id = any($2::uuid[]) group by file_id`,
    values: [tenantId, ids],
  });
  return new Map(rows.map(({ id, n, total }) => [id, { transferCount: Number(n), total }]));
}

/** The file under a lock until the end of the transaction; null when the tenant has none such. */
export async function lockFile(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"payoutFile">,
): Promise<PayoutFile | null> {
  const [row] = await tx.query<Row>({
    text: `select ${columns} from payout_files f where f.tenant_id = $1 and f.id = $2 for update`,
    values: [tenantId, id],
  });
  return row === undefined ? null : readFile(row);
}

/** The file of an account with this number; null when there is none. */
export async function findByMessageId(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  messageId: string,
): Promise<PayoutFile | null> {
  const [row] = await tx.query<Row>({
    text: `select ${columns} from payout_files f where f.provider_account_id = $1 and f.message_id = $2 for update`,
    values: [accountId, messageId],
  });
  return row === undefined ? null : readFile(row);
}

/** Which of these accounts has a file with this number; null: none. A number is drawn for one file. */
export async function findSender(
  db: Queryable,
  accountIds: readonly Id<"providerAccount">[],
  messageId: string,
): Promise<Id<"providerAccount"> | null> {
  const [row] = await db.query<{ id: Id<"providerAccount"> }>({
    text: `select provider_account_id as id from payout_files
      where provider_account_id = any($1::uuid[]) and message_id = $2`,
    values: [accountIds, messageId],
  });
  return row?.id ?? null;
}

/** Released files that are not in their folder yet, oldest first. */
export async function filesToWrite(
  db: Queryable,
): Promise<readonly Pick<PayoutFile, "tenantId" | "id" | "providerAccountId" | "messageId">[]> {
  return db.query({
    text: `select tenant_id as "tenantId", id, provider_account_id as "providerAccountId", message_id as "messageId"
      from payout_files where status in ('RELEASED', 'WRITING') and delivery = 'FOLDER' and ${noRestoreIsOpen}
      order by id`,
    values: [],
  });
}

/** The locked file as it is now; everything else stays. */
export async function writeFileState(
  tx: Transaction,
  file: PayoutFile,
  change: Partial<PayoutFile>,
  nowMs: number,
): Promise<PayoutFile> {
  const after: PayoutFile = { ...file, ...change };
  const time = (ms: number | null) => (ms === null ? null : new Date(ms));
  const [row] = await tx.query<Row>({
    text: `update payout_files f set status = $3, delivery = $4, content = $5, digest = $6, released_by = $7,
        released_at = $8, delivered_at = $9, refused_by = $10, refused_at = $11, note = $12, bank_status = $13,
        bank_reason = $14, version = version + 1, updated_at = $15
      where f.tenant_id = $1 and f.id = $2 returning ${columns}`,
    values: [
      file.tenantId,
      file.id,
      after.status,
      after.delivery,
      after.content,
      after.digest,
      after.releasedBy,
      time(after.releasedAtMs),
      time(after.deliveredAtMs),
      after.refusedBy,
      time(after.refusedAtMs),
      after.note,
      after.bankStatus,
      after.bankReason,
      new Date(nowMs),
    ],
  });
  if (row === undefined) throw new Error("a locked file is changed by nobody else");
  return readFile(row);
}
