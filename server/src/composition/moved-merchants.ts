import type { Queryable } from "../db/database.ts";
import type { MovedMerchants } from "../http/moved-merchants.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { CellCode } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Logger } from "../kit/logger.ts";

/** How long a process may answer reads of a merchant that has left. Writes are refused by the database at once. */
const LOOK_EVERY_MS = 1_000;

interface Left {
  readonly merchantNo: MerchantNo;
  readonly cell: CellCode | null;
}

/** Who has left this cell, as each process knows it a second later. Nearly always nobody: one look at a table that is empty. */
export function createMovedMerchants(deps: {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly log: Logger;
}): { readonly moved: MovedMerchants; readonly loop: Loop } {
  let byNumber: ReadonlyMap<MerchantNo, CellCode | null> = new Map();
  let bySlug: ReadonlyMap<string, CellCode | null> = new Map();
  const loop = createLoop({
    ...deps,
    name: "moved_merchants",
    intervalMs: LOOK_EVERY_MS,
    run: async () => {
      const left = await deps.db.query<Left>({
        text: `select n.merchant_no as "merchantNo", m.other_cell as cell
                 from merchant_moves m cross join unnest(m.numbers) as n (merchant_no)
                where m.direction = 'OUT' and m.step in ('SWITCHED', 'THAWED')`,
      });
      // Slugs change no more once their merchant has left.
      const isNews = left.some(({ merchantNo }) => !byNumber.has(merchantNo));
      byNumber = new Map(left.map(({ merchantNo, cell }) => [merchantNo, cell]));
      if (isNews) {
        const slugs = await deps.db.query<{ slug: string; merchantNo: MerchantNo }>({
          text: `select slug, merchant_no as "merchantNo" from link_slugs where merchant_no = any($1::int[])`,
          values: [[...byNumber.keys()]],
        });
        bySlug = new Map(slugs.map(({ slug, merchantNo }) => [slug, byNumber.get(merchantNo) ?? null]));
      }
      return 0;
    },
  });
  return {
    loop,
    moved: {
      cellOf: (merchantNo) => byNumber.get(merchantNo),
      cellOfSlug: (slug) => bySlug.get(slug),
      isEmpty: () => byNumber.size === 0,
    },
  };
}
