import type { Queryable, Transaction } from "../../db/database.ts";
import type { OperatorActor } from "../../kit/actor.ts";
import type { CellCode } from "../../kit/cell.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import { Secret, sha256 } from "../../kit/secret.ts";
import { makeApiKey } from "./key-format.ts";
import { readKeys } from "./keys-store.ts";
import { type KeyView, viewKey } from "./view.ts";

/** Links to live keys: only the link contains the token, the database holds its SHA-256. */
const TOKEN_BYTES = 32;

export function makeClaimToken(random: Random): Secret<string> {
  return new Secret(`svc_claim_${random.bytes(TOKEN_BYTES).toString("base64url")}`);
}

export async function insertClaim(
  tx: Transaction,
  keyId: Id<"apiKey">,
  token: string,
  expiresAtMs: number,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "insert into key_claims (hash, key_id, expires_at, created_at) values ($1, $2, $3, $4)",
    values: [sha256(token), keyId, new Date(expiresAtMs), new Date(nowMs)],
  });
}

/** Uses the link up: of concurrent requests one gets the key. Null: used, expired, or unknown. */
async function useClaim(tx: Transaction, token: string, nowMs: number): Promise<Id<"apiKey"> | null> {
  const [row] = await tx.query<{ keyId: Id<"apiKey"> }>({
    text: `update key_claims set claimed_at = $2
            where hash = $1 and claimed_at is null and expires_at > $2 returning key_id as "keyId"`,
    values: [sha256(token), new Date(nowMs)],
  });
  return row?.keyId ?? null;
}

/** Gives the key its final text; null when it was revoked meanwhile. */
async function writeKeyText(
  tx: Transaction,
  id: Id<"apiKey">,
  text: string,
  nowMs: number,
): Promise<MerchantNo | null> {
  const [row] = await tx.query<{ merchantNo: MerchantNo }>({
    text: `update api_keys set hash = $2, last4 = $3, updated_at = $4, version = version + 1
            where id = $1 and revoked_at is null returning merchant_no as "merchantNo"`,
    values: [id, sha256(text), text.slice(-4), new Date(nowMs)],
  });
  return row?.merchantNo ?? null;
}

/** The key behind the token with a new text, shown only now; null: the link is not valid, or the key has ended. */
export async function claimKey(
  tx: Transaction,
  cell: CellCode | null,
  random: Random,
  token: string,
  nowMs: number,
): Promise<{ readonly id: Id<"apiKey">; readonly merchantNo: MerchantNo; readonly text: string } | null> {
  const id = await useClaim(tx, token, nowMs);
  if (id === null) return null;
  const text = makeApiKey("LIVE", cell, random).reveal();
  const merchantNo = await writeKeyText(tx, id, text, nowMs);
  return merchantNo === null ? null : { id, merchantNo, text };
}

/** Keys of the merchant whose link was never used. */
export async function readUnclaimed(db: Queryable, merchantNo: MerchantNo): Promise<readonly Id<"apiKey">[]> {
  const rows = await db.query<{ id: Id<"apiKey"> }>({
    text: `select k.id from api_keys k join key_claims c on c.key_id = k.id
            where k.merchant_no = $1 and c.claimed_at is null and k.revoked_at is null order by k.id`,
    values: [merchantNo],
  });
  return rows.map(({ id }) => id);
}

/** Operators who have revoked keys of the merchant. */
export async function readOperatorsWhoRevoked(
  db: Queryable,
  merchantNo: MerchantNo,
): Promise<readonly OperatorActor[]> {
  const rows = await db.query<{ id: Id<"operator"> }>({
    text: "select distinct revoked_by as id from api_keys where merchant_no = $1 and revoked_by is not null",
    values: [merchantNo],
  });
  return rows.map(({ id }) => ({ kind: "operator", id }));
}

/** The merchant's key of this id in its view form, or null. */
export async function readKey(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"apiKey">,
  nowMs: number,
): Promise<KeyView | null> {
  const [key] = await readKeys(db, merchantNo, [id]);
  return key === undefined ? null : viewKey(key, nowMs);
}

/** Records which operator revoked the key. */
export async function writeRevoker(
  tx: Transaction,
  id: Id<"apiKey">,
  operatorId: Id<"operator">,
): Promise<void> {
  await tx.query({ text: "update api_keys set revoked_by = $2 where id = $1", values: [id, operatorId] });
}

/** The number of the key's next event. */
export async function nextKeyEvent(tx: Transaction, id: Id<"apiKey">): Promise<number> {
  const [row] = await tx.query<{ sequence: number }>({
    text: "update api_keys set event_sequence = event_sequence + 1 where id = $1 returning event_sequence as sequence",
    values: [id],
  });
  if (row === undefined) throw new Error("a key is never removed");
  return row.sequence;
}
