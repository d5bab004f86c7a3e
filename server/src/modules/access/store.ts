import { binaryArray } from "../../db/binary-array.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { probe } from "../../db/probe.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ApiKey, NewApiKey } from "./types.ts";

/** Sent in the transaction of each change: a revoked key stops on every instance at once. */
export const ACCESS_CHANGED = "access_changed";

const keyColumns = `k.id, k.merchant_id as "merchantId", k.merchant_no as "merchantNo", m.tenant_id as "tenantId",
  k.mode, k.permissions, k.merchant_ids as "merchantIds", k.ip_allowlist as "ipAllowlist",
  k.expires_at as "expiresAtMs", k.revoked_at as "revokedAtMs", k.last_used_at as "lastUsedAtMs",
  k.requests_per_second as "requestsPerSecond", n.requests_per_second_max as "requestsPerSecondMax"`;

/** The keys with these hashes (base64); unknown hashes are left out. */
export async function findKeysByHash(
  db: Queryable,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ApiKey>> {
  const rows = await db.query<ApiKey & { readonly hash: Buffer }>({
    name: "api_keys_by_hash",
    text: `select k.hash, ${keyColumns}
             from unnest($1::bytea[]) as asked (hash)
            ${probe("k", "select * from api_keys x where x.hash = asked.hash")}
            ${probe("m", "select * from merchants x where x.id = k.merchant_id")}
            ${probe("n", "select * from merchant_numbers x where x.merchant_no = k.merchant_no")}`,
    values: [binaryArray("bytea", hashes, (hash) => Buffer.from(hash, "base64"))],
  });
  return new Map(rows.map((key) => [key.hash.toString("base64"), key]));
}

/** The key with this id, ended or not. */
export async function findKeyById(db: Queryable, id: Id<"apiKey">): Promise<ApiKey | null> {
  const [row] = await db.query<ApiKey>({
    text: `select ${keyColumns} from api_keys k join merchants m on m.id = k.merchant_id
             join merchant_numbers n on n.merchant_no = k.merchant_no where k.id = $1`,
    values: [id],
  });
  return row ?? null;
}

/**
 * The number of another merchant that the key may act for, in the key's mode; null when the key does not list it, or
 * when it belongs to another tenant.
 */
export async function findScopedMerchant(
  db: Queryable,
  keyId: Id<"apiKey">,
  merchantId: MerchantId,
): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select n.merchant_no as "merchantNo"
             from api_keys k
             join merchants own on own.id = k.merchant_id
             join merchants other on other.id = $2 and other.tenant_id = own.tenant_id
             join merchant_numbers n on n.merchant_id = other.id and n.mode = k.mode
            where k.id = $1 and other.id = any (k.merchant_ids)`,
    values: [keyId, merchantId],
  });
  return row?.merchantNo ?? null;
}

export interface KeyOwner {
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
}

export async function findOwner(db: Queryable, merchantNo: MerchantNo): Promise<KeyOwner | null> {
  const [row] = await db.query<KeyOwner>({
    text: `select m.id as "merchantId", m.tenant_id as "tenantId", n.mode
             from merchant_numbers n join merchants m on m.id = n.merchant_id where n.merchant_no = $1`,
    values: [merchantNo],
  });
  return row ?? null;
}

/** How many of the given merchants belong to the tenant. */
export async function countTenantMerchants(
  db: Queryable,
  tenantId: TenantId,
  merchantIds: readonly MerchantId[],
): Promise<number> {
  const [row] = await db.query<{ count: bigint }>({
    text: "select count(*) as count from merchants where tenant_id = $1 and id = any ($2)",
    values: [tenantId, merchantIds],
  });
  return Number(row?.count ?? 0n);
}

export async function insertKey(
  tx: Transaction,
  id: Id<"apiKey">,
  hash: Buffer,
  last4: string,
  owner: KeyOwner,
  key: NewApiKey,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into api_keys (id, hash, merchant_id, merchant_no, mode, name, last4, permissions, merchant_ids,
             ip_allowlist, expires_at, replaces, created_at, updated_at, requests_per_second, owner)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15)`,
    values: [
      id,
      hash,
      owner.merchantId,
      key.merchantNo,
      owner.mode,
      key.name,
      last4,
      key.permissions,
      key.merchantIds ?? [],
      key.ipAllowlist ?? [],
      key.expiresAtMs == null ? null : new Date(key.expiresAtMs),
      key.replaces ?? null,
      new Date(nowMs),
      key.requestsPerSecond ?? null,
      key.owner ?? false,
    ],
  });
}

/** Returns false when the merchant has no such key or it was revoked before. */
export async function markRevoked(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"apiKey">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update api_keys set revoked_at = $3, updated_at = $3, version = version + 1
            where merchant_no = $1 and id = $2 and revoked_at is null returning 1`,
    values: [merchantNo, id, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Only for a key made to live no longer than `lifeMs`. Returns whether it was one. */
export async function clearExpiry(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"apiKey">,
  lifeMs: number,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update api_keys set expires_at = null, updated_at = $3, version = version + 1
            where merchant_no = $1 and id = $2 and revoked_at is null
              and expires_at - created_at <= $4 * interval '1 millisecond' returning 1`,
    values: [merchantNo, id, new Date(nowMs), lifeMs],
  });
  return rows.length === 1;
}

/** Keys of the merchant with this name that are not revoked; with a time, those made before it and never used. */
export async function findKeysByName(
  db: Queryable,
  merchantNo: MerchantNo,
  name: string,
  unusedSinceMs: number | null = null,
): Promise<readonly Id<"apiKey">[]> {
  const rows = await db.query<{ id: Id<"apiKey"> }>({
    text: `select id from api_keys
            where merchant_no = $1 and name = $2 and revoked_at is null
              and ($3::timestamptz is null or (last_used_at is null and created_at < $3))
            order by id`,
    values: [merchantNo, name, unusedSinceMs === null ? null : new Date(unusedSinceMs)],
  });
  return rows.map((row) => row.id);
}

/**
 * Keys of these names that the service made automatically to live no longer than `lifeMs`, and that were neither made
 * lasting, changed, used nor revoked since.
 */
export async function findUnhandedKeys(
  db: Queryable,
  merchantNo: MerchantNo,
  names: readonly string[],
  lifeMs: number,
): Promise<readonly Id<"apiKey">[]> {
  const rows = await db.query<{ id: Id<"apiKey"> }>({
    text: `select k.id from api_keys k
            where k.merchant_no = $1 and k.name = any($2) and k.revoked_at is null and k.last_used_at is null
              and k.version = 1 and k.expires_at - k.created_at <= $3 * interval '1 millisecond'
              and not exists (select from actor_origins o where o.made_id = k.id)
            order by k.id`,
    values: [merchantNo, names, lifeMs],
  });
  return rows.map((row) => row.id);
}

/**
 * Writes when keys were last used. Every instance locks the rows in the order of their ids, and a time never moves
 * back, because instances report late. This is not a change of the key: no version, no announcement.
 */
export async function writeLastUsed(
  db: Queryable,
  uses: readonly (readonly [id: string, atMs: number])[],
): Promise<void> {
  const sorted = [...uses].sort(([left], [right]) => (left < right ? -1 : 1));
  await db.query({
    text: `with used as (select * from unnest($1::uuid[], $2::timestamptz[]) as used (id, at)),
           locked as (select k.id from api_keys k join used on used.id = k.id order by k.id for update of k)
           update api_keys k set last_used_at = used.at
             from used join locked on locked.id = used.id
            where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`,
    values: [sorted.map(([id]) => id), sorted.map(([, atMs]) => new Date(atMs).toISOString())],
  });
}

export interface RequestLimitRow {
  readonly merchantNo: MerchantNo;
  readonly requestsPerSecond: number | null;
  /** The value before the change. */
  readonly before: number | null;
  readonly version: number;
  readonly updatedAtMs: number;
}

/** Writes the rate limit of each key of the merchant; null: no merchant of the tenant has this id. */
export async function writeRequestLimit(
  tx: Transaction,
  tenantId: TenantId,
  merchantId: string,
  mode: Mode,
  requestsPerSecond: number | null,
  nowMs: number,
): Promise<RequestLimitRow | null> {
  const [row] = await tx.query<RequestLimitRow>({
    text: `with held as (
             select n.merchant_no, n.requests_per_second_max as before
               from merchant_numbers n join merchants m on m.id = n.merchant_id
              where m.id = $1 and m.tenant_id = $2 and n.mode = $3 for no key update of n)
           update merchant_numbers n set requests_per_second_max = $4, version = n.version + 1, updated_at = $5
             from held where n.merchant_no = held.merchant_no
           returning n.merchant_no as "merchantNo", n.requests_per_second_max as "requestsPerSecond", held.before,
             n.version, n.updated_at as "updatedAtMs"`,
    values: [merchantId, tenantId, mode, requestsPerSecond, new Date(nowMs)],
  });
  return row ?? null;
}
