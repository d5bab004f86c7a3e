import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id } from "../../kit/ids.ts";

/** The state of an operator's second factor; secrets are sealed. */
export interface SecondFactor {
  readonly secret: Buffer | null;
  readonly confirmedAtMs: number | null;
  readonly lastStep: number | null;
  readonly pendingSecret: Buffer | null;
  readonly pendingAtMs: number | null;
  readonly codesLeft: number;
}

const none: SecondFactor = {
  secret: null,
  confirmedAtMs: null,
  lastStep: null,
  pendingSecret: null,
  pendingAtMs: null,
  codesLeft: 0,
};

/** With `lock` the row is locked until the transaction ends, so that no code is used twice. */
export async function readSecondFactor(
  db: Queryable,
  operatorId: Id<"operator">,
  lock: "lock" | "look",
): Promise<SecondFactor> {
  const [row] = await db.query<SecondFactor>({
    text: `select f.secret, f.confirmed_at as "confirmedAtMs", f.last_step::float8 as "lastStep",
             f.pending_secret as "pendingSecret", f.pending_at as "pendingAtMs",
             (select count(*)::int from recovery_codes c
               where c.audience = f.audience and c.account_id = f.account_id and c.used_at is null) as "codesLeft"
             from second_factors f where f.audience = 'operator' and f.account_id = $1 ${lock === "lock" ? "for update of f" : ""}`,
    values: [operatorId],
  });
  return row ?? none;
}

/** A new secret waiting for its first code; it replaces another waiting one. */
export async function writePending(
  tx: Transaction,
  operatorId: Id<"operator">,
  sealed: Buffer,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into second_factors (audience, account_id, pending_secret, pending_at)
           values ('operator', $1, $2, $3) on conflict (audience, account_id) do update set pending_secret = $2, pending_at = $3`,
    values: [operatorId, sealed, new Date(nowMs)],
  });
}

/** Puts the waiting secret in force. */
export async function confirmPending(
  tx: Transaction,
  operatorId: Id<"operator">,
  step: number,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update second_factors set secret = pending_secret, confirmed_at = $3, last_step = $2,
             pending_secret = null, pending_at = null where audience = 'operator' and account_id = $1`,
    values: [operatorId, step, new Date(nowMs)],
  });
}

export async function writeLastStep(
  tx: Transaction,
  operatorId: Id<"operator">,
  step: number,
): Promise<void> {
  await tx.query({
    text: "update second_factors set last_step = $2 where audience = 'operator' and account_id = $1",
    values: [operatorId, step],
  });
}

/** Returns false when the code does not exist or was used. */
export async function spendRecoveryCode(
  tx: Transaction,
  operatorId: Id<"operator">,
  hash: Buffer,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update recovery_codes set used_at = $3
            where audience = 'operator' and account_id = $1 and hash = $2 and used_at is null returning 1`,
    values: [operatorId, hash, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Earlier codes stop working. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  operatorId: Id<"operator">,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query({
    text: "delete from recovery_codes where audience = 'operator' and account_id = $1",
    values: [operatorId],
  });
  await tx.query({
    text: `insert into recovery_codes (audience, account_id, hash)
           select 'operator', $1, hash from unnest($2::bytea[]) as made (hash)`,
    values: [operatorId, hashes],
  });
}

/** Returns whether one was in force. */
export async function deleteSecondFactor(tx: Transaction, operatorId: Id<"operator">): Promise<boolean> {
  await tx.query({
    text: "delete from recovery_codes where audience = 'operator' and account_id = $1",
    values: [operatorId],
  });
  const rows = await tx.query<{ enrolled: boolean }>({
    text: `delete from second_factors where audience = 'operator' and account_id = $1 returning secret is not null as enrolled`,
    values: [operatorId],
  });
  return rows[0]?.enrolled === true;
}
