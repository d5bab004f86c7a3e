import { describe, expect, it } from "vitest";
import { createRecordingLog } from "../../../test/harness/log.ts";
import { Refusal } from "../../kit/errors.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { redactFields } from "../../log/redact.ts";
import { rankOf } from "./admission.ts";
import { createOverload } from "./overload.ts";
import { type Rank, ranks } from "./shedding.ts";

function setUp() {
  const { log, lines } = createRecordingLog();
  const overload = createOverload({ log, random: createSeededRandom(1), databaseDelayMs: () => 0 });
  let nowMs = 0;
  const pass = (seconds: number, delayMs: number): void => {
    for (let window = 0; window < seconds * 10; window += 1) {
      nowMs += 100;
      overload.observe(delayMs, 100, nowMs);
    }
  };
  const refusalOf = (rank: Rank): Refusal | null => {
    try {
      overload.admit(rank);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  const refused = (rank: Rank, count = 100): number =>
    Array.from({ length: count }).filter(() => refusalOf(rank) !== null).length;
  const events = () => lines.map(({ event }) => event);
  return { overload, lines, events, pass, refusalOf, refused };
}

describe("admission", () => {
  it("lets everybody in while things are in time", () => {
    const { pass, refused, events } = setUp();
    pass(60, 90);
    expect(ranks.map((rank) => refused(rank))).toEqual([0, 0, 0]);
    expect(events()).toEqual([]);
  });

  it("turns merchants' servers away first, by a growing share, and payers who are paying last", () => {
    const { pass, refused } = setUp();
    pass(0.5, 150);
    const [merchant = 0, visitor, paying] = ranks.map((rank) => refused(rank));
    expect(merchant).toBeGreaterThan(20);
    expect(merchant).toBeLessThan(40);
    expect([visitor, paying]).toEqual([0, 0]);
    pass(2, 180);
    expect(refused("merchant")).toBe(100);
    expect(refused("visitor")).toBeGreaterThan(50);
    expect(refused("paying")).toBe(0);
  });

  it("says when to come back, not to all the same", () => {
    const { pass, refusalOf } = setUp();
    pass(60, 1_000);
    const refusals = Array.from({ length: 100 }, () => refusalOf("merchant"));
    const seconds = refusals.map((refusal) => refusal?.retryAfterSeconds);
    expect([...new Set(seconds)].sort()).toEqual([1, 2, 3, 4]);
    expect(refusals[0]?.declaration.name).toBe("SERVICE_UNAVAILABLE");
    expect(refusals[0]?.details).toEqual({ reason: "overloaded" });
  });

  it("is open again within three seconds of calm, however long it was shut", () => {
    const { pass, refused } = setUp();
    pass(600, 5_000);
    expect(refused("paying")).toBe(100);
    pass(3, 0);
    expect(ranks.map((rank) => refused(rank))).toEqual([0, 0, 0]);
  });
});

describe("the log", () => {
  it("has a line when it begins, every ten seconds, and when it is over, with counts and no line for each", () => {
    const { pass, refused, lines, events } = setUp();
    pass(1, 160);
    const count = refused("merchant");
    expect(count).toBeGreaterThan(20);
    pass(15, 110);
    expect(events()).toEqual(["http.overload.began", "http.overload.lasts"]);
    expect(lines.at(-1)?.fields.merchant).toBe(count);
    pass(30, 0);
    expect(events().at(-1)).toBe("http.overload.ended");
    expect(events().filter((event) => event === "http.overload.ended")).toHaveLength(1);
  });

  it("counts those who were let in and then waited too long for the database, too", () => {
    const { overload, pass, lines } = setUp();
    overload.countLate();
    overload.countLate();
    pass(1, 0);
    expect(lines).toMatchObject([{ level: "warn", event: "http.overload.began", fields: { late: 2 } }]);
  });
});

it("the counts of a line are no secrets of anybody", () => {
  const fields = Object.fromEntries(ranks.map((rank) => [rank, 7]));
  expect(redactFields(fields)).toEqual(fields);
});

it.each([
  ["key", "/checkout/sessions", "merchant"],
  ["key", "/payments/charges", "merchant"],
  ["operator", "/tenant/merchants", "paying"],
  ["public", "/tenant/sessions", "paying"],
  ["public", "/checkout/pay/:sessionId/complete", "paying"],
  ["public", "/checkout/links/:slug/sessions", "visitor"],
] as const)("%s %s is of rank %s", (auth, path, rank) => {
  expect(rankOf({ auth, path })).toBe(rank);
});
