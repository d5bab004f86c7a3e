import { DEPTH_MAX } from "../db/list.ts";
import { type Id, type IdKind, parsePublicId, publicId } from "../kit/ids.ts";
import { cursorMeta, type PageQuery, parsePage, uncountedMeta, unknownCursor } from "./pagination.ts";
import type { PageMeta } from "./route.ts";

/** A range of a list in the order of ids, which is the order of time. */
export interface Stretch<Kind extends IdKind> {
  /** Entries beyond this one; from the beginning when null. */
  readonly beyond: Id<Kind> | null;
  /** Towards older entries. */
  readonly backwards: boolean;
  readonly limit: number;
  /** The last entry that is looked at, whether it fits or not; null: that of the list. */
  readonly edge: Id<Kind> | null;
}

/** The id of the `depth`th entry of a stretch, counted before a filter without an index compares them; null: there are fewer. */
export type FindEdge<Kind extends IdKind> = (
  stretch: Stretch<Kind>,
  depth: number,
) => Promise<Id<Kind> | null>;

/**
 * One page of a list without a total, in the order of its ids. With `findEdge` it looks through a bounded number of entries: where
 * these end, the page ends and says where to go on. Refuses with VALIDATION_ERROR a cursor of another kind.
 */
export async function readStretch<Kind extends IdKind, View extends { readonly id: string }>(
  kind: Kind,
  query: PageQuery,
  read: (stretch: Stretch<Kind>) => Promise<readonly View[]>,
  findEdge: FindEdge<Kind> | null = null,
): Promise<{ readonly data: View[]; readonly meta: PageMeta }> {
  const page = parsePage(query);
  const asked =
    page.by === "cursor" ? page : ({ ...page, by: "cursor", cursor: "", direction: "after" } as const);
  const beyond: Id<Kind> | null = page.by === "cursor" ? parsePublicId(kind, page.cursor) : null;
  if (page.by === "cursor" && beyond === null) throw unknownCursor(page);
  // In a list of newest first, older entries follow the cursor; newer ones precede it and are read in reverse.
  const backwards = page.newestFirst === (asked.direction === "after");
  // One entry more than requested shows whether there are more.
  const stretch: Stretch<Kind> = { beyond, backwards, limit: page.pageSize + 1, edge: null };
  const edge = findEdge === null ? null : await findEdge(stretch, DEPTH_MAX);
  const found = await read({ ...stretch, edge });
  const kept = found.slice(0, page.pageSize);
  const data = asked.direction === "after" ? kept : kept.toReversed();
  if (edge !== null && found.length <= page.pageSize)
    return { data, meta: uncountedMeta(page.pageSize, publicId(kind, edge)) };
  const ids = data.map(({ id }) => id);
  return { data, meta: cursorMeta(asked, found.length > page.pageSize, ids) };
}
