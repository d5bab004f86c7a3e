import { Type } from "typebox";
import { errors } from "./errors.ts";
import type { PageMeta } from "./route.ts";
import { OneOf } from "./schemas.ts";

/**
 * Lists are read by page (`page`, `pageSize`) or by cursor (`starting_after`, `ending_before`: an id of the list). Both
 * cost the same at any depth; a cursor also keeps its place while rows are added.
 */
const PAGE_SIZE_DEFAULT = 25;
const PAGE_SIZE_MAX = 100;
/** The highest page number; use cursors to read deeper. */
const PAGE_MAX = 1_000_000;

const PageSize = (description: string) => Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description });
const Cursor = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

/** Spread into the query schema of a list: `Type.Object({ ...pageQuery, status: … })`. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, description: "Page number, from 1." })),
  pageSize: Type.Optional(
    PageSize(`Entries on a page: 1-${PAGE_SIZE_MAX}, ${PAGE_SIZE_DEFAULT} when absent.`),
  ),
  limit: Type.Optional(PageSize("The same as pageSize.")),
  starting_after: Type.Optional(
    Cursor("Id of the last entry seen: the list continues after it. Not with page."),
  ),
  ending_before: Type.Optional(Cursor("Id of the first entry seen: the list ends before it. Not with page.")),
  sort: Type.Optional(
    OneOf(["-createdAt", "createdAt"], {
      description: "Newest first (`-createdAt`, the default) or oldest first.",
    }),
  ),
};

const { sort: _sort, ...withoutSort } = pageQuery;
/** The same for a short list with an order of its own: rules by priority, attempts in sequence. */
export const ownOrderQuery = withoutSort;

/**
 * The same for a list without a total, because counting or numbering it would cost more with every row. Its first page
 * can still be requested by number.
 */
export const uncountedQuery = {
  ...pageQuery,
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1,
      description: "1 or absent: the top. This list has no numbered pages; go on with `starting_after`.",
      "x-rule": "must be 1 or absent: this list has no numbered pages, go on with starting_after",
    }),
  ),
};

export interface PageQuery {
  readonly page?: number;
  readonly pageSize?: number;
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly sort?: "-createdAt" | "createdAt";
}

export type PageRequest = PageByNumber | PageByCursor;
interface PageBase {
  readonly pageSize: number;
  readonly newestFirst: boolean;
}
export interface PageByNumber extends PageBase {
  readonly by: "page";
  readonly page: number;
}
export interface PageByCursor extends PageBase {
  readonly by: "cursor";
  /** Public id of an entry: entries `after` it, or `before` it, in the order of the list. */
  readonly cursor: string;
  readonly direction: "after" | "before";
}

/** The requested page. Refuses with VALIDATION_ERROR when page and cursor, two cursors or two sizes are combined. */
export function parsePage(query: PageQuery): PageRequest {
  const { page, pageSize, limit, starting_after, ending_before, sort } = query;
  if (pageSize !== undefined && limit !== undefined && pageSize !== limit) {
    throw conflict("limit", "is the same as pageSize: send one of the two");
  }
  if (starting_after !== undefined && ending_before !== undefined) {
    throw conflict("ending_before", "cannot be combined with starting_after");
  }
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined && page !== undefined) {
    throw conflict(
      "page",
      `cannot be combined with ${starting_after === undefined ? "ending_before" : "starting_after"}`,
    );
  }
  const base = { pageSize: pageSize ?? limit ?? PAGE_SIZE_DEFAULT, newestFirst: sort !== "createdAt" };
  return cursor === undefined
    ? { by: "page", page: page ?? 1, ...base }
    : { by: "cursor", cursor, direction: starting_after === undefined ? "before" : "after", ...base };
}

function conflict(path: string, sentence: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule: "conflict", message: `${path} ${sentence}.` }] });
}

/** The refusal of a cursor that is not an id of this list. */
export function unknownCursor(request: PageByCursor) {
  return conflict(
    request.direction === "after" ? "starting_after" : "ending_before",
    "is not the id of an entry of this list",
  );
}

/**
 * `meta` in page mode. `ids` are the public ids of the page: the last one is the next cursor, so a list can be begun by
 * page and continued by cursor. `total` null: not counted, and more follow.
 */
export function pageMeta(
  { page, pageSize }: PageByNumber,
  total: number | null,
  ids: readonly string[],
): PageMeta {
  const last = ids.at(-1);
  const hasMore = last !== undefined && (total === null || (page - 1) * pageSize + ids.length < total);
  const totalPages = total === null ? null : Math.ceil(total / pageSize);
  return { page, pageSize, total, totalPages, hasMore, nextCursor: hasMore ? last : null };
}

/** `meta` of a page whose search ended before it was full: it goes on behind `cursor`, which is an id of the list. */
export function stoppedMeta(page: PageRequest, cursor: string): PageMeta {
  return { ...uncountedMeta(page.pageSize, cursor), page: page.by === "page" ? page.page : null };
}

/**
 * `meta` in cursor mode. `nextCursor` is the id to continue with in the same direction, null at the end; totals are not
 * counted.
 */
export function cursorMeta(
  { pageSize, direction }: Pick<PageByCursor, "pageSize" | "direction">,
  hasMore: boolean,
  ids: readonly string[],
): PageMeta {
  const nextCursor = hasMore ? ((direction === "after" ? ids.at(-1) : ids[0]) ?? null) : null;
  return uncountedMeta(pageSize, nextCursor);
}

/** `meta` of a page without a total. `nextCursor`: where to continue; null: the list ends here. */
export function uncountedMeta(pageSize: number, nextCursor: string | null): PageMeta {
  const hasMore = nextCursor !== null;
  return { page: null, pageSize, total: null, totalPages: null, hasMore, nextCursor };
}
