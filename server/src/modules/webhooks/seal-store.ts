import type { Transaction } from "../../db/database.ts";
import { stillHere } from "../../db/left-merchants.ts";
import { type EndpointKey, endpointColumns, type StoredEndpoint } from "./store.ts";

/** Locks endpoints whose address is stored in clear, deleted ones included. */
export function lockUnsealed(tx: Transaction, limit: number): Promise<readonly StoredEndpoint[]> {
  return tx.query<StoredEndpoint>({
    text: `select ${endpointColumns} from webhook_endpoints p join merchant_numbers number using (merchant_no)
      where p.url is not null and ${stillHere("p.merchant_no")} order by p.merchant_no, p.id limit $1 for no key update of p`,
    values: [limit],
  });
}

/** Replaces addresses in clear by sealed ones. */
export async function writeSealed(
  tx: Transaction,
  sealed: readonly (EndpointKey & { readonly sealedUrl: Buffer })[],
): Promise<void> {
  await tx.query({
    text: `update webhook_endpoints p set sealed_url = item.sealed_url, url = null
        from unnest($1::int[], $2::uuid[], $3::bytea[]) as item (merchant_no, id, sealed_url)
       where p.merchant_no = item.merchant_no and p.id = item.id`,
    values: [
      sealed.map(({ merchantNo }) => merchantNo),
      sealed.map(({ id }) => id),
      sealed.map(({ sealedUrl }) => sealedUrl),
    ],
  });
}
