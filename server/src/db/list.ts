import {
  DAY_MS,
  type DayCount,
  daysOfPage,
  dayText,
  startOfDay,
  uuidTimeMs,
  WHOLE_KEY,
  type Window,
  windowsOf,
} from "./list-days.ts";
import type { ListFilter } from "./list-source.ts";
import {
  countDrifted,
  countRows,
  countUpTo,
  type Listing,
  readEdge,
  readFirst,
  readWindows,
} from "./list-sql.ts";

/**
 * Lists of a merchant's rows, read along the primary key (merchant_no, id): ids are UUIDv7, so the key is the order of
 * creation and needs no other index. This module finds the ids of a page, or reads its rows directly.
 *
 * A deep page costs as much as the first one: `list_counters` says how many rows each day holds, so totals are sums
 * over days and reading starts at the right day. A filter that the counters do not know looks through `DEPTH_MAX` rows for a
 * page: where these end, the page ends and says where to go on.
 */
export { type Condition, type ListFilter, type ListSource, NO_FILTER, REQUEST_DRIFT } from "./list-source.ts";

/**
 * How many rows a page of a narrowed list looks through: those of the filter's index, or without one those of the list. What a
 * list of ten thousand entries costs, a page of a longer one may cost, and no more.
 */
export const DEPTH_MAX = 10_000;

interface PlaceBase {
  readonly pageSize: number;
  readonly newestFirst: boolean;
}
export type Place = PlaceBase &
  (
    | { readonly by: "page"; readonly page: number }
    /** `id`: stored id of an entry; null: from the top of the list. */
    | { readonly by: "cursor"; readonly id: string | null; readonly direction: "after" | "before" }
  );

export interface ListedIds {
  readonly ids: readonly string[];
  /** Null in cursor mode, and where counting would look through more than `DEPTH_MAX` rows. */
  readonly total: number | null;
  /** Whether more rows may follow in the direction of reading. */
  readonly hasMore: boolean;
  /** The search ended here, before the page was full; null: behind the page's last row, or at the end of the list. */
  readonly stoppedAt: string | null;
}

export interface ListedRows<Row> extends Omit<ListedIds, "ids"> {
  readonly rows: readonly Row[];
}

/**
 * The rows of one page: `columns` are of the row `t` and must include `id`. Pages behind the first, and lists that end
 * before now, may be read from a replica: exports and whoever turns pages cost the primary little then.
 */
export function listRows<Row extends { readonly id: string }>(
  asked: Listing,
  place: Place,
): Promise<ListedRows<Row>> {
  const { reads } = asked.db;
  const listing = reads !== undefined && isFarBack(asked, place) ? { ...asked, db: reads } : asked;
  if (isNarrowed(listing)) return listNarrowed(listing, place);
  if (place.by === "cursor") return listByCursor(listing, place);
  return isCounted(listing) ? listCountedPage(listing, place) : listFilteredPage(listing, place);
}

function isFarBack({ filter }: Listing, place: Place): boolean {
  return filter.createdToMs !== null || (place.by === "cursor" ? place.id !== null : place.page > 1);
}

type Identified = { readonly id: string };
type ByPage = Place & { readonly by: "page" };

function isCounted({ source, filter }: Listing): boolean {
  return source.counters !== null && !hasConditions(filter);
}

/** Lists with counters are as long as payments are many; the others are counted, unless rows have to be compared. */
function isNarrowed(listing: Listing): boolean {
  return listing.source.counters === null ? isCompared(listing) : hasConditions(listing.filter);
}

function hasConditions({ conditions, compared = [] }: ListFilter): boolean {
  return conditions.length + compared.length > 0;
}

/** Whether the filter has no index. Where no counters tell how many rows have a status, rows are compared with it. */
function isCompared({ source, filter: { compared = [], statuses } }: Listing): boolean {
  return compared.length > 0 || (source.counters === null && statuses !== null);
}

/**
 * A page of the rows up to an edge. Its number counts from the top: what lies below the edge is read by cursor. No edge is needed
 * where an index leads from one row that fits to the next.
 */
async function listNarrowed<Row extends Identified>(
  listing: Listing,
  place: Place,
): Promise<ListedRows<Row>> {
  const { pageSize, newestFirst } = place;
  const isAfter = place.by === "page" || place.direction === "after";
  const descending = newestFirst === isAfter;
  const offset = place.by === "page" ? (place.page - 1) * pageSize : 0;
  const beyond = place.by === "page" ? null : place.id;
  const edge =
    isCompared(listing) || offset > 0
      ? await readEdge(listing, { depth: DEPTH_MAX, descending, beyond })
      : null;
  const reading = { windows: [WHOLE_KEY], descending, offset, limit: pageSize + 1, beyond, edge };
  const rows = await readWindows<Row>(listing, reading);
  const count = place.by === "page" && edge === null ? await countUpTo(listing, DEPTH_MAX) : DEPTH_MAX;
  const isFull = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  return {
    rows: isAfter ? shown : shown.reverse(),
    total: count < DEPTH_MAX ? count : null,
    hasMore: isFull || edge !== null,
    stoppedAt: isFull ? null : edge,
  };
}

async function listFilteredPage<Row extends Identified>(
  listing: Listing,
  { page, pageSize, newestFirst }: ByPage,
): Promise<ListedRows<Row>> {
  const offset = (page - 1) * pageSize;
  const total = await countRows(listing, WHOLE_KEY, null);
  const rows =
    offset >= total
      ? []
      : await readWindows<Row>(listing, {
          windows: [WHOLE_KEY],
          descending: newestFirst,
          offset,
          limit: pageSize,
        });
  return { rows, total, hasMore: offset + rows.length < total, stoppedAt: null };
}

async function listCountedPage<Row extends Identified>(
  listing: Listing,
  { page, pageSize, newestFirst }: ByPage,
): Promise<ListedRows<Row>> {
  const offset = (page - 1) * pageSize;
  const { statuses, createdFromMs, createdToMs } = listing.filter;
  // The most frequent request: the end of the key, and a sum over whole days.
  if (page === 1 && statuses === null && createdFromMs === null && createdToMs === null) {
    const { rows, total } = await readFirst<Row>(listing, counterSum(listing), newestFirst, pageSize);
    return { rows, total, hasMore: rows.length < total, stoppedAt: null };
  }
  const days = await countDays(listing, newestFirst, null);
  const total = days.reduce((sum, day) => sum + day.count, 0);
  if (offset >= total) return { rows: [], total, hasMore: false, stoppedAt: null };

  const found = daysOfPage(days, offset, pageSize);
  let { first, before } = found;
  let edgeMs: number | null = null;
  let rest = offset;
  // Counters use `created_at` and the key uses the id: rows made around midnight may lie on the other side of the edge.
  // When that moves the page's start above the edge, reading starts one day earlier.
  while (first > 0) {
    const edge = newestFirst ? dayAt(days, first) + DAY_MS : dayAt(days, first);
    const drifted = await countDrifted(listing, edge);
    rest = offset - before - (newestFirst ? drifted : -drifted);
    if (rest >= 0) {
      edgeMs = edge;
      break;
    }
    first -= 1;
    before -= days[first]?.count ?? 0;
    rest = offset;
  }
  const windows = windowsOf(days.slice(first, found.last + 1), listing.source.drift)
    .map((window): Window => {
      if (edgeMs === null) return window;
      return newestFirst
        ? { ...window, toMs: Math.min(window.toMs, edgeMs) }
        : { ...window, fromMs: Math.max(window.fromMs, edgeMs) };
    })
    .filter((window) => window.fromMs < window.toMs);
  const rows = await readWindows<Row>(listing, {
    windows,
    descending: newestFirst,
    offset: rest,
    limit: pageSize,
  });
  return { rows, total, hasMore: offset + rows.length < total, stoppedAt: null };
}

function dayAt(days: readonly DayCount[], index: number): number {
  const day = days[index];
  if (day === undefined) throw new Error(`there is no day ${index}`);
  return day.startMs;
}

async function listByCursor<Row extends Identified>(
  listing: Listing,
  place: Place & { readonly by: "cursor" },
): Promise<ListedRows<Row>> {
  const { id, direction, pageSize, newestFirst } = place;
  const descending = newestFirst === (direction === "after");
  const rows = await readWindows<Row>(listing, {
    windows: await windowsBeyond(listing, id, descending, pageSize + 1),
    descending,
    offset: 0,
    limit: pageSize + 1,
    beyond: id,
  });
  const shown = rows.slice(0, pageSize);
  return {
    rows: direction === "after" ? shown : shown.reverse(),
    total: null,
    hasMore: rows.length > pageSize,
    stoppedAt: null,
  };
}

/**
 * The ranges of the next `need` rows after `id`. Only a status can be so rare that reading on along the key takes long.
 */
async function windowsBeyond(
  listing: Listing,
  id: string | null,
  descending: boolean,
  need: number,
): Promise<readonly Window[]> {
  if (!isCounted(listing) || listing.filter.statuses === null) return [WHOLE_KEY];
  const { drift } = listing.source;
  const atMs = id === null ? null : uuidTimeMs(id);
  const wanted: DayCount[] = [];
  let certain = 0;
  for (const day of await countDays(listing, descending, id)) {
    wanted.push(day);
    // Rows of the cursor's own day may lie on either side of the cursor.
    const isBehind =
      atMs === null ||
      (descending
        ? day.startMs + DAY_MS + drift.idLaterMsMax < atMs
        : day.startMs - drift.idEarlierMsMax > atMs);
    if (isBehind) certain += day.count;
    if (certain >= need) break;
  }
  return windowsOf(wanted, drift);
}

/** How many rows of the filter's statuses a day holds: SQL over a row of `list_counters`. */
function counterSum({ source, filter }: Listing): string {
  if (source.counters === null) throw new Error(`${source.table} is not counted by day`);
  const { prefix, statuses } = source.counters;
  const columns = statuses
    .filter((status) => filter.statuses?.includes(status) ?? true)
    .map((status) => `${prefix}_${status.toLowerCase()}`);
  return columns.length === 0 ? "0" : columns.join(" + ");
}

/**
 * Days that hold rows, in reading order; with `beyond`, only those that may follow this id. A day that the filter cuts
 * is counted row by row: there are two at most.
 */
async function countDays(
  listing: Listing,
  descending: boolean,
  beyond: string | null,
): Promise<readonly DayCount[]> {
  const { db, source, merchantNo, filter } = listing;
  const sum = counterSum(listing);
  let { createdFromMs: fromMs, createdToMs: toMs } = filter;
  if (beyond !== null && descending)
    toMs = least(toMs, uuidTimeMs(beyond) + source.drift.idEarlierMsMax + DAY_MS);
  if (beyond !== null && !descending)
    fromMs = greatest(fromMs, uuidTimeMs(beyond) - source.drift.idLaterMsMax - DAY_MS);
  const rows = await db.query<{ day: string; count: bigint }>({
    text: `
      select day::text, (${sum})::bigint as count from list_counters
      where merchant_no = $1 and day >= coalesce($2::date, '-infinity') and day <= coalesce($3::date, 'infinity')
        and (${sum}) > 0
      order by day ${descending ? "desc" : "asc"}`,
    values: [merchantNo, fromMs === null ? null : dayText(fromMs), toMs === null ? null : dayText(toMs - 1)],
  });
  const days = rows.map((row) => ({ startMs: Date.parse(`${row.day}T00:00:00Z`), count: Number(row.count) }));
  const counted: DayCount[] = [];
  for (const day of days) {
    const cut = [filter.createdFromMs, filter.createdToMs].some(
      (ms) => ms !== null && ms !== startOfDay(ms) && startOfDay(ms) === day.startMs,
    );
    const count = cut
      ? await countRows(listing, windowsOf([day], source.drift)[0] ?? WHOLE_KEY, day.startMs)
      : day.count;
    if (count > 0) counted.push({ startMs: day.startMs, count });
  }
  return counted;
}

function least(left: number | null, right: number): number {
  return left === null ? right : Math.min(left, right);
}

function greatest(left: number | null, right: number): number {
  return left === null ? right : Math.max(left, right);
}
