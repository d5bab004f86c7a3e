import { describe, expect, it } from "vitest";
import { livePath } from "./follow.ts";
import { isNews } from "./news.ts";

const change = (version: number, id = "pi_1") => ({ type: "payment.succeeded", id, version });
const waits = (count: number) => ({
  type: "work",
  id: null,
  version: null,
  counts: [{ kind: "HELD_MONEY", count, overdue: 0 }],
});

describe("a message is news", () => {
  it("once for each version of an object, and never for an older one", () => {
    const versions = new Map<string, number>();
    expect(
      [change(1), change(1), change(3), change(2), change(1, "pi_2")].map((one) => isNews(versions, one)),
    ).toEqual([true, false, true, false, true]);
  });

  it("when everything is to be read again, but not when the stream begins", () => {
    const versions = new Map<string, number>();
    expect(isNews(versions, { type: "ready", id: null, version: null })).toBe(false);
    expect(isNews(versions, { type: "reload", id: null, version: null })).toBe(true);
  });

  it("when how much waits has changed, and not when it is told for the first time", () => {
    const versions = new Map<string, number>();
    expect([waits(2), waits(2), waits(3)].map((one) => isNews(versions, one))).toEqual([false, false, true]);
  });
});

describe("the address of a stream", () => {
  it("says for whom, because it sends no headers", () => {
    const scope = { audience: "merchant", merchantId: "m1", mode: "SANDBOX" } as const;
    expect(livePath(scope, null)).toBe("/merchant/merchants/m1/live?mode=SANDBOX");
    expect(livePath(scope, "1763805600000")).toBe(
      "/merchant/merchants/m1/live?mode=SANDBOX&after=1763805600000",
    );
    expect(livePath({ audience: "operator", merchantId: null, mode: null }, "1")).toBe("/tenant/live");
  });
});
