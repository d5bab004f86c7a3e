import type { Database, Transaction } from "../../db/database.ts";

/** Callbacks to be sent. A claim is a lease: when a process dies, the next round takes its callbacks. */
export interface NewCallback {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly body: string;
  readonly dueAtMs: number;
}

export interface DueCallback {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly body: string;
  /** Includes the attempt that this claim is for. */
  readonly attemptCount: number;
}

export async function insertCallbacks(
  tx: Transaction,
  callbacks: readonly NewCallback[],
  nowMs: number,
): Promise<void> {
  for (const { id, accountId, url, body, dueAtMs } of callbacks) {
    await tx.query({
      name: "simulator_insert_callback",
      text: `insert into simulator.callbacks (id, account_id, url, body, due_at, created_at)
             values ($1, $2, $3, $4, $5, $6)`,
      values: [id, accountId, url, body, new Date(dueAtMs), new Date(nowMs)],
    });
  }
}

export async function claimCallbacks(
  db: Database,
  claim: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly DueCallback[]> {
  return await db.query<DueCallback>({
    name: "simulator_claim_callbacks",
    text: `
      update simulator.callbacks set attempt_count = attempt_count + 1, due_at = $2
       where id in (select id from simulator.callbacks where due_at <= $1 order by due_at, id limit $3
                       for update skip locked)
      returning id, account_id as "accountId", url, body, attempt_count as "attemptCount"`,
    values: [new Date(claim.nowMs), new Date(claim.nowMs + claim.leaseMs), claim.limit],
  });
}

/** Delivered, so no longer needed. */
export async function deleteCallback(db: Database, id: string): Promise<void> {
  await db.query({
    name: "simulator_delete_callback",
    text: "delete from simulator.callbacks where id = $1",
    values: [id],
  });
}

/** `dueAtMs` null: given up, and kept for investigation. */
export async function writeFailedAttempt(
  db: Database,
  id: string,
  statusCode: number | null,
  dueAtMs: number | null,
): Promise<void> {
  await db.query({
    text: "update simulator.callbacks set last_status_code = $2, due_at = $3 where id = $1",
    values: [id, statusCode, dueAtMs === null ? null : new Date(dueAtMs)],
  });
}
