import { describe, expect, it } from "vitest";
import { type AuditFilter, type AuditStretch, isOpen } from "./store.ts";
import { cutPage, stretchBeside, stretchOfPage } from "./stretches.ts";

/** A log of so many entries, known by their numbers, and what a stretch of it holds. */
const logOf = (total: number) => Array.from({ length: total }, (_none, index) => BigInt(index + 1));
const readOf = (log: readonly bigint[], { newestFirst, limit, offset = 0, above, below }: AuditStretch) =>
  (newestFirst ? log.toReversed() : log)
    .filter((at) => (above === undefined || at > above) && (below === undefined || at < below))
    .slice(offset, offset + limit);

const totals = [0, 1, 2, 3, 4, 5, 6, 7];
const sizes = [1, 2, 3, 7, 8];

describe.each([true, false])("newest first: %s", (newestFirst) => {
  const inOrder = (log: readonly bigint[]) => (newestFirst ? log.toReversed() : log);

  it.each([false, true])("pages by number are the list, cut; filtered: %s", (isFiltered) => {
    for (const total of totals) {
      for (const pageSize of sizes) {
        const log = logOf(total);
        for (let page = 1; page <= total + 2; page += 1) {
          const stretch = stretchOfPage({ page, pageSize, newestFirst }, total, isFiltered);
          const entries = stretch === null ? [] : readOf(log, stretch);
          const expected = inOrder(log).slice((page - 1) * pageSize, page * pageSize);
          expect(entries, `${total} entries, page ${page} of ${pageSize}`).toEqual(expected);
        }
      }
    }
  });

  it("pages beside a cursor are its neighbours in the list, there and back", () => {
    for (const total of totals) {
      for (const pageSize of sizes) {
        const log = logOf(total);
        const list = inOrder(log);
        for (const [at, sequence] of list.entries()) {
          for (const direction of ["after", "before"] as const) {
            const page = { pageSize, newestFirst, direction };
            const { entries, hasMore } = cutPage(page, readOf(log, stretchBeside(page, sequence)));
            const beside = direction === "after" ? list.slice(at + 1) : list.slice(0, at);
            const nearest = direction === "after" ? beside.slice(0, pageSize) : beside.slice(-pageSize);
            const name = `${total} entries, ${pageSize} ${direction} ${sequence}`;
            expect([entries, hasMore], name).toEqual([nearest, beside.length > pageSize]);
          }
        }
      }
    }
  });
});

it("unfiltered, a page is a range of the chain's numbers and skips nothing", () => {
  const page = { page: 1_000_000, pageSize: 25, newestFirst: true };
  expect(stretchOfPage(page, 30_000_000, false)).toEqual({ newestFirst: true, limit: 25, below: 5_000_026n });
  expect(stretchOfPage(page, 30_000_000, true)).toMatchObject({ offset: 24_999_975 });
});

const open: AuditFilter = {
  ownPart: null,
  actor: null,
  action: null,
  subject: null,
  merchantId: null,
  mode: null,
  requestId: null,
  named: null,
  createdFromMs: null,
  createdToMs: null,
};
it.each<readonly [string, Partial<AuditFilter>, boolean]>([
  ["nothing", {}, true],
  ["an actor", { actor: "key_1" }, false],
  ["an action", { action: "api_key.revoked" }, false],
  ["a subject", { subject: "key_1" }, false],
  ["a merchant", { merchantId: "m" }, false],
  ["a mode", { mode: "LIVE" }, false],
  ["a request", { requestId: "req_1" }, false],
  ["a name of any of these", { named: "key_1" }, false],
  ["a time from the epoch on", { createdFromMs: 0 }, false],
  ["a time up to the epoch", { createdToMs: 0 }, false],
])("a filter by %s leaves the whole log: %#", (_name, filter, isWhole) => {
  expect(isOpen({ ...open, ...filter })).toBe(isWhole);
});
