import type { BatchCommand, BatchWriter } from "../db/batch-writer.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { sqlState } from "../db/errors.ts";
import { itemRows } from "../db/item-rows.ts";
import { stillHere } from "../db/left-merchants.ts";
import { probe } from "../db/probe.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { errors } from "./errors.ts";
import type { IdempotencyClaim } from "./route.ts";

/**
 * A creation may be repeated: the same key and body give the same answer and no second effect. The row of the key is
 * written in the transaction of the effect, so either both exist or neither does. Scope: merchant and mode (together
 * `merchant_no`) and route; when the answer contains a secret, the caller too. 4xx and 5xx answers are not kept: the
 * effect did not happen, and a retry may succeed.
 */
const KEY_LENGTH_MAX = 255;
/** Minimum length where unrelated payers share a path, so that two of them do not choose the same key: half a UUID. */
export const OPEN_KEY_LENGTH_MIN = 16;
/** How long a replay shows secrets again: an hour. */
export const SECRETS_KEPT_FOR_MS = 3_600_000;
/** Retry-After, in seconds, for a request whose twin is still running. */
const RETRY_AFTER_SECONDS = 1;
/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = "55P03";
/** Rows per round of the cleanup, so that it never holds many locks. */
const CLEANUP_ROWS_MAX = 5_000;

/**
 * Status of a key whose effect is committed while its answer is still being made, because an external system is called
 * in between: a twin is told that the request is running.
 */
export const ANSWER_PENDING = 0;

/** A kept answer: the status and the `data` of the envelope. */
export interface KeptAnswer {
  readonly status: number;
  readonly data: unknown;
}

export interface FoundAnswer extends KeptAnswer {
  /** When the key was claimed. */
  readonly createdAtMs: number;
}

/** The columns of table `idempotency_keys`, for stores that insert them in their own set-oriented statement. */
export interface IdempotencyRow {
  readonly merchantNo: MerchantNo;
  readonly route: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Id of the row that the key created: distinguishes two equal keys of one batch. */
  readonly owner: string;
  readonly status: number;
  readonly body: Buffer;
  readonly createdAt: Date;
}

/** A claim of a key, and the row it is for. */
export interface IdempotencyScope {
  readonly claim: IdempotencyClaim;
  readonly merchantNo: MerchantNo;
  readonly owner: string;
  readonly nowMs: number;
}

/**
 * Thrown by a transaction that lost the key to a twin: its effect is rolled back, and the twin's answer is replayed.
 */
export class IdempotencyKeyTaken extends Error {
  override readonly name = "IdempotencyKeyTaken";
  /** By when the twin's answer is available. */
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds = RETRY_AFTER_SECONDS) {
    super();
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const printable = /^[\x20-\x7e]+$/;

/**
 * The key in the header's value: 1-255 printable characters; `"abc"` (the form of the IETF draft) is the same key as
 * `abc`. Null when the header is absent. Refuses with VALIDATION_ERROR.
 */
export function parseIdempotencyKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === "string" ? header.trim() : "";
  const key = /^".*"$/.test(text) && text.length >= 2 ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  if (key.length === 0 || key.length > KEY_LENGTH_MAX || !printable.test(key)) {
    throw errors.VALIDATION_ERROR({
      fields: [
        {
          path: "Idempotency-Key",
          rule: "format",
          message: `Idempotency-Key must be one header of 1-${KEY_LENGTH_MAX} printable ASCII characters.`,
        },
      ],
    });
  }
  return key;
}

/** The answer in the form that the table keeps: sealed, since it can contain a webhook secret or a session's token. */
export function sealAnswer(
  keyring: Keyring,
  merchantNo: MerchantNo,
  claim: IdempotencyClaim,
  answer: KeptAnswer,
): Buffer {
  return keyring.seal(JSON.stringify(answer.data), sealContext(merchantNo, claim));
}

/** Opens what `sealAnswer` sealed. Throws when the row was altered or moved. */
export function openAnswer(
  keyring: Keyring,
  merchantNo: MerchantNo,
  claim: IdempotencyClaim,
  row: { readonly status: number; readonly body: Buffer },
): KeptAnswer {
  return {
    status: row.status,
    data: JSON.parse(keyring.open(row.body, sealContext(merchantNo, claim)).toString("utf8")) as unknown,
  };
}

const sealContext = (merchantNo: MerchantNo, { route, key }: IdempotencyClaim): string =>
  `idempotency_keys.body ${merchantNo} ${route} ${key}`;

interface KeyToFind {
  readonly merchantNo: MerchantNo;
  readonly claim: IdempotencyClaim;
}

type FoundKey = Pick<IdempotencyRow, "fingerprint" | "status" | "body"> & { readonly createdAtMs: number };

const keysToFind = itemRows<KeyToFind>([
  { name: "merchant_no", type: "int", value: ({ merchantNo }) => merchantNo },
  { name: "route", type: "text", value: ({ claim }) => claim.route },
  { name: "key", type: "text", value: ({ claim }) => claim.key },
]);

/** Every creation first checks whether it is a repeat: concurrent checks share one statement. */
export const findKeys: BatchCommand<KeyToFind, FoundKey | null> = {
  name: "http.find_keys",
  statement: (items) => ({
    name: "http.find_keys",
    text: `select item.item, k.fingerprint, k.status, k.body, k.created_at as "createdAtMs" from ${keysToFind.from}
      ${probe(
        "k",
        `select fingerprint, status, body, created_at from idempotency_keys x
        where x.merchant_no = item.merchant_no and x.route = item.route and x.key = item.key`,
      )}`,
    values: keysToFind.values(items),
  }),
  result: (_item, row) => (row as FoundKey | undefined) ?? null,
};

/**
 * The answer kept under the key, or null when the key is unused or its answer is still being made. Refuses with
 * IDEMPOTENCY_KEY_MISMATCH when it was used with another body. Sees committed rows only: two twins that both find null
 * collide at the insert.
 */
export async function findAnswer(
  batchWriter: BatchWriter,
  keyring: Keyring,
  merchantNo: MerchantNo,
  claim: IdempotencyClaim,
): Promise<FoundAnswer | null> {
  const row = await batchWriter.run(findKeys, { merchantNo, claim });
  if (row === null) return null;
  if (!row.fingerprint.equals(claim.fingerprint)) throw errors.IDEMPOTENCY_KEY_MISMATCH();
  if (row.status === ANSWER_PENDING) return null;
  return { ...openAnswer(keyring, merchantNo, claim, row), createdAtMs: row.createdAtMs };
}

/**
 * First statement of the transaction: takes the key, waiting for a twin that holds it. If the twin rolls back, we get
 * the key; if it commits, this throws `IdempotencyKeyTaken`, and the server replays the twin's answer. Must come before
 * any other write; otherwise a unique value of the request itself (a slug) would be refused as taken by its own twin.
 */
export async function claimIdempotency(tx: Transaction, scope: IdempotencyScope): Promise<void> {
  const { claim, merchantNo, owner, nowMs } = scope;
  const taken = await tx
    .query({
      text: `insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
        values ($1, $2, $3, $4, $5, ${ANSWER_PENDING}, '', $6)
        on conflict (merchant_no, route, key) do nothing
        returning owner`,
      values: [merchantNo, claim.route, claim.key, claim.fingerprint, owner, new Date(nowMs)],
    })
    .catch((error: unknown) => {
      // The twin has held the key for longer than the connection's lock timeout.
      if (sqlState(error) === LOCK_NOT_AVAILABLE) {
        throw errors.IDEMPOTENCY_REQUEST_IN_PROGRESS({}, RETRY_AFTER_SECONDS);
      }
      throw error;
    });
  if (taken.length === 0) throw new IdempotencyKeyTaken();
}

/** Last statement of the transaction: keeps the answer together with the effect. */
export async function keepAnswer(
  tx: Transaction,
  keyring: Keyring,
  scope: IdempotencyScope,
  answer: KeptAnswer,
): Promise<void> {
  const { claim, merchantNo } = scope;
  await tx.query({
    text: `update idempotency_keys set status = $4, body = $5
      where merchant_no = $1 and route = $2 and key = $3`,
    values: [
      merchantNo,
      claim.route,
      claim.key,
      answer.status,
      sealAnswer(keyring, merchantNo, claim, answer),
    ],
  });
}

/**
 * The effect of a key without an answer, for the repeat that completes it after a process died between the two. Null:
 * the key has its answer.
 */
export async function findPendingEffect(
  db: Queryable,
  merchantNo: MerchantNo,
  { route, key }: IdempotencyClaim,
): Promise<{ readonly owner: string; readonly createdAtMs: number } | null> {
  const [row] = await db.query<{ owner: string; createdAtMs: number }>({
    text: `select owner, created_at as "createdAtMs" from idempotency_keys
      where merchant_no = $1 and route = $2 and key = $3 and status = $4`,
    values: [merchantNo, route, key, ANSWER_PENDING],
  });
  return row ?? null;
}

/**
 * Keeps the answer of an effect that is already committed. The slower of two writers changes nothing: a key has one
 * answer.
 */
export async function keepLateAnswer(
  db: Queryable,
  keyring: Keyring,
  merchantNo: MerchantNo,
  claim: IdempotencyClaim,
  answer: KeptAnswer,
): Promise<void> {
  const { route, key } = claim;
  const body = sealAnswer(keyring, merchantNo, claim, answer);
  await db.query({
    text: `update idempotency_keys set status = $5, body = $6
      where merchant_no = $1 and route = $2 and key = $3 and status = $4`,
    values: [merchantNo, route, key, ANSWER_PENDING, answer.status, body],
  });
}

export interface OnceOptions {
  /** Null when the caller sent no key: then this is a plain transaction. */
  readonly claim: IdempotencyClaim | null;
  readonly merchantNo: MerchantNo;
  /** Id of what is created. */
  readonly owner: string;
  readonly nowMs: number;
  /** Status of the answer, kept with it. */
  readonly status: 200 | 201;
}

/**
 * Runs `work` in one transaction with the key of the request: the key is claimed first, the answer kept last. `work`
 * returns the `data` of the answer and may run again after a deadlock. Most creating handlers use this.
 */
export function once<Data>(
  db: Database,
  keyring: Keyring,
  { claim, merchantNo, owner, nowMs, status }: OnceOptions,
  work: (tx: Transaction) => Promise<Data>,
): Promise<Data> {
  return db.transaction(async (tx) => {
    if (claim === null) return work(tx);
    const scope: IdempotencyScope = { claim, merchantNo, owner, nowMs };
    await claimIdempotency(tx, scope);
    const data = await work(tx);
    await keepAnswer(tx, keyring, scope, { status, data });
    return data;
  });
}

/** Deletes keys that are older than this many days: one bounded round. Returns the number of rows. */
export async function forgetOldKeys(db: Queryable, nowMs: number, keptDays: number): Promise<number> {
  const rows = await db.query({
    text: `delete from idempotency_keys k
      using (select merchant_no, route, key from idempotency_keys
              where created_at < $1 and ${stillHere("merchant_no")} limit $2 for update skip locked) old
      where k.merchant_no = old.merchant_no and k.route = old.route and k.key = old.key returning 1`,
    values: [new Date(nowMs - keptDays * 86_400_000), CLEANUP_ROWS_MAX],
  });
  return rows.length;
}
