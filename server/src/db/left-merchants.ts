import type { CellCode } from "../kit/cell.ts";
import type { MerchantId } from "../kit/ids.ts";
import type { Queryable } from "./database.ts";

/**
 * The numbers of merchants that live in another cell now, as an array. Their rows stay here as the past of this cell, and the
 * database refuses every write of them (decision 85).
 */
const leftNumbers = "array(select unnest(l.numbers) from left_merchants l)";

/**
 * Whether the merchant of this number still lives in this cell. For what looks for work on rows of many merchants: a loop that found rows of
 * one that has left would be refused, and find them again. PostgreSQL reads the numbers once a statement.
 */
export const stillHere = (merchantNo: string): string => `${merchantNo} <> all (${leftNumbers})`;

/** Of these merchants those that live in another cell now, each with that cell; its code is null for the default cell. */
export async function placesOfLeft(
  db: Queryable,
  merchantIds: readonly MerchantId[],
): Promise<ReadonlyMap<MerchantId, { readonly cell: CellCode | null }>> {
  const left = await db.query<{ merchantId: MerchantId; cell: CellCode | null }>({
    text: `select merchant_id as "merchantId", other_cell as cell from left_merchants where merchant_id = any($1::uuid[])`,
    values: [merchantIds],
  });
  return new Map(left.map(({ merchantId, cell }) => [merchantId, { cell }]));
}

/** The cell that a merchant lives in since it left this one, and this one; null: it lives here. */
export async function placeOfLeft(
  db: Queryable,
  merchantId: MerchantId,
): Promise<{ readonly cell: CellCode | null; readonly answeredBy: CellCode | null } | null> {
  const [place] = await db.query<{ cell: CellCode | null; answeredBy: CellCode | null }>({
    text: `select l.other_cell as cell, (select i.cell from installation i) as "answeredBy" from left_merchants l
            where l.merchant_id = $1`,
    values: [merchantId],
  });
  return place ?? null;
}
