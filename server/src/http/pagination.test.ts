import { describe, expect, test } from "vitest";
import { Refusal } from "../kit/errors.ts";
import { cursorMeta, type PageQuery, pageMeta, parsePage, stoppedMeta } from "./pagination.ts";

describe("parsePage", () => {
  test.each<[PageQuery, object]>([
    [{}, { by: "page", page: 1, pageSize: 25, newestFirst: true }],
    [
      { page: 3, pageSize: 100 },
      { by: "page", page: 3, pageSize: 100, newestFirst: true },
    ],
    [{ limit: 10 }, { by: "page", page: 1, pageSize: 10, newestFirst: true }],
    [
      { limit: 10, pageSize: 10 },
      { by: "page", page: 1, pageSize: 10, newestFirst: true },
    ],
    [{ sort: "createdAt" }, { by: "page", page: 1, pageSize: 25, newestFirst: false }],
    [{ sort: "-createdAt" }, { by: "page", page: 1, pageSize: 25, newestFirst: true }],
    [
      { starting_after: "ch_a" },
      { by: "cursor", cursor: "ch_a", direction: "after", pageSize: 25, newestFirst: true },
    ],
    [
      { ending_before: "ch_a", limit: 5 },
      { by: "cursor", cursor: "ch_a", direction: "before", pageSize: 5, newestFirst: true },
    ],
  ])("%j", (query, expected) => {
    expect(parsePage(query)).toEqual(expected);
  });

  test.each<[PageQuery, string]>([
    [{ page: 1, starting_after: "a" }, "page"],
    [{ page: 1, ending_before: "a" }, "page"],
    [{ starting_after: "a", ending_before: "b" }, "ending_before"],
    [{ pageSize: 10, limit: 20 }, "limit"],
  ])("%j is refused", (query, path) => {
    const refused = (): unknown => parsePage(query);
    expect(refused).toThrow(Refusal);
    try {
      refused();
    } catch (error) {
      expect((error as Refusal).details.fields).toMatchObject([{ path, rule: "conflict" }]);
    }
  });
});

test("meta counts pages, and the last one may be short", () => {
  const request = { by: "page", page: 2, pageSize: 25, newestFirst: true } as const;
  const end = { hasMore: false, nextCursor: null };
  expect(pageMeta(request, 0, [])).toEqual({ page: 2, pageSize: 25, total: 0, totalPages: 0, ...end });
  expect(pageMeta(request, 26, ["z"])).toEqual({ page: 2, pageSize: 25, total: 26, totalPages: 2, ...end });
});

test("meta of a page that was not counted, or that stopped before it was full, says that more may follow", () => {
  const request = { by: "page", page: 1, pageSize: 2, newestFirst: true } as const;
  const uncounted = { page: 1, pageSize: 2, total: null, totalPages: null, hasMore: true };
  expect(pageMeta(request, null, ["a", "b"])).toEqual({ ...uncounted, nextCursor: "b" });
  expect(stoppedMeta(request, "z")).toEqual({ ...uncounted, nextCursor: "z" });
  const behind = { by: "cursor", cursor: "a", direction: "after", pageSize: 2, newestFirst: true } as const;
  expect(stoppedMeta(behind, "z")).toEqual({ ...uncounted, page: null, nextCursor: "z" });
});

test("meta of a page names the cursor to go on with, unless it is the last or lies behind it", () => {
  const request = { by: "page", page: 2, pageSize: 2, newestFirst: true } as const;
  expect(pageMeta(request, 5, ["c", "d"])).toMatchObject({ hasMore: true, nextCursor: "d" });
  expect(pageMeta(request, 4, ["c", "d"])).toMatchObject({ hasMore: false, nextCursor: null });
  expect(pageMeta({ ...request, page: 9 }, 5, [])).toMatchObject({ hasMore: false, nextCursor: null });
});

test("meta of a cursor names the entry to go on with in the same direction", () => {
  const request = { by: "cursor", cursor: "x", pageSize: 2, newestFirst: true } as const;
  expect(cursorMeta({ ...request, direction: "after" }, true, ["a", "b"])).toEqual({
    page: null,
    pageSize: 2,
    total: null,
    totalPages: null,
    hasMore: true,
    nextCursor: "b",
  });
  expect(cursorMeta({ ...request, direction: "before" }, true, ["a", "b"]).nextCursor).toBe("a");
  expect(cursorMeta({ ...request, direction: "after" }, false, ["a"])).toMatchObject({
    hasMore: false,
    nextCursor: null,
  });
});
