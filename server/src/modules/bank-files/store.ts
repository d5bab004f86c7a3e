import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { KnownOperations, KnownTransfer } from "./matching.ts";
import { type BankAccountRow, type BankEntry, type BankFile, fileProviders } from "./types.ts";

type Row = Readonly<Record<string, unknown>>;
const NO_JSON: ReadonlySet<string> = new Set();

const fileFields = [
  "tenantId",
  "id",
  "mode",
  "providerAccountId",
  "digest",
  "source",
  "fileName",
  "format",
  "entryCount",
  "newCount",
  "matchedCount",
  "queuedCount",
  "payoutFileId",
  "receivedBy",
  "createdAtMs",
] as readonly (keyof BankFile)[];

const entryFields = [
  "tenantId",
  "id",
  "fileId",
  "mode",
  "providerAccountId",
  "direction",
  "isReversal",
  "amount",
  "currency",
  "bookedOn",
  "bankReference",
  "endToEndId",
  "details",
  "counterpartyMac",
  "status",
  "cause",
  "matchedBy",
  "ownId",
  "isTold",
  "note",
  "decidedBy",
  "decidedAtMs",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof BankEntry)[];

/** Null when there is no such account. */
export async function findAccount(db: Queryable, id: Id<"providerAccount">): Promise<BankAccountRow | null> {
  const [row] = await db.query<BankAccountRow>({
    text: `select id, tenant_id as "tenantId", mode, provider from provider_accounts where id = $1`,
    values: [id],
  });
  return row ?? null;
}

/** Every account that has bank files. */
export async function listFileAccounts(db: Queryable): Promise<readonly BankAccountRow[]> {
  return db.query<BankAccountRow>({
    text: `select id, tenant_id as "tenantId", mode, provider from provider_accounts where provider = any($1::text[]) order by id`,
    values: [fileProviders],
  });
}

/**
 * Files of one account are taken one after the other, so that a movement is compared with all that were told before.
 */
export async function lockAccount(tx: Transaction, id: Id<"providerAccount">): Promise<void> {
  await tx.query({
    text: "select pg_advisory_xact_lock(hashtextextended('bank_files ' || $1::text, 0))",
    values: [id],
  });
}

export async function findTakenFile(
  db: Queryable,
  accountId: Id<"providerAccount">,
  digest: Buffer,
): Promise<Id<"bankFile"> | null> {
  const [row] = await db.query<{ id: Id<"bankFile"> }>({
    text: "select id from bank_files where provider_account_id = $1 and digest = $2",
    values: [accountId, digest],
  });
  return row?.id ?? null;
}

/** Which of these keys an earlier file of the account has stored, in hexadecimal. */
export async function findStoredKeys(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  keys: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ key: Buffer }>({
    text: `select k.key from ${keyRows.from}
      join bank_entry_keys k on k.provider_account_id = $${keyRows.values([]).length + 1} and k.key = item.key`,
    values: [...keyRows.values(keys), accountId],
  });
  return new Set(rows.map(({ key }) => key.toString("hex")));
}

const keyRows = itemRows<Buffer>([{ name: "key", type: "bytea", value: (key) => key }]);

export async function insertKeys(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  keys: readonly Buffer[],
  nowMs: number,
): Promise<void> {
  const values = keyRows.values(keys);
  await tx.query({
    text: `insert into bank_entry_keys (provider_account_id, key, created_at)
      select $${values.length + 1}::uuid, key, $${values.length + 2}::timestamptz from ${keyRows.from}
      on conflict do nothing`,
    values: [...values, accountId, new Date(nowMs)],
  });
}

/** Of these ids at the bank: those of operations of this account, and those that have their movement already. */
export async function findOperations(
  tx: Transaction,
  accountId: Id<"providerAccount">,
  ownIds: readonly string[],
): Promise<KnownOperations> {
  const values = [accountId, ownIds];
  const payments = await tx.query<{ ownId: string }>({
    text: `select provider_reference as "ownId" from charges
      where provider_account_id = $1 and provider_reference = any($2::text[])`,
    values,
  });
  const transfers = await tx.query<KnownTransfer & { readonly ownId: string }>({
    text: `select provider_reference as "ownId", amount, currency, status in ('FAILED', 'CANCELLED', 'REVERSED') as "isOver"
      from payouts where provider_account_id = $1 and provider_reference = any($2::text[])
      union all
      select provider_reference, amount, currency, status in ('FAILED', 'CANCELLED')
      from refunds where provider_account_id = $1 and provider_reference = any($2::text[])`,
    values,
  });
  const settled = await tx.query<{ name: string }>({
    text: `select direction || ' ' || own_id as name from bank_entries
      where provider_account_id = $1 and own_id = any($2::text[])`,
    values,
  });
  return {
    payments: new Set(payments.map(({ ownId }) => ownId)),
    transfers: new Map(transfers.map(({ ownId, ...transfer }) => [ownId, transfer])),
    settled: new Set(settled.map(({ name }) => name)),
  };
}

export async function insertFile(tx: Transaction, file: BankFile): Promise<void> {
  await tx.query({
    text: `insert into bank_files (tenant_id, id, mode, provider_account_id, digest, source, file_name, format, entry_count,
        new_count, matched_count, queued_count, payout_file_id, received_by, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      file.tenantId,
      file.id,
      file.mode,
      file.providerAccountId,
      file.digest,
      file.source,
      file.fileName,
      file.format,
      file.entryCount,
      file.newCount,
      file.matchedCount,
      file.queuedCount,
      file.payoutFileId,
      file.receivedBy,
      new Date(file.createdAtMs),
    ],
  });
}

const entryRows = itemRows<BankEntry>([
  { name: "id", type: "uuid", value: ({ id }) => id },
  { name: "direction", type: "text", value: ({ direction }) => direction },
  { name: "is_reversal", type: "boolean", value: ({ isReversal }) => isReversal },
  { name: "amount", type: "bigint", value: ({ amount }) => amount },
  { name: "currency", type: "text", value: ({ currency }) => currency },
  { name: "booked_on", type: "date", value: ({ bookedOn }) => Date.parse(`${bookedOn}T00:00:00Z`) },
  { name: "bank_reference", type: "text", value: ({ bankReference }) => bankReference },
  { name: "end_to_end_id", type: "text", value: ({ endToEndId }) => endToEndId },
  { name: "details", type: "bytea", value: ({ details }) => details },
  { name: "counterparty_mac", type: "bytea", value: ({ counterpartyMac }) => counterpartyMac },
  { name: "status", type: "text", value: ({ status }) => status },
  { name: "cause", type: "text", value: ({ cause }) => cause },
  { name: "matched_by", type: "text", value: ({ matchedBy }) => matchedBy },
  { name: "own_id", type: "text", value: ({ ownId }) => ownId },
  { name: "is_told", type: "boolean", value: ({ isTold }) => isTold },
]);

/** Rows of one insert: twenty thousand at once would be encoded in one turn of the event loop. */
const ROWS_PER_INSERT = 2_000;

/** New movements of one file. */
export async function insertEntries(
  tx: Transaction,
  { tenantId, id, mode, providerAccountId, createdAtMs }: BankFile,
  entries: readonly BankEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_PER_INSERT) {
    const values = entryRows.values(entries.slice(at, at + ROWS_PER_INSERT));
    const next = values.length + 1;
    await tx.query({
      text: `insert into bank_entries (tenant_id, file_id, mode, provider_account_id, created_at, updated_at, id, direction,
          is_reversal, amount, currency, booked_on, bank_reference, end_to_end_id, details, counterparty_mac, status,
          cause, matched_by, own_id, is_told)
        select $${next}::uuid, $${next + 1}::uuid, $${next + 2}, $${next + 3}::uuid, $${next + 4}::timestamptz, $${next + 4}::timestamptz,
          id, direction, is_reversal, amount, currency, booked_on, bank_reference, end_to_end_id, details,
          counterparty_mac, status, cause, matched_by, own_id, is_told
        from ${entryRows.from}`,
      values: [...values, tenantId, id, mode, providerAccountId, new Date(createdAtMs)],
    });
  }
}

export async function readFiles(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly BankFile[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("f", fileFields)} from bank_files f where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<BankFile>(row, fileFields, NO_JSON));
}

export async function readEntries(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly BankEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("e", entryFields)} from bank_entries e
      where e.tenant_id = $1 and e.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<BankEntry>(row, entryFields, NO_JSON));
}

/** Movements whose operation was not told of them, oldest first. */
export async function findUntold(
  db: Queryable,
  limit: number,
): Promise<readonly Pick<BankEntry, "tenantId" | "id" | "providerAccountId" | "ownId">[]> {
  return db.query({
    text: `select tenant_id as "tenantId", id, provider_account_id as "providerAccountId", own_id as "ownId"
      from bank_entries where not is_told order by id limit $1`,
    values: [limit],
  });
}

export async function markTold(
  db: Queryable,
  { tenantId, id }: Pick<BankEntry, "tenantId" | "id">,
): Promise<void> {
  await db.query({
    text: "update bank_entries set is_told = true where tenant_id = $1 and id = $2",
    values: [tenantId, id],
  });
}

export interface SettledRow extends Pick<BankEntry, "tenantId" | "details"> {
  readonly id: Id<"bankEntry">;
  readonly bankReference: string | null;
  readonly amount: bigint;
  readonly currency: BankEntry["currency"];
  readonly createdAtMs: number;
}

/** The movement in this direction that belongs to an operation of the account; null while there is none. */
export async function findSettled(
  db: Queryable,
  accountId: string,
  direction: BankEntry["direction"],
  ownId: string,
): Promise<SettledRow | null> {
  const [row] = await db.query<SettledRow>({
    text: `select tenant_id as "tenantId", id, bank_reference as "bankReference", amount, currency, details,
        created_at as "createdAtMs"
      from bank_entries where provider_account_id = $1 and direction = $2 and own_id = $3`,
    values: [accountId, direction, ownId],
  });
  return row ?? null;
}
