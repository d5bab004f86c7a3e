import { createHmac, createSecretKey } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import { type Arrival, type Arrivals, type IdKeys, idKeyContext } from "../kit/arrivals.ts";
import type { CellCode } from "../kit/cell.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";

interface ArrivedRow {
  readonly id: string;
  readonly cell: CellCode | null;
  readonly idKey: Buffer;
  readonly here: readonly MerchantNo[];
  readonly there: readonly MerchantNo[];
  readonly atMs: number;
}

/**
 * `keyring` with the merchants that came from other cells, as they were at the last `refresh`: their ids of before are checked with the keys
 * that came along, which are opened once.
 */
export function withArrivals(keyring: Keyring, db: Queryable): Keyring & { readonly arrivals: Arrivals } {
  const opened = new Map<string, IdKeys>();
  let byNumber: ReadonlyMap<MerchantNo, Arrival> = new Map();
  let byFormer: ReadonlyMap<string, Arrival> = new Map();
  const formerOf = (cell: CellCode | null, there: MerchantNo): string => `${cell ?? ""} ${there}`;
  const open = ({ id, cell, idKey }: ArrivedRow): IdKeys => {
    const key = createSecretKey(keyring.open(idKey, idKeyContext(id)));
    return { cell, mac: (_purpose, text) => createHmac("sha256", key).update(text).digest() };
  };
  return {
    ...keyring,
    arrivals: {
      byFormer: (cell, there) => byFormer.get(formerOf(cell, there)),
      byNumber: (here) => byNumber.get(here),
      refresh: async () => {
        const rows = await db.query<ArrivedRow>({
          text: `select id, other_cell as cell, id_key as "idKey", numbers as here, other_numbers as there, verified_at as "atMs"
                   from merchant_moves where direction = 'IN' and step in ('VERIFIED', 'THAWED') and id_key is not null`,
        });
        const arrivals: Arrival[] = [];
        for (const row of rows) {
          const ids = opened.get(row.id) ?? open(row);
          opened.set(row.id, ids);
          for (const [at, here] of row.here.entries()) {
            const there = row.there[at];
            if (there !== undefined) arrivals.push({ there, here, atMs: row.atMs, ids });
          }
        }
        byNumber = new Map(arrivals.map((arrival) => [arrival.here, arrival]));
        byFormer = new Map(arrivals.map((arrival) => [formerOf(arrival.ids.cell, arrival.there), arrival]));
      },
    },
  };
}
