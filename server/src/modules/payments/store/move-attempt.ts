import type { Queryable } from "../../../db/database.ts";
import type { LoadedCharge } from "../outcome/decide-outcome.ts";

/** The route of an attempt, with the attempt's id in the new provider's own form. */
export interface NewRoute {
  readonly providerAccountId: string;
  readonly provider: string;
  readonly providerReference: string | null;
}

/**
 * Gives an unanswered attempt another account, as the session's next version. False, with nothing written, when the
 * session has changed since it was read. A rare step: it is a statement of its own, and tells nobody, because nothing
 * has changed for the payer or the merchant.
 */
export async function moveAttempt(
  db: Queryable,
  { session, charge }: LoadedCharge,
  { providerAccountId, provider, providerReference }: NewRoute,
  nowMs: number,
): Promise<boolean> {
  const rows = await db.query({
    text: `
      with guard as (
        update checkout_sessions set version = version + 1, updated_at = $8
        where merchant_no = $1 and id = $2 and version = $3 and charge_id = $4
        returning merchant_no, charge_id
      )
      update charges c set provider_account_id = $5, provider = $6, provider_reference = $7, version = c.version + 1,
        updated_at = $8
      from guard g
      where c.merchant_no = g.merchant_no and c.id = g.charge_id and c.status = 'PENDING' and c.next_step is null
      returning 1`,
    values: [
      session.merchantNo,
      session.id,
      session.version,
      charge.id,
      providerAccountId,
      provider,
      providerReference,
      new Date(nowMs),
    ],
  });
  return rows.length === 1;
}
