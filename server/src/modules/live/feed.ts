import type { EventRow } from "./changes.ts";

/**
 * An event's id is made before its transaction commits, so events appear a little out of order. Each look therefore begins
 * this long before the last one, in milliseconds.
 */
const OVERLAP_MS = 10_000;
/** More events than this within the overlap are not told one by one: whoever reads them reads everything again. */
export const ROWS_MAX = 200;
/** How often such a reader is told to read again, in milliseconds. */
export const RELOAD_EVERY_MS = 2_000;

/** What was told of one merchant's events. */
export interface Feed {
  /** Ids of the events of the last looks. */
  readonly told: ReadonlySet<string>;
  /** Since `RELOAD_EVERY_MS` or less, too much happens to tell it one by one; null: it does not. */
  readonly reloadedAtMs: number | null;
}

/** What is said now: what is new, or that everything must be read again. */
export type News = readonly EventRow[] | "reload";

/** A feed that begins: what its first reader knows already counts as told. Pure. */
export function beginFeed(rows: readonly EventRow[]): Feed {
  return { told: new Set(rows.map(({ id }) => id)), reloadedAtMs: null };
}

/**
 * The feed after a look that found `rows`: the newest events of the last `OVERLAP_MS`, at most `ROWS_MAX` of them. After
 * a rush the readers are told once more to read again, because an event may have appeared behind the newest. Pure.
 */
export function lookAgain(
  feed: Feed,
  rows: readonly EventRow[],
  nowMs: number,
): { readonly feed: Feed; readonly news: News } {
  const told = new Set(rows.map(({ id }) => id));
  const isRush = rows.length >= ROWS_MAX;
  const { reloadedAtMs } = feed;
  if (isRush) {
    const isDue = reloadedAtMs === null || nowMs - reloadedAtMs >= RELOAD_EVERY_MS;
    return isDue
      ? { feed: { told, reloadedAtMs: nowMs }, news: "reload" }
      : { feed: { told, reloadedAtMs }, news: [] };
  }
  if (reloadedAtMs !== null) return { feed: { told, reloadedAtMs: null }, news: "reload" };
  return { feed: { told, reloadedAtMs: null }, news: rows.filter(({ id }) => !feed.told.has(id)) };
}

/** Where a look at `nowMs` begins. Pure. */
export const lookFromMs = (nowMs: number): number => nowMs - OVERLAP_MS;
