import type { Queryable } from "../db/database.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { MoveRefusedError } from "./types.ts";

/** What became of a payment there stands in rows of this cell: bank files that were uploaded, transfer files, messages that came once. */
export const keptHere: readonly string[] = ["bank_transfer", "pi_spi"];
/** It runs inside this cell. */
const SIMULATOR = "simulator";

/** Refuses with MoveRefusedError what only this cell can bring to its end. */
export async function requireNothingHere(db: Queryable, numbers: readonly MerchantNo[]): Promise<void> {
  const [found] = await db.query<{ provider: string | null; simulated: number; proposed: number }>({
    text: `with used as (
             select provider_account_id as id, status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION') as is_open
               from charges where merchant_no = any($1::int[]) and provider_account_id is not null
             union all select provider_account_id, status in ('PENDING', 'PROCESSING', 'IN_RECONCILIATION')
               from refunds where merchant_no = any($1::int[]) and provider_account_id is not null
             union all select provider_account_id, status in ('QUEUED', 'PROCESSING', 'IN_RECONCILIATION')
               from payouts where merchant_no = any($1::int[]) and provider_account_id is not null)
           select (select min(a.provider) from used u join provider_accounts a on a.id = u.id where a.provider = any($2::text[])) as provider,
             (select count(*)::int from used u join provider_accounts a on a.id = u.id where u.is_open and a.provider = $3) as simulated,
             (select count(*)::int from (
               select from money_decisions where merchant_no = any($1::int[]) and status = 'PROPOSED'
               union all select from ledger_corrections where merchant_no = any($1::int[]) and status = 'PROPOSED'
               union all select from kyb_decisions where merchant_no = any($1::int[]) and status = 'PROPOSED') open) as proposed`,
    values: [numbers, keptHere, SIMULATOR],
  });
  if (found === undefined) throw new Error("a query of counts returns a row");
  const { provider, simulated, proposed } = found;
  if (provider !== null)
    throw new MoveRefusedError(
      `it was paid, or has paid out, by ${provider}: what the bank tells of that is kept in this cell`,
    );
  if (simulated > 0)
    throw new MoveRefusedError(
      `sandbox payments, refunds or payouts are under way at this cell's simulator, which the other cell cannot ask: ${simulated}`,
    );
  if (proposed > 0)
    throw new MoveRefusedError(
      `proposals of operators wait for a second person, and nobody of them is one of the other cell: ${proposed}`,
    );
}

/** Refuses with MoveRefusedError what no copy of rows brings along. Payments that are under way are no obstacle: they are copied as they are. */
export async function requireWhole(db: Queryable, numbers: readonly MerchantNo[]): Promise<void> {
  for (const merchantNo of numbers) {
    if (await isDetached(db, merchantNo))
      throw new MoveRefusedError("a part of its ledger is in files: cauris-server detach moved it there");
    const shared = await countSharedKeys(db, merchantNo);
    if (shared > 0)
      throw new MoveRefusedError(`API keys act for this merchant and for another one: ${shared}`);
  }
}

/** Keys that act for this merchant and another one, of either: in two cells they would be two keys. */
export async function countSharedKeys(db: Queryable, merchantNo: MerchantNo): Promise<number> {
  const [row] = await db.query<{ n: number }>({
    text: `select count(*)::int as n
             from merchant_numbers own
             join api_keys k on k.mode = own.mode and k.revoked_at is null
              and ((k.merchant_no = own.merchant_no and k.merchant_ids <> '{}' and k.merchant_ids <> array[own.merchant_id])
                or (k.merchant_no <> own.merchant_no and own.merchant_id = any(k.merchant_ids)))
            where own.merchant_no = $1`,
    values: [merchantNo],
  });
  return row?.n ?? 0;
}

/** Whether a part of its ledger is in files, which a copy of rows would not bring along. */
export async function isDetached(db: Queryable, merchantNo: MerchantNo): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>({
    text: "select exists (select from ledger_detachments where merchant_no = $1) as found",
    values: [merchantNo],
  });
  return row?.found === true;
}
