import type { BatchCommand } from "../../db/batch-writer.ts";
import type { Queryable } from "../../db/database.ts";
import { itemRows } from "../../db/item-rows.ts";
import { type Lease, refillMs } from "./bucket.ts";
import type { BucketLimit, Limit } from "./limit-table.ts";

export interface LeaseItem {
  readonly key: Buffer;
  readonly limit: BucketLimit;
  readonly wanted: number;
  readonly debt: number;
  readonly nowMs: number;
}

const leaseInput = itemRows<LeaseItem>([
  { name: "key", type: "bytea", value: ({ key }) => key },
  { name: "burst", type: "int", value: ({ limit }) => limit.burst },
  { name: "per_second", type: "float8", value: ({ limit }) => (limit.count * 1_000) / limit.windowMs },
  { name: "wanted", type: "int", value: ({ wanted }) => wanted },
  { name: "debt", type: "int", value: ({ debt }) => debt },
  { name: "now", type: "timestamptz", value: ({ nowMs }) => nowMs },
  {
    name: "forget_at",
    type: "timestamptz",
    value: ({ limit, nowMs }) => nowMs + 2 * refillMs(limit),
  },
]);

const noRow: Readonly<Record<string, unknown>> = {};

/** The grant when `there` tokens are left: the rule of `leaseFrom` in `bucket.ts`. */
const granted = (there: string): string => `least(wanted, greatest(0, floor(${there})))::int`;

// An instance whose clock is behind adds nothing and removes nothing. The update reads the parameters themselves and not the CTE,
// which Citus hands to another server by a function that it then refuses there, as it is not IMMUTABLE.
const leaseText = `
  with item as (select * from ${leaseInput.from}),
  written as (
    insert into rate_buckets as b (key, tokens, counted_at, granted, forget_at)
    select key, burst - debt - ${granted("burst - debt")}, now, ${granted("burst - debt")}, forget_at from item
    on conflict (key) do update set (tokens, granted, counted_at, forget_at) = (
      select there - ${granted("there")}, ${granted("there")}, greatest(b.counted_at, now), forget_at
        from (select item.*, least(burst, b.tokens + per_second * greatest(0, extract(epoch from now - b.counted_at)))
                     - debt as there
                from ${leaseInput.from} where item.key = b.key) x
    )
    returning key, tokens, counted_at, granted
  )
  select item.item, written.granted, written.tokens, written.counted_at as "countedAtMs"
    from item join written on written.key = item.key`;

/**
 * Leases for many buckets in one statement. A bucket occurs once in a batch: an instance has one lease of it in flight.
 */
export const leaseTokens: BatchCommand<LeaseItem, Lease> = {
  name: "limits.lease",
  statement: (items) => ({ name: "limits.lease", text: leaseText, values: leaseInput.values(items) }),
  sortKey: ({ key }) => key.toString("hex"),
  result: (_item, row) => {
    const { granted: given, tokens, countedAtMs } = row ?? noRow;
    if (typeof given !== "number" || typeof tokens !== "number" || typeof countedAtMs !== "number") {
      throw new Error("a lease returns its bucket");
    }
    return { granted: given, shared: { tokens, countedAtMs } };
  },
};

export interface HitItem {
  readonly key: Buffer;
  readonly limit: Limit;
  readonly nowMs: number;
}

export interface Hit {
  readonly admitted: boolean;
  /** Times of the admitted hits in the window, the oldest first. */
  readonly hitsMs: readonly number[];
}

const hitInput = itemRows<HitItem>([
  { name: "key", type: "bytea", value: ({ key }) => key },
  { name: "most", type: "int", value: ({ limit }) => limit.count },
  { name: "now", type: "timestamptz", value: ({ nowMs }) => nowMs },
  { name: "since", type: "timestamptz", value: ({ limit, nowMs }) => nowMs - limit.windowMs },
  { name: "forget_at", type: "timestamptz", value: ({ limit, nowMs }) => nowMs + limit.windowMs },
]);

// Refused requests are not counted: a caller who keeps trying is admitted as soon as the oldest hit has left the
// window.
const hitText = `
  with item as (select * from ${hitInput.from}),
  written as (
    insert into rate_windows as w (key, hits, admitted, forget_at)
    select key, array[now], true, forget_at from item
    on conflict (key) do update set (hits, admitted, forget_at) = (
      select case when free then recent || now else recent end, free,
             case when free then forget_at else w.forget_at end
        from (select now, forget_at, recent, cardinality(recent) < most as free
                from (select item.*, array(select h from unnest(w.hits) h where h > since order by h) as recent
                        from ${hitInput.from} where item.key = w.key) y) x
    )
    returning key, hits, admitted
  )
  select item.item, written.admitted, written.hits as "hitsMs"
    from item join written on written.key = item.key`;

/** Hits on many windows in one statement. A window occurs once in a batch. */
export const countHits: BatchCommand<HitItem, Hit> = {
  name: "limits.hit",
  statement: (items) => ({ name: "limits.hit", text: hitText, values: hitInput.values(items) }),
  sortKey: ({ key }) => key.toString("hex"),
  result: (_item, row) => {
    const { admitted, hitsMs } = row ?? noRow;
    if (typeof admitted !== "boolean" || !Array.isArray(hitsMs)) throw new Error("a hit returns its window");
    return { admitted, hitsMs: hitsMs as readonly number[] };
  },
};

/** Deletes expired counters. Returns the number of rows. */
export async function forgetCounters(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query({
    text: `with buckets as (delete from rate_buckets where forget_at <= $1 returning 1),
                windows as (delete from rate_windows where forget_at <= $1 returning 1)
           select 1 from buckets union all select 1 from windows`,
    values: [new Date(nowMs)],
  });
  return rows.length;
}
