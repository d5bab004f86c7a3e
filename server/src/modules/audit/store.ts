import type { Queryable } from "../../db/database.ts";
import type { Id, MerchantId, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** An audit entry as written. */
export interface AuditRow {
  readonly id: Id<"auditEntry">;
  readonly tenantId: TenantId;
  /** From 1, without a gap, per tenant. */
  readonly sequence: bigint;
  readonly merchantId: MerchantId | null;
  readonly mode: Mode | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
  readonly createdAtMs: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** A merchant's own part of the log in one mode: its acts, and those of the platform that it may know. */
export interface OwnPart {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** Acts of operators and of the service that are shown. */
  readonly platformActs: readonly string[];
}

/** Null: any. Times are half-open, in epoch milliseconds. */
export interface AuditFilter {
  readonly ownPart: OwnPart | null;
  readonly actor: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  readonly merchantId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  /** An actor, action, subject or request. */
  readonly named: string | null;
  readonly createdFromMs: number | null;
  readonly createdToMs: number | null;
}

/** A range of the list: at most `limit` rows in the order of their sequence, after skipping `offset` of them. */
export interface AuditStretch {
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly offset?: number;
  /** Only rows above, or below, this sequence. */
  readonly above?: bigint;
  readonly below?: bigint;
}

const columns = `a.id, a.tenant_id as "tenantId", a.sequence, coalesce(n.archived_from, n.merchant_id) as "merchantId", n.mode, a.actor, a.action,
  a.subject, a.before, a.after, a.ip, a.request_id as "requestId", a.created_at as "createdAtMs",
  a.previous_hash as "previousHash", a.hash`;

export function readEntries(
  db: Queryable,
  tenantId: TenantId,
  filter: AuditFilter,
  { newestFirst, limit, offset = 0, above, below }: AuditStretch,
): Promise<readonly AuditRow[]> {
  const { text, values } = conditions(tenantId, filter);
  const bind = (value: unknown): string => `$${values.push(value)}`;
  return db.query<AuditRow>({
    text: `select ${columns} from audit_log a left join merchant_numbers n on n.merchant_no = a.merchant_no
           where ${text}
             ${above === undefined ? "" : `and a.sequence > ${bind(above)}`}
             ${below === undefined ? "" : `and a.sequence < ${bind(below)}`}
           order by a.sequence ${newestFirst ? "desc" : "asc"} limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  });
}

/** SQL: the last entry that was moved into a file of tenant `$1`. It is still here, as the anchor; those before it are gone. */
const anchorSql = "(select max(d.last_sequence) from audit_detachments d where d.tenant_id = $1)";

/** The last entry that was moved into a file, which is still here; null: the whole log is. */
export async function findAnchor(db: Queryable, tenantId: TenantId): Promise<number | null> {
  const [row] = await db.query<{ anchor: bigint | null }>({
    text: `select ${anchorSql} as anchor`,
    values: [tenantId],
  });
  return row?.anchor == null ? null : Number(row.anchor);
}

/** How many entries match. Without a filter these are the numbers from the first that is not `gone` to the end of the chain. */
export async function countEntries(
  db: Queryable,
  tenantId: TenantId,
  filter: AuditFilter,
  gone: number,
): Promise<number> {
  const { text, values } = conditions(tenantId, filter);
  const [row] = await db.query<{ count: bigint }>({
    text: isOpen(filter)
      ? "select sequence as count from audit_heads where tenant_id = $1"
      : `select count(*) as count from audit_log a where ${text}`,
    values,
  });
  const count = Number(row?.count ?? 0n);
  return isOpen(filter) ? Math.max(0, count - gone) : count;
}

/** The position of an entry in its tenant's chain; null when the reader has no entry with this id. */
export async function findSequence(
  db: Queryable,
  tenantId: TenantId,
  { ownPart }: Pick<AuditFilter, "ownPart">,
  id: Id<"auditEntry">,
): Promise<bigint | null> {
  const { text, values } = conditions(tenantId, { ...NOTHING_FILTERED, ownPart });
  const [row] = await db.query<{ sequence: bigint }>({
    text: `select a.sequence from audit_log a where ${text} and a.id = $${values.push(id)}`,
    values,
  });
  return row?.sequence ?? null;
}

export const NOTHING_FILTERED: AuditFilter = {
  ownPart: null,
  actor: null,
  action: null,
  subject: null,
  merchantId: null,
  mode: null,
  requestId: null,
  named: null,
  createdFromMs: null,
  createdToMs: null,
};

/** What merchants read instead of an operator, of the service or of a provider. */
export const PLATFORM = "platform";
/** SQL: whether one of the merchant's people or keys acted. */
const byOwnSql = "(a.actor like 'usr\\_%' or a.actor like 'key\\_%')";

/** Whether there is no filter. */
export function isOpen(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === null);
}

function conditions(tenantId: TenantId, filter: AuditFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [tenantId];
  const texts = ["a.tenant_id = $1", `a.sequence >= coalesce(${anchorSql}, 0)`];
  const add = (condition: string, value: unknown): void => {
    if (value !== null) texts.push(`${condition} $${values.push(value)}`);
  };
  // A merchant cannot ask by the id of an operator either.
  const actor =
    filter.ownPart === null ? "a.actor" : `(case when ${byOwnSql} then a.actor else '${PLATFORM}' end)`;
  if (filter.ownPart !== null) texts.push(ownPartSql(filter.ownPart, (value) => `$${values.push(value)}`));
  add(`${actor} =`, filter.actor);
  add("a.action =", filter.action);
  add("a.subject =", filter.subject);
  add("a.request_id =", filter.requestId);
  if (filter.merchantId !== null || filter.mode !== null) {
    const merchant = `$${values.push(filter.merchantId)}::uuid`;
    const mode = `$${values.push(filter.mode)}::text`;
    // What a reset of the sandbox has archived still concerns its merchant.
    texts.push(`a.merchant_no = any(array(
      select n.merchant_no from merchant_numbers n
      where (${merchant} is null or n.merchant_id = ${merchant} or n.archived_from = ${merchant})
        and (${mode} is null or n.mode = ${mode})))`);
  }
  if (filter.named !== null) {
    const name = `$${values.push(filter.named)}`;
    texts.push(`(${actor} = ${name} or a.action = ${name} or a.subject = ${name} or a.request_id = ${name})`);
  }
  add("a.created_at >=", filter.createdFromMs === null ? null : new Date(filter.createdFromMs));
  add("a.created_at <", filter.createdToMs === null ? null : new Date(filter.createdToMs));
  return { text: texts.join(" and "), values };
}

/** A change of the merchant's status is one entry for both modes, without a number. */
function ownPartSql({ merchantId, mode, platformActs }: OwnPart, bind: (value: unknown) => string): string {
  const merchant = `${bind(merchantId)}::uuid`;
  return `(a.merchant_no = any(array(
      select n.merchant_no from merchant_numbers n
      where (n.merchant_id = ${merchant} or n.archived_from = ${merchant}) and n.mode = ${bind(mode)}))
      or (a.merchant_no is null and a.subject = ${merchant}::text))
    and (${byOwnSql} or a.action = any(${bind(platformActs)}::text[]))`;
}
