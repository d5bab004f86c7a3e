import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import type { Id, IdSource, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { EarlierLine } from "./compare.ts";
import type {
  Difference,
  FoundDifference,
  lineStatuses,
  lineTypes,
  NumberedLine,
  Statement,
} from "./types.ts";

type Row = Readonly<Record<string, unknown>>;

const statementFields = [
  "tenantId",
  "id",
  "mode",
  "providerAccountId",
  "periodFromMs",
  "periodToMs",
  "source",
  "lineCount",
  "matchedCount",
  "ignoredCount",
  "differenceCount",
  "openCount",
  "summary",
  "uploadedBy",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof Statement)[];
const statementJson: ReadonlySet<string> = new Set(["summary"]);
const differenceFields = [
  "tenantId",
  "id",
  "statementId",
  "mode",
  "kind",
  "type",
  "status",
  "lineNo",
  "reference",
  "transactionId",
  "merchantNo",
  "subjectType",
  "subjectId",
  "ourStatus",
  "ourAmount",
  "ourCurrency",
  "theirStatus",
  "theirAmount",
  "theirCurrency",
  "occurredAtMs",
  "note",
  "resolvedBy",
  "resolvedAtMs",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as readonly (keyof Difference)[];
const NO_JSON: ReadonlySet<string> = new Set();

/** The tenant's account, locked until the end of the transaction: statements of an account are serialized. */
export async function lockAccount(
  tx: Transaction,
  tenantId: TenantId,
  mode: Mode,
  id: string,
): Promise<boolean> {
  const rows = await tx.query({
    text: "select 1 from provider_accounts where tenant_id = $1 and mode = $2 and id = $3 for no key update",
    values: [tenantId, mode, id],
  });
  return rows.length > 0;
}

export async function hasAccount(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  id: string,
): Promise<boolean> {
  const rows = await db.query({
    text: "select 1 from provider_accounts where tenant_id = $1 and mode = $2 and id = $3",
    values: [tenantId, mode, id],
  });
  return rows.length > 0;
}

/** Lines of earlier statements of the account with one of these references. */
export function findEarlierLines(
  db: Queryable,
  accountId: string,
  references: readonly string[],
): Promise<readonly EarlierLine[]> {
  if (references.length === 0) return Promise.resolve([]);
  return db.query<EarlierLine>({
    text: `select l.type, l.reference, l.transaction_id as "transactionId", l.status, l.amount, l.fee,
        l.currency, l.occurred_at as "occurredAtMs"
      from provider_statement_lines l where l.provider_account_id = $1 and l.reference = any($2::text[])`,
    values: [accountId, references],
  });
}

/** Which of these an earlier statement of the account reported as missing. */
export async function findMissedBefore(
  db: Queryable,
  tenantId: TenantId,
  accountId: string,
  items: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const rows = await db.query<{ id: string }>({
    text: `select d.subject_id as id from provider_statements s
      join reconciliation_differences d on d.tenant_id = s.tenant_id and d.statement_id = s.id
      where s.tenant_id = $1 and s.provider_account_id = $2 and d.kind = 'MISSING_THERE' and d.subject_id = any($3::uuid[])`,
    values: [tenantId, accountId, items.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The periods that earlier statements of the account cover. */
export function findPeriods(
  db: Queryable,
  tenantId: TenantId,
  accountId: string,
): Promise<readonly { readonly fromMs: number; readonly toMs: number }[]> {
  return db.query({
    text: `select period_from as "fromMs", period_to as "toMs" from provider_statements
      where tenant_id = $1 and provider_account_id = $2 order by period_from`,
    values: [tenantId, accountId],
  });
}

/** Null when the same statement was accepted before: its id. */
export async function insertStatement(
  tx: Transaction,
  statement: Statement,
  digest: Buffer,
): Promise<{ readonly takenBefore: Id<"providerStatement"> | null }> {
  const { tenantId, id, providerAccountId, periodFromMs, periodToMs } = statement;
  const key = [providerAccountId, new Date(periodFromMs), new Date(periodToMs), digest];
  const rows = await tx.query({
    text: `
      insert into provider_statements (provider_account_id, period_from, period_to, digest, tenant_id, id, mode, source,
        line_count, matched_count, ignored_count, difference_count, open_count, summary, uploaded_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
      on conflict (provider_account_id, period_from, period_to, digest) do nothing returning 1`,
    values: [
      ...key,
      tenantId,
      id,
      statement.mode,
      statement.source,
      statement.lineCount,
      statement.matchedCount,
      statement.ignoredCount,
      statement.differenceCount,
      statement.openCount,
      JSON.stringify(statement.summary),
      statement.uploadedBy,
      new Date(statement.createdAtMs),
    ],
  });
  if (rows.length > 0) return { takenBefore: null };
  const [taken] = await tx.query<{ id: Id<"providerStatement"> }>({
    text: `select id from provider_statements
      where provider_account_id = $1 and period_from = $2 and period_to = $3 and digest = $4`,
    values: key,
  });
  if (taken === undefined) throw new Error("what was in the way is there");
  return { takenBefore: taken.id };
}

const lineRows = itemRows<NumberedLine>([
  { name: "line_no", type: "int", value: (line) => line.lineNo },
  { name: "type", type: "text", value: (line) => line.type },
  { name: "reference", type: "text", value: (line) => line.reference },
  { name: "transaction_id", type: "text", value: (line) => line.transactionId },
  { name: "status", type: "text", value: (line) => line.status },
  { name: "amount", type: "bigint", value: (line) => line.amount.minor },
  { name: "currency", type: "text", value: (line) => line.amount.currency },
  { name: "fee", type: "bigint", value: (line) => line.fee?.minor ?? null },
  { name: "occurred_at", type: "timestamptz", value: (line) => line.occurredAtMs },
]);

/** Rows of one insert: twenty thousand at once would be encoded in one turn of the event loop. */
const ROWS_PER_INSERT = 2_000;

function* inBatches<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_INSERT) yield items.slice(at, at + ROWS_PER_INSERT);
}

export async function insertLines(
  tx: Transaction,
  statement: Statement,
  lines: readonly NumberedLine[],
): Promise<void> {
  for (const batch of inBatches(lines)) await insertLineBatch(tx, statement, batch);
}

async function insertLineBatch(
  tx: Transaction,
  { tenantId, id, providerAccountId }: Statement,
  lines: readonly NumberedLine[],
): Promise<void> {
  const values = lineRows.values(lines);
  const at = values.length;
  await tx.query({
    text: `
      insert into provider_statement_lines (tenant_id, statement_id, provider_account_id, line_no, type, reference,
        transaction_id, status, amount, currency, fee, occurred_at)
      select $${at + 1}, $${at + 2}, $${at + 3}, line_no, type, reference, transaction_id, status, amount, currency, fee,
        occurred_at
      from ${lineRows.from}`,
    values: [...values, tenantId, id, providerAccountId],
  });
}

const differenceRows = (ids: IdSource) =>
  itemRows<FoundDifference>([
    { name: "id", type: "uuid", value: () => ids.next("reconciliationDifference") },
    { name: "kind", type: "text", value: ({ kind }) => kind },
    { name: "type", type: "text", value: ({ type }) => type },
    { name: "line_no", type: "int", value: ({ line }) => line?.lineNo ?? null },
    {
      name: "reference",
      type: "text",
      value: ({ line, ours }) => line?.reference ?? ours?.reference ?? null,
    },
    { name: "transaction_id", type: "text", value: ({ line }) => line?.transactionId ?? null },
    { name: "merchant_no", type: "int", value: ({ ours }) => ours?.merchantNo ?? null },
    { name: "subject_type", type: "text", value: ({ ours }) => ours?.subjectType ?? null },
    { name: "subject_id", type: "uuid", value: ({ ours }) => ours?.id ?? null },
    { name: "our_status", type: "text", value: ({ ours }) => ours?.status ?? null },
    { name: "our_amount", type: "bigint", value: ({ ours }) => ours?.amount ?? null },
    { name: "our_currency", type: "text", value: ({ ours }) => ours?.currency ?? null },
    { name: "their_status", type: "text", value: ({ line }) => line?.status ?? null },
    { name: "their_amount", type: "bigint", value: ({ line }) => line?.amount.minor ?? null },
    { name: "their_currency", type: "text", value: ({ line }) => line?.amount.currency ?? null },
    { name: "occurred_at", type: "timestamptz", value: ({ occurredAtMs }) => occurredAtMs },
  ]);

export async function insertDifferences(
  tx: Transaction,
  ids: IdSource,
  statement: Statement,
  differences: readonly FoundDifference[],
): Promise<void> {
  for (const batch of inBatches(differences)) await insertDifferenceBatch(tx, ids, statement, batch);
}

async function insertDifferenceBatch(
  tx: Transaction,
  ids: IdSource,
  { tenantId, id, mode, createdAtMs }: Statement,
  differences: readonly FoundDifference[],
): Promise<void> {
  const rows = differenceRows(ids);
  const values = rows.values(differences);
  const at = values.length;
  await tx.query({
    text: `
      insert into reconciliation_differences (tenant_id, statement_id, mode, status, created_at, updated_at, id, kind, type,
        line_no, reference, transaction_id, merchant_no, subject_type, subject_id, our_status, our_amount, our_currency, their_status,
        their_amount, their_currency, occurred_at)
      select $${at + 1}, $${at + 2}, $${at + 3}, 'OPEN', $${at + 4}, $${at + 4}, id, kind, type, line_no, reference,
        transaction_id, merchant_no, subject_type, subject_id, our_status, our_amount, our_currency, their_status, their_amount,
        their_currency, occurred_at
      from ${rows.from}`,
    values: [...values, tenantId, id, mode, new Date(createdAtMs)],
  });
}

export async function readStatements(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Statement[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("s", statementFields)} from provider_statements s
      where s.tenant_id = $1 and s.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map((row) => readRow<Statement>(row, statementFields, statementJson));
}

const differenceColumns = `${selectList("d", differenceFields)}, n.merchant_id as "merchantId"`;
const differenceSource =
  "reconciliation_differences d left join merchant_numbers n on n.merchant_no = d.merchant_no";
const readDifferenceRow = (row: Row) =>
  readRow<Difference>(row, [...differenceFields, "merchantId"], NO_JSON);

export async function readDifferences(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly Difference[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${differenceColumns} from ${differenceSource} where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  return rows.map(readDifferenceRow);
}

/** Corrections of the tenant whose evidence names one of these differences, by their public ids. */
export function readCorrectionsOf(
  db: Queryable,
  tenantId: TenantId,
  differenceIds: readonly string[],
): Promise<readonly { readonly id: Id<"ledgerCorrection">; readonly evidence: string }[]> {
  if (differenceIds.length === 0) return Promise.resolve([]);
  return db.query({
    text: `select c.id, c.evidence from ledger_corrections c
      where c.tenant_id = $1 and c.evidence like any($2::text[]) order by c.id`,
    // The alphabet of ids has no character with a meaning of its own; the underscore of the prefix matches itself too.
    values: [tenantId, differenceIds.map((id) => `%${id}%`)],
  });
}

export interface StoredLine {
  readonly lineNo: number;
  readonly type: (typeof lineTypes)[number];
  readonly reference: string;
  readonly transactionId: string | null;
  readonly status: (typeof lineStatuses)[number];
  readonly amount: bigint;
  readonly currency: string;
  readonly fee: bigint | null;
  readonly occurredAtMs: number;
}

/** Lines of a statement above or below a number, nearest first. */
export function readLines(
  db: Queryable,
  tenantId: TenantId,
  id: Id<"providerStatement">,
  beyond: { readonly above: number } | { readonly below: number },
  limit: number,
): Promise<readonly StoredLine[]> {
  const forward = "above" in beyond;
  return db.query<StoredLine>({
    text: `select l.line_no as "lineNo", l.type, l.reference, l.transaction_id as "transactionId", l.status, l.amount,
        l.currency, l.fee, l.occurred_at as "occurredAtMs"
      from provider_statement_lines l
      where l.tenant_id = $1 and l.statement_id = $2 and l.line_no ${forward ? ">" : "<"} $3
      order by l.line_no ${forward ? "asc" : "desc"} limit $4`,
    values: [tenantId, id, forward ? beyond.above : beyond.below, limit],
  });
}

/** Locks it until the end of the transaction; null when the tenant has no such difference. */
export async function lockDifference(
  tx: Transaction,
  tenantId: TenantId,
  id: Id<"reconciliationDifference">,
): Promise<Difference | null> {
  const [row] = await tx.query<Row>({
    text: `select ${differenceColumns} from ${differenceSource} where d.tenant_id = $1 and d.id = $2 for update of d`,
    values: [tenantId, id],
  });
  return row === undefined ? null : readDifferenceRow(row);
}

/** Writes the new state of a locked difference, and lowers its statement's open count when that ends it. */
export async function writeDifference(tx: Transaction, difference: Difference): Promise<void> {
  const { tenantId, id, statementId, resolvedAtMs, updatedAtMs } = difference;
  await tx.query({
    text: `update reconciliation_differences set status = $3, note = $4, resolved_by = $5, resolved_at = $6, our_status = $7,
        our_amount = $8, version = $9, updated_at = $10
      where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      id,
      difference.status,
      difference.note,
      difference.resolvedBy,
      resolvedAtMs === null ? null : new Date(resolvedAtMs),
      difference.ourStatus,
      difference.ourAmount,
      difference.version,
      new Date(updatedAtMs),
    ],
  });
  if (difference.status !== "RESOLVED") return;
  await tx.query({
    text: `update provider_statements set open_count = open_count - 1, version = version + 1, updated_at = $3
      where tenant_id = $1 and id = $2`,
    values: [tenantId, statementId, new Date(updatedAtMs)],
  });
}
