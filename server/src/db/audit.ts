import { type Actor, formatActor } from "../kit/actor.ts";
import { type IdSource, isUuid, type MerchantNo, type TenantId } from "../kit/ids.ts";
import type { Transaction } from "./database.ts";
import { chainHash } from "./hash-chain.ts";

/** A short public text, or an object that is written as JSON with amounts as text; never a secret. */
type AuditValue = string | object | null;

/** A privileged act: who did what to which object. At least one of `tenantId` and `merchantNo`, which leads to the tenant. */
export interface AuditEntry {
  readonly tenantId?: TenantId | null;
  readonly merchantNo?: MerchantNo | null;
  /** Written by `formatActor`. */
  readonly actor: AuditActor;
  /** `noun.verb`, as in `api_key.revoked`. */
  readonly action: string;
  /** The public id of the object. */
  readonly subject: string;
  readonly before?: AuditValue;
  readonly after?: AuditValue;
}

/** The actor, their address and their request: what use cases need to write their audit entry. */
export type AuditActor = Actor & {
  readonly requestId: string | null;
  /** The network address of the request; null without a request. */
  readonly ip: string | null;
};

/** For acts without a caller: the first start, background work. */
export const systemActor: AuditActor = { kind: "system", id: null, requestId: null, ip: null };

/** For acts that the service performs because a payment provider reported something. */
export const providerActor: AuditActor = { kind: "provider", id: null, requestId: null, ip: null };

/**
 * Writes the entry in the transaction of the act, right before COMMIT, after the last entry of the tenant. Acts of one
 * tenant queue there: the end of the chain is the last row that each of them locks. The service's role can add to the
 * log and never change it.
 */
export async function writeAudit(
  tx: Transaction,
  ids: IdSource,
  nowMs: number,
  entry: AuditEntry,
): Promise<void> {
  const { tenantId = null, merchantNo = null, actor, action, subject } = entry;
  const owner = await ownerOf(tx, tenantId, merchantNo);
  const row: AuditRow = {
    ...owner,
    id: ids.uuid(),
    nowMs,
    merchantNo,
    actor,
    action,
    subject,
    before: textOf(entry.before),
    after: textOf(entry.after),
  };
  tx.beforeCommit(`audit ${owner.tenantId}`, () => append(tx, row));
}

function textOf(value: AuditValue = null): string | null {
  if (value === null || typeof value === "string") return value;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? part.toString() : part));
}

interface Owner {
  readonly tenantId: string;
  readonly merchantId: string | null;
  readonly mode: string | null;
}

async function ownerOf(
  tx: Transaction,
  tenantId: TenantId | null,
  merchantNo: MerchantNo | null,
): Promise<Owner> {
  if (merchantNo === null) {
    if (tenantId === null || !isUuid(tenantId)) throw new Error("an audit entry belongs to a tenant");
    return { tenantId, merchantId: null, mode: null };
  }
  const [owner] = await tx.query<Owner>({
    text: `select m.tenant_id as "tenantId", coalesce(n.archived_from, m.id) as "merchantId", n.mode
             from merchant_numbers n join merchants m on m.id = n.merchant_id where n.merchant_no = $1`,
    values: [merchantNo],
  });
  if (owner === undefined || (tenantId !== null && tenantId !== owner.tenantId)) {
    throw new Error("an audit entry names a merchant of another tenant");
  }
  return owner;
}

interface AuditRow extends Owner, Pick<AuditEntry, "actor" | "action" | "subject"> {
  readonly id: string;
  readonly nowMs: number;
  readonly merchantNo: MerchantNo | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** An entry as it is hashed: every value is text, or null where there is none. */
export interface HashedEntry extends Owner {
  readonly sequence: bigint;
  /** The stored UUID; null when the public id is none. */
  readonly id: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
}

/** The hashed fields, in this order. The checkers outside the service use the same order. */
export const hashedFields = (entry: HashedEntry): readonly (string | null)[] => [
  entry.tenantId,
  entry.sequence.toString(),
  entry.id,
  entry.createdAt,
  entry.actor,
  entry.action,
  entry.subject,
  entry.before,
  entry.after,
  entry.ip,
  entry.requestId,
  entry.merchantId,
  entry.mode,
];

async function append(tx: Transaction, entry: AuditRow): Promise<void> {
  const [head] = await tx.query<{ sequence: bigint; hash: Buffer }>({
    text: `insert into audit_heads (tenant_id, sequence, hash) values ($1, 1, decode(repeat('00', 32), 'hex'))
           on conflict (tenant_id) do update set sequence = audit_heads.sequence + 1
           returning sequence, hash`,
    values: [entry.tenantId],
  });
  if (head === undefined) throw new Error("an upsert returns its row");
  const fields = hashedFields({
    ...entry,
    sequence: head.sequence,
    createdAt: new Date(entry.nowMs).toISOString(),
    actor: formatActor(entry.actor),
    ip: entry.actor.ip,
    requestId: entry.actor.requestId,
  });
  const hash = chainHash(head.hash, fields);
  await tx.query({
    text: `with moved as (update audit_heads set hash = $14 where tenant_id = $2)
           insert into audit_log (id, tenant_id, merchant_no, actor, action, subject, before, after, request_id, ip,
             created_at, sequence, previous_hash, hash)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      entry.id,
      entry.tenantId,
      entry.merchantNo,
      formatActor(entry.actor),
      entry.action,
      entry.subject,
      entry.before,
      entry.after,
      entry.actor.requestId,
      entry.actor.ip,
      new Date(entry.nowMs),
      head.sequence,
      head.hash,
      hash,
    ],
  });
}
