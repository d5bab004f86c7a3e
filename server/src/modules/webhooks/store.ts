import type { Queryable, Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import type { Id, MerchantId, MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { ENDPOINT_PAUSE_MS_MAX, type EndpointHealth } from "./rules.ts";
import type { DisabledReason, EndpointStatus } from "./states.ts";

export interface Endpoint {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly id: Id<"webhookEndpoint">;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: EndpointStatus;
  readonly description: string | null;
  readonly ordered: boolean;
  readonly failingSinceMs: number | null;
  /** When a ping to the present address was answered with 2xx. Null: not yet, so only pings are sent. */
  readonly verifiedAtMs: number | null;
  readonly disabledReason: DisabledReason | null;
  readonly eventSequence: number;
  /** Until then the previous secret signs too. */
  readonly previousSecretExpiresAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** An endpoint as stored: with `sealedUrl`, or with `clearUrl` until the address is sealed. */
export interface StoredEndpoint extends Omit<Endpoint, "url"> {
  readonly sealedUrl: Buffer | null;
  readonly clearUrl: string | null;
}

/** Identifies one endpoint. */
export interface EndpointKey {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"webhookEndpoint">;
}

export const endpointColumns = `p.merchant_no as "merchantNo", number.merchant_id as "merchantId", number.mode, p.id,
  p.sealed_url as "sealedUrl", p.url as "clearUrl", p.events, p.status, p.description, p.ordered, p.failing_since as "failingSinceMs",
  p.proved_at as "verifiedAtMs", p.disabled_reason as "disabledReason",
  p.event_sequence as "eventSequence",
  p.previous_secret_expires_at as "previousSecretExpiresAtMs", p.version, p.created_at as "createdAtMs", p.updated_at as "updatedAtMs"`;

/** The sealing context of an endpoint's secret: in another row or column it cannot be opened. */
export function secretContext({ merchantNo, id }: EndpointKey): string {
  return `webhook_endpoints.secret ${merchantNo} ${id}`;
}

export interface EndpointCount {
  /** Endpoints that are not deleted. */
  readonly present: number;
  /** Endpoints registered since the given time, deleted ones included. */
  readonly registered: number;
  /** When the first of these was registered. */
  readonly firstRegisteredAtMs: number | null;
}

/** Counts the merchant's endpoints. Other transactions that create one wait until this one ends. */
export async function countEndpoints(
  tx: Transaction,
  merchantNo: MerchantNo,
  sinceMs: number,
): Promise<EndpointCount> {
  await tx.query({
    text: "select 1 from merchant_numbers where merchant_no = $1 for no key update",
    values: [merchantNo],
  });
  const [row] = await tx.query<EndpointCount>({
    text: `select count(*) filter (where deleted_at is null)::int as present,
             count(*) filter (where created_at > $2)::int as registered,
             min(created_at) filter (where created_at > $2) as "firstRegisteredAtMs"
        from webhook_endpoints where merchant_no = $1`,
    values: [merchantNo, new Date(sinceMs)],
  });
  return row ?? { present: 0, registered: 0, firstRegisteredAtMs: null };
}

export async function insertEndpoint(
  tx: Transaction,
  endpoint: Omit<Endpoint, "url">,
  { secret, sealedUrl }: { readonly secret: Buffer; readonly sealedUrl: Buffer },
): Promise<void> {
  await tx.query({
    text: `insert into webhook_endpoints (merchant_no, id, sealed_url, events, status, description, ordered, secret,
        disabled_reason, version, created_at, updated_at)
      values ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      endpoint.merchantNo,
      endpoint.id,
      sealedUrl,
      endpoint.events,
      endpoint.status,
      endpoint.description,
      endpoint.ordered,
      secret,
      endpoint.disabledReason,
      endpoint.version,
      new Date(endpoint.createdAtMs),
      new Date(endpoint.updatedAtMs),
    ],
  });
}

/** All endpoints of the merchant, newest first: there are few. */
export function readEndpoints(db: Queryable, merchantNo: MerchantNo): Promise<readonly StoredEndpoint[]> {
  return db.query<StoredEndpoint>({
    text: `select ${endpointColumns} from webhook_endpoints p join merchant_numbers number using (merchant_no)
      where p.merchant_no = $1 and p.deleted_at is null order by p.id desc`,
    values: [merchantNo],
  });
}

export async function findEndpoint(
  db: Queryable,
  { merchantNo, id }: EndpointKey,
): Promise<StoredEndpoint | null> {
  const [row] = await db.query<StoredEndpoint>({
    text: `select ${endpointColumns} from webhook_endpoints p join merchant_numbers number using (merchant_no)
      where p.merchant_no = $1 and p.id = $2 and p.deleted_at is null`,
    values: [merchantNo, id],
  });
  return row ?? null;
}

/** The sealed secrets that sign for an endpoint; null: there is none. */
export async function findSecrets(
  db: Queryable,
  { merchantNo, id }: EndpointKey,
): Promise<{
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretExpiresAtMs: number | null;
} | null> {
  const [row] = await db.query<{
    secret: Buffer;
    previousSecret: Buffer | null;
    previousSecretExpiresAtMs: number | null;
  }>({
    text: `select p.secret, p.previous_secret as "previousSecret",
        p.previous_secret_expires_at as "previousSecretExpiresAtMs"
      from webhook_endpoints p where p.merchant_no = $1 and p.id = $2 and p.deleted_at is null`,
    values: [merchantNo, id],
  });
  return row ?? null;
}

/** The same order in all processes. */
const byKey = (left: EndpointKey, right: EndpointKey): number =>
  left.merchantNo - right.merchantNo || (left.id < right.id ? -1 : 1);

/** How far the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 10_000;

/**
 * The end of the pause of endpoint `p`, for a process that writes `now`. A clock that was ahead leaves a pause longer
 * than any rule sets: it counts as over. Parameters, from `pauseBounds`: a time surely later than now, and the end of
 * the longest pause.
 */
export const pausedUntilSql = (surelyLater: string, longest: string): string =>
  `case when p.paused_at > ${surelyLater} or p.paused_until > ${longest} then null else p.paused_until end`;

/** The values for `pausedUntilSql`. */
export const pauseBounds = (nowMs: number): readonly [Date, Date] => [
  new Date(nowMs + CLOCKS_DIFFER_MS),
  new Date(nowMs + ENDPOINT_PAUSE_MS_MAX + CLOCKS_DIFFER_MS),
];

/** Locks endpoints, in the order of their keys, and reads their health. */
export function lockHealth(
  tx: Transaction,
  keys: readonly EndpointKey[],
  nowMs: number,
): Promise<readonly (EndpointKey & EndpointHealth)[]> {
  const sorted = [...keys].sort(byKey);
  return tx.query<EndpointKey & EndpointHealth>({
    text: `select p.merchant_no as "merchantNo", p.id, p.failing_since as "failingSinceMs",
             p.failure_streak as "failureStreak", ${pausedUntilSql("$3", "$4")} as "pausedUntilMs"
        from webhook_endpoints p
       where (p.merchant_no, p.id) in (select * from unnest($1::int[], $2::uuid[]))
       order by p.merchant_no, p.id for no key update`,
    values: [sorted.map(({ merchantNo }) => merchantNo), sorted.map(({ id }) => id), ...pauseBounds(nowMs)],
  });
}

export async function writeHealth(
  tx: Transaction,
  healths: readonly (EndpointKey & EndpointHealth)[],
  nowMs: number,
): Promise<void> {
  const times = (read: (health: EndpointHealth) => number | null) =>
    healths.map((health) => {
      const ms = read(health);
      return ms === null ? null : new Date(ms);
    });
  await tx.query({
    text: `update webhook_endpoints p
         set failing_since = item.failing_since, failure_streak = item.failure_streak, paused_until = item.paused_until,
             paused_at = case when item.paused_until is not null then $6::timestamptz end
        from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::int[], $5::timestamptz[])
          as item (merchant_no, id, failing_since, failure_streak, paused_until)
       where p.merchant_no = item.merchant_no and p.id = item.id`,
    values: [
      healths.map(({ merchantNo }) => merchantNo),
      healths.map(({ id }) => id),
      times(({ failingSinceMs }) => failingSinceMs),
      healths.map(({ failureStreak }) => failureStreak),
      times(({ pausedUntilMs }) => pausedUntilMs),
      new Date(nowMs),
    ],
  });
}

/** An endpoint, and the sealed address that a ping was sent to. */
export interface AnsweredPing {
  readonly merchantNo: MerchantNo;
  readonly endpointId: Id<"webhookEndpoint">;
  readonly sealedUrl: Buffer;
}

/**
 * Marks endpoints as verified whose address is still the one that answered. The caller has locked their rows, in the order of their
 * keys. Returns the ones that were not verified before.
 */
export function markVerified(
  tx: Transaction,
  pings: readonly AnsweredPing[],
  nowMs: number,
): Promise<readonly EndpointKey[]> {
  return tx.query<EndpointKey>({
    text: `update webhook_endpoints p set proved_at = $4
        from unnest($1::int[], $2::uuid[], $3::bytea[]) as item (merchant_no, id, sealed_url)
       where p.merchant_no = item.merchant_no and p.id = item.id and p.sealed_url = item.sealed_url
         and p.proved_at is null
      returning p.merchant_no as "merchantNo", p.id`,
    values: [
      pings.map(({ merchantNo }) => merchantNo),
      pings.map(({ endpointId }) => endpointId),
      pings.map(({ sealedUrl }) => sealedUrl),
      new Date(nowMs),
    ],
  });
}

/** Endpoints that have been failing since `beforeMs` or earlier, at most `limit`. */
export function findFailingEndpoints(
  db: Queryable,
  beforeMs: number,
  limit: number,
): Promise<readonly EndpointKey[]> {
  return db.query<EndpointKey>({
    text: `select merchant_no as "merchantNo", id from webhook_endpoints
      where status = 'ACTIVE' and failing_since <= $1 and ${stillHere("merchant_no")} order by failing_since limit $2`,
    values: [new Date(beforeMs), limit],
  });
}

/**
 * Disables the ACTIVE ones of these endpoints, and returns their new state: no endpoint is disabled twice.
 * `failingBeforeMs`, when given, spares an endpoint that has succeeded meanwhile.
 */
export function disableActive(
  tx: Transaction,
  keys: readonly EndpointKey[],
  reason: DisabledReason,
  nowMs: number,
  failingBeforeMs: number | null,
): Promise<readonly StoredEndpoint[]> {
  const sorted = [...keys].sort(byKey);
  return tx.query<StoredEndpoint>({
    text: `update webhook_endpoints p
         set status = 'DISABLED', disabled_reason = $3, event_sequence = p.event_sequence + 1,
             version = p.version + 1, updated_at = $4
        from merchant_numbers number
       where number.merchant_no = p.merchant_no and p.status = 'ACTIVE'
         and ($5::timestamptz is null or p.failing_since <= $5)
         and (p.merchant_no, p.id) in (select * from unnest($1::int[], $2::uuid[]))
      returning ${endpointColumns}`,
    values: [
      sorted.map(({ merchantNo }) => merchantNo),
      sorted.map(({ id }) => id),
      reason,
      new Date(nowMs),
      failingBeforeMs === null ? null : new Date(failingBeforeMs),
    ],
  });
}
