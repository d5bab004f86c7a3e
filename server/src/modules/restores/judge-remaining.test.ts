import { describe, expect, it } from "vitest";
import type { Id } from "../../kit/ids.ts";
import { judgeRemaining } from "./judge-remaining.ts";
import type { AccountFacts, RemainingFacts } from "./types.ts";

const at = (time: string): number => Date.parse(`2026-11-23T${time}:00Z`);
const restore = {
  id: "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f",
  restoredToMs: at("02:15"),
  lostUntilMs: at("02:40"),
  declaredAtMs: at("03:30"),
};
const accountId = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40" as Id<"providerAccount">;
const account: AccountFacts = {
  id: accountId,
  provider: "mtn_momo",
  name: "Côte d'Ivoire",
  openDifferences: 0,
  books: [{ fromMs: at("00:00"), toMs: at("03:00") }],
};
const facts: RemainingFacts = { unasked: 0, heldPayouts: 3, heldRefunds: 1, accounts: [account] };
const withBooks = (...books: readonly (readonly [string, string])[]): RemainingFacts => ({
  ...facts,
  accounts: [{ ...account, books: books.map(([from, to]) => ({ fromMs: at(from), toMs: at(to) })) }],
});
const noBook = expect.stringMatching(
  /^mtn_momo "Côte d'Ivoire" \(acct_\w+\): no book .* covers 2026-11-23T02:10:00\.000Z to 2026-11-23T02:40:00\.000Z/,
);

describe("what stands in the way of sending money after a restore", () => {
  it.each<readonly [string, RemainingFacts, readonly unknown[]]>([
    ["nothing, when all was asked and each book agrees", facts, []],
    ["nothing, without live accounts", { ...facts, accounts: [] }, []],
    ["a question", { ...facts, unasked: 2 }, [expect.stringMatching(/^2 payments, refunds and payouts/)]],
    ["no book", withBooks(), [noBook]],
    ["a book that begins at the point itself: clocks differ", withBooks(["02:15", "03:00"]), [noBook]],
    ["a book that ends too early", withBooks(["00:00", "02:39"]), [noBook]],
    ["books with a gap", withBooks(["00:00", "02:20"], ["02:21", "03:00"]), [noBook]],
    ["nothing, when books meet", withBooks(["00:00", "02:20"], ["02:20", "02:40"]), []],
    [
      "nothing, when books overlap",
      withBooks(["00:00", "02:30"], ["01:00", "02:10"], ["02:20", "02:40"]),
      [],
    ],
    [
      "differences",
      { ...facts, accounts: [{ ...account, openDifferences: 2 }] },
      [expect.stringMatching(/: 2 differences are open/)],
    ],
  ])("%s", (_case, remaining, expected) => {
    expect(judgeRemaining(restore, remaining)).toEqual(expected);
  });

  it("is not the book of an account that was accepted without one", () => {
    const [obstacle = ""] = judgeRemaining(restore, withBooks());
    const [publicId = ""] = /acct_\w+/.exec(obstacle) ?? [];
    expect(judgeRemaining(restore, withBooks(), [publicId])).toEqual([]);
    expect(judgeRemaining(restore, withBooks(), ["acct_other"])).toEqual([noBook]);
    expect(judgeRemaining(restore, { ...withBooks(), unasked: 1 }, [publicId])).toHaveLength(1);
  });
});
