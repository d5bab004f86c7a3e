import type { PageByCursor, PageByNumber } from "../../http/pagination.ts";
import type { AuditStretch } from "./store.ts";

/**
 * The stretch of the log that is a page by its number; null: the log ends before it. Without a filter the chain's numbers have
 * no gap, so that it is a range of them: the millionth page costs as much as the first. Pure.
 */
export function stretchOfPage(
  { page, pageSize, newestFirst }: Pick<PageByNumber, "page" | "pageSize" | "newestFirst">,
  total: number,
  isFiltered: boolean,
  /** Entries at the beginning of the chain that are not here any more, and not in the total. */
  gone = 0,
): AuditStretch | null {
  const skipped = (page - 1) * pageSize;
  if (skipped >= total) return null;
  const base = { newestFirst, limit: pageSize };
  if (isFiltered) return { ...base, offset: skipped };
  return newestFirst
    ? { ...base, below: BigInt(gone + total - skipped + 1) }
    : { ...base, above: BigInt(gone + skipped) };
}

/** The stretch beside the entry of a cursor, with one row more that tells whether the list goes on. Pure. */
export function stretchBeside(
  { pageSize, newestFirst, direction }: Pick<PageByCursor, "pageSize" | "newestFirst" | "direction">,
  sequence: bigint,
): AuditStretch {
  // Reading backwards, the nearest rows come first; `cutPage` reverses them.
  const descending = newestFirst !== (direction === "before");
  const base = { newestFirst: descending, limit: pageSize + 1 };
  return descending ? { ...base, below: sequence } : { ...base, above: sequence };
}

/** The page that was read by `stretchBeside`, in the order of the list, and whether there is more beyond it. Pure. */
export function cutPage<Entry>(
  { pageSize, direction }: Pick<PageByCursor, "pageSize" | "direction">,
  found: readonly Entry[],
): { readonly entries: readonly Entry[]; readonly hasMore: boolean } {
  const entries = found.slice(0, pageSize);
  return {
    entries: direction === "before" ? entries.toReversed() : entries,
    hasMore: found.length > pageSize,
  };
}
