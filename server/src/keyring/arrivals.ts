import type { Queryable } from "../db/database.ts";
import type { Arrival, Arrivals } from "../kit/arrivals.ts";
import type { CellCode } from "../kit/cell.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { type ArrivedRow, findArrived, idKeysOf, openStays } from "./former-ids.ts";

/**
 * `keyring` with the merchants that came from other cells, as they were at the last `refresh`: their ids of before are checked with the keys
 * that came along, which are opened once.
 */
export function withArrivals(keyring: Keyring, db: Queryable): Keyring & { readonly arrivals: Arrivals } {
  const opened = new Map<string, readonly Arrival[]>();
  let byNumber: ReadonlyMap<MerchantNo, readonly Arrival[]> = new Map();
  let byFormer: ReadonlyMap<string, Arrival> = new Map();
  const formerOf = (cell: CellCode | null, there: MerchantNo): string => `${cell ?? ""} ${there}`;
  const arrivalsOf = (row: ArrivedRow): readonly Arrival[] =>
    openStays(keyring, row).flatMap((stay) => {
      const ids = idKeysOf(stay);
      return stay.here.flatMap((here, at) => {
        const there = stay.there[at];
        return there === undefined ? [] : [{ there, here, atMs: stay.untilMs, ids }];
      });
    });
  return {
    ...keyring,
    arrivals: {
      byFormer: (cell, there) => byFormer.get(formerOf(cell, there)),
      byNumber: (here) => byNumber.get(here) ?? [],
      refresh: async () => {
        const arrivals: Arrival[] = [];
        for (const row of await findArrived(db)) {
          // A row is verified anew after its copy was taken back.
          const known = `${row.id} ${row.atMs}`;
          const own = opened.get(known) ?? arrivalsOf(row);
          opened.set(known, own);
          arrivals.push(...own);
        }
        const stays = new Map<MerchantNo, Arrival[]>();
        for (const arrival of arrivals)
          stays.set(arrival.here, [...(stays.get(arrival.here) ?? []), arrival]);
        byNumber = stays;
        byFormer = new Map(arrivals.map((arrival) => [formerOf(arrival.ids.cell, arrival.there), arrival]));
      },
    },
  };
}
