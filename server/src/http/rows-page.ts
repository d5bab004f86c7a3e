import type { ListNames } from "./list-page.ts";
import { cursorMeta, type PageQuery, pageMeta, parsePage, unknownCursor } from "./pagination.ts";
import type { PageMeta } from "./route.ts";

/**
 * One page of rows that are all in memory, in their given order. Only for lists with a fixed limit that one read
 * returns anyway: rules by priority, endpoints, attempts of a session. Refuses a cursor that is not an id of the list.
 */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  names: ListNames,
  query: PageQuery,
): { readonly rows: readonly Row[]; readonly meta: PageMeta } {
  const page = parsePage(query);
  const { pageSize } = page;
  if (page.by === "page") {
    const from = (page.page - 1) * pageSize;
    const shown = rows.slice(from, from + pageSize);
    const ids = shown.map((row) => names.format(row.id));
    return { rows: shown, meta: pageMeta(page, rows.length, ids) };
  }
  const id = names.parse(page.cursor);
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) throw unknownCursor(page);
  const isAfter = page.direction === "after";
  const shown = isAfter ? rows.slice(at + 1, at + 1 + pageSize) : rows.slice(Math.max(0, at - pageSize), at);
  const hasMore = isAfter ? at + 1 + pageSize < rows.length : at - pageSize > 0;
  return {
    rows: shown,
    meta: cursorMeta(
      page,
      hasMore,
      shown.map((row) => names.format(row.id)),
    ),
  };
}
