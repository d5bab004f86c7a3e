import { describe, expect, test } from "vitest";
import { pageOf } from "./rows-page.ts";

const rows = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const names = {
  parse: (text: string) => (text.startsWith("row_") ? text.slice(4) : null),
  format: (id: string) => `row_${id}`,
};
const read = (query: Parameters<typeof pageOf>[2]) => {
  const page = pageOf(rows, names, query);
  return { ids: page.rows.map(({ id }) => id).join(""), meta: page.meta };
};

describe("a page", () => {
  test.each([
    [{}, "abcde", { page: 1, pageSize: 25, total: 5, totalPages: 1, hasMore: false, nextCursor: null }],
    [
      { page: 2, pageSize: 2 },
      "cd",
      { page: 2, total: 5, totalPages: 3, hasMore: true, nextCursor: "row_d" },
    ],
    [{ page: 3, pageSize: 2 }, "e", { page: 3, hasMore: false, nextCursor: null }],
    [{ page: 4, limit: 2 }, "", { page: 4, total: 5, totalPages: 3, hasMore: false, nextCursor: null }],
    [{ limit: 2, starting_after: "row_b" }, "cd", { hasMore: true, nextCursor: "row_d", total: null }],
    [{ limit: 2, starting_after: "row_c" }, "de", { hasMore: false, nextCursor: null }],
    [{ limit: 2, starting_after: "row_e" }, "", { hasMore: false, nextCursor: null }],
    [{ limit: 2, ending_before: "row_d" }, "bc", { hasMore: true, nextCursor: "row_b" }],
    [{ limit: 2, ending_before: "row_c" }, "ab", { hasMore: false, nextCursor: null }],
  ] as const)("%j: %s", (query, ids, meta) => {
    const page = read(query);
    expect(page.ids).toBe(ids);
    expect(page.meta).toMatchObject(meta);
  });

  test.each([{ starting_after: "row_z" }, { ending_before: "b" }, { page: 1, starting_after: "row_b" }])(
    "%j is refused",
    (query) => {
      expect(() => read(query)).toThrow("not valid");
    },
  );
});
