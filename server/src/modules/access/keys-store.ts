import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { StoredApiKey } from "./types.ts";

const columns = `k.id, k.merchant_id as "merchantId", k.merchant_no as "merchantNo", m.tenant_id as "tenantId", k.mode,
  k.name, k.last4, k.permissions, k.merchant_ids as "merchantIds", k.ip_allowlist as "ipAllowlist",
  k.owner, k.expires_at as "expiresAtMs", k.revoked_at as "revokedAtMs", k.last_used_at as "lastUsedAtMs", k.replaces,
  k.requests_per_second as "requestsPerSecond", n.requests_per_second_max as "requestsPerSecondMax", k.version, k.created_at as "createdAtMs", k.updated_at as "updatedAtMs",
  made.maker_kind as "makerKind", made.maker_id as "makerId", made.name as "makerName"`;

/** A maker that is an operator, or the service, is not named to the merchant. */
const tables = `api_keys k join merchants m on m.id = k.merchant_id
  join merchant_numbers n on n.merchant_no = k.merchant_no
  left join lateral (
    select o.maker_kind, o.maker_id, coalesce(maker.name, person.name) as name
    from actor_origins o
    left join api_keys maker on o.maker_kind = 'key' and maker.id = o.maker_id
    left join persons person on o.maker_kind = 'person' and person.id = o.maker_id
    where o.made_id = k.id and o.relation = 'created' and o.maker_kind in ('key', 'person')
    order by o.made_at limit 1
  ) made on true`;

/** The merchant's keys of these ids; ids of other merchants are not found. */
export function readKeys(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly StoredApiKey[]> {
  return db.query<StoredApiKey>({
    text: `select ${columns} from ${tables}
      where k.merchant_no = $1 and k.id = any ($2::uuid[])`,
    values: [merchantNo, ids],
  });
}

/** Keys of any merchant, locked until the transaction ends, always in the same order. */
export function lockKeys(tx: Transaction, ids: readonly Id<"apiKey">[]): Promise<readonly StoredApiKey[]> {
  return tx.query<StoredApiKey>({
    text: `select ${columns} from ${tables}
      where k.id = any ($1::uuid[]) order by k.id for no key update of k`,
    values: [ids],
  });
}

/**
 * The number of the merchant's keys that are not ended. Other transactions that make a key wait until this one ends.
 */
export async function countLivingKeys(
  tx: Transaction,
  merchantNo: MerchantNo,
  nowMs: number,
): Promise<number> {
  await tx.query({
    text: "select 1 from merchant_numbers where merchant_no = $1 for no key update",
    values: [merchantNo],
  });
  const [row] = await tx.query<{ count: number }>({
    text: `select count(*)::int as count from api_keys
      where merchant_no = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
        -- One whose text nobody has fetched yet opens nothing.
        and not exists (select from key_claims c where c.key_id = api_keys.id and c.claimed_at is null)`,
    values: [merchantNo, new Date(nowMs)],
  });
  return row?.count ?? 0;
}

/** Writes the fields of a key that a merchant can change. */
export async function writeKey(tx: Transaction, key: StoredApiKey): Promise<void> {
  await tx.query({
    text: `update api_keys set name = $2, permissions = $3, ip_allowlist = $4, expires_at = $5, version = $6,
        updated_at = $7, requests_per_second = $8 where id = $1`,
    values: [
      key.id,
      key.name,
      key.permissions,
      key.ipAllowlist,
      key.expiresAtMs === null ? null : new Date(key.expiresAtMs),
      key.version,
      new Date(key.updatedAtMs),
      key.requestsPerSecond,
    ],
  });
}

/** The limit that an operator set for each key of the merchant; null: the service's default. */
export async function readRequestLimit(db: Queryable, merchantNo: MerchantNo): Promise<number | null> {
  const [row] = await db.query<{ max: number | null }>({
    text: "select requests_per_second_max as max from merchant_numbers where merchant_no = $1",
    values: [merchantNo],
  });
  return row?.max ?? null;
}
