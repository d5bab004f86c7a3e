import type { Queryable } from "../../../db/database.ts";
import type { RailScope } from "../../rails/index.ts";

/** Money that the provider may have moved already and our books do not have yet: minor units, above zero. */
export interface InFlight {
  readonly incoming: bigint;
  readonly outgoing: bigint;
}

export const NOTHING_IN_FLIGHT: InFlight = { incoming: 0n, outgoing: 0n };

/**
 * What is on its way at an account now, by currency: payments without an outcome come in, refunds and payouts without one
 * go out. A currency with neither is absent. Reads partial indexes of what is under way, so its cost does not grow with
 * history.
 */
export async function readInFlight(
  db: Queryable,
  { tenantId, mode, providerAccountId }: RailScope,
): Promise<ReadonlyMap<string, InFlight>> {
  const rows = await db.query<InFlight & { readonly currency: string }>({
    text: `
      with mine as (
        select n.merchant_no from merchant_numbers n join merchants m on m.id = n.merchant_id
        where m.tenant_id = $1 and n.mode = $2
      ), moving as (
        select c.currency, c.amount as incoming, 0 as outgoing from charges c join mine using (merchant_no)
        where c.provider_account_id = $3
          and c.status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION')
        union all
        select r.currency, 0, r.amount from refunds r join mine using (merchant_no)
        where r.provider_account_id = $3 and r.status in ('PROCESSING', 'IN_RECONCILIATION')
        union all
        select p.currency, 0, p.amount from payouts p join mine using (merchant_no)
        where p.provider_account_id = $3 and p.status in ('PROCESSING', 'IN_RECONCILIATION')
      )
      select currency, sum(incoming)::bigint as incoming, sum(outgoing)::bigint as outgoing from moving group by currency`,
    values: [tenantId, mode, providerAccountId],
  });
  return new Map(rows.map(({ currency, incoming, outgoing }) => [currency, { incoming, outgoing }]));
}

/** `moved` minor units, of either sign, were booked while the balance was read: nobody knows on which side of it. Pure. */
export function widen({ incoming, outgoing }: InFlight, moved: bigint): InFlight {
  const size = moved < 0n ? -moved : moved;
  return { incoming: incoming + size, outgoing: outgoing + size };
}
