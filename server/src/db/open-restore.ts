import type { Queryable } from "./database.ts";

/**
 * SQL: true unless the database was restored and its lost hours are not reconciled yet. Money that leaves may have left in
 * those hours already, so nothing is sent for the first time meanwhile.
 */
export const noRestoreIsOpen = "not exists (select from restores where released_at is null)";

export async function isRestoreOpen(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isOpen: boolean }>({ text: `select not (${noRestoreIsOpen}) as "isOpen"` });
  return row?.isOpen === true;
}
