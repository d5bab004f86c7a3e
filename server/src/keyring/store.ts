import type { Queryable, Transaction } from "../db/database.ts";

export interface DataKeyRow {
  readonly purpose: string;
  /** The data key, wrapped by the master key. */
  readonly wrapped: Buffer;
}

export interface NewDataKey extends DataKeyRow {
  readonly id: string;
  readonly createdAtMs: number;
}

export function readDataKeys(db: Queryable): Promise<readonly DataKeyRow[]> {
  return db.query<DataKeyRow>({ text: "select purpose, wrapped from data_keys order by purpose" });
}

/** Locks the rows until the transaction ends, so that two rotations run one after the other. */
export function lockDataKeys(tx: Transaction): Promise<readonly DataKeyRow[]> {
  return tx.query<DataKeyRow>({ text: "select purpose, wrapped from data_keys order by purpose for update" });
}

/** Does nothing when the purpose already has its key. */
export async function addDataKey(db: Queryable, key: NewDataKey): Promise<void> {
  await db.query({
    text: `insert into data_keys (id, purpose, wrapped, created_at) values ($1, $2, $3, $4)
      on conflict (purpose) do nothing`,
    values: [key.id, key.purpose, key.wrapped, new Date(key.createdAtMs)],
  });
}

export async function replaceWrapped(tx: Transaction, purpose: string, wrapped: Buffer): Promise<void> {
  await tx.query({
    text: "update data_keys set wrapped = $2 where purpose = $1",
    values: [purpose, wrapped],
  });
}
