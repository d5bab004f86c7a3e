import { createHash } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import { type MovedMerchants, numberIn, slugIn } from "../http/moved-merchants.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import type { CellCode } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Logger } from "../kit/logger.ts";
import { bearerOf } from "../modules/access/index.ts";

/** How long a process may answer reads of a merchant that has left. Writes are refused by the database at once. */
const LOOK_EVERY_MS = 1_000;

interface Left {
  readonly moveId: string;
  readonly merchantNo: MerchantNo;
  readonly cell: CellCode | null;
}

/** Who has left this cell, and who has come, as each process knows it a second later. Nearly always nobody: two looks at a table that is empty. */
export function createMovedMerchants(deps: {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly keyring: Pick<Keyring, "arrivals">;
  readonly log: Logger;
}): { readonly moved: MovedMerchants; readonly loop: Loop } {
  let byNumber: ReadonlyMap<MerchantNo, CellCode | null> = new Map();
  let known = { left: "[]", come: "[]" };
  let bySlug: ReadonlyMap<string, CellCode | null> = new Map();
  let come: readonly MerchantNo[] = [];
  let comeKeys: ReadonlySet<string> = new Set();
  let comeSlugs: ReadonlySet<string> = new Set();
  const { arrivals } = deps.keyring;
  const loop = createLoop({
    ...deps,
    name: "moved_merchants",
    intervalMs: LOOK_EVERY_MS,
    run: async () => {
      await arrivals?.refresh();
      const left = await deps.db.query<Left>({
        text: `select l.move_id as "moveId", n.merchant_no as "merchantNo", l.other_cell as cell
                 from left_merchants l cross join unnest(l.numbers) as n (merchant_no) order by 1, 2`,
      });
      byNumber = new Map(left.map(({ merchantNo, cell }) => [merchantNo, cell]));
      // Slugs change no more once their merchant has left; one that has been back may have others.
      if (JSON.stringify(left) !== known.left) {
        const slugs = await deps.db.query<{ slug: string; merchantNo: MerchantNo }>({
          text: `select slug, merchant_no as "merchantNo" from link_slugs where merchant_no = any($1::int[])`,
          values: [[...byNumber.keys()]],
        });
        bySlug = new Map(slugs.map(({ slug, merchantNo }) => [slug, byNumber.get(merchantNo) ?? null]));
        known = { ...known, left: JSON.stringify(left) };
      }
      const arrived = await deps.db.query<{ moveId: string; merchantNo: MerchantNo }>({
        text: `select id as "moveId", unnest(numbers) as "merchantNo" from merchant_moves
                where direction = 'IN' and step in ('VERIFIED', 'THAWED') order by 1, 2`,
      });
      if (JSON.stringify(arrived) !== known.come) {
        const numbers = arrived.map(({ merchantNo }) => merchantNo);
        const keys = await deps.db.query<{ hash: Buffer }>({
          text: "select hash from api_keys where merchant_no = any($1::int[])",
          values: [numbers],
        });
        const slugs = await deps.db.query<{ slug: string }>({
          text: "select slug from link_slugs where merchant_no = any($1::int[])",
          values: [numbers],
        });
        comeKeys = new Set(keys.map(({ hash }) => hash.toString("hex")));
        comeSlugs = new Set(slugs.map(({ slug }) => slug));
        come = numbers;
        known = { ...known, come: JSON.stringify(arrived) };
      }
      return 0;
    },
  });
  return {
    loop,
    moved: {
      hasCome: ({ path, authorization }) => {
        if (come.length === 0) return false;
        const named = numberIn(path);
        if (named !== null) return arrivals?.byFormer(named.cell, named.merchantNo) !== undefined;
        const slug = slugIn(path);
        if (slug !== undefined) return comeSlugs.has(slug);
        const key = bearerOf(authorization);
        return key !== null && comeKeys.has(createHash("sha256").update(key).digest("hex"));
      },
      cellOf: (merchantNo) => byNumber.get(merchantNo),
      cellOfSlug: (slug) => bySlug.get(slug),
      numberOf: (cell, there) => arrivals?.byFormer(cell, there)?.here,
      isEmpty: () => byNumber.size === 0,
    },
  };
}
