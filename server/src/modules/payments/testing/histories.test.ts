import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testSeed } from "../../../../test/harness/seed.ts";
import { createManualClock } from "../../../kit/clock.ts";
import { createIdSource } from "../../../kit/ids.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import { NOW_MS } from "./test-fixtures.ts";
import { anyHistory, openAll, play } from "./test-histories.ts";
import { createMemoryStore } from "./test-world.ts";

const HISTORIES = Number(process.env.HISTORIES ?? 500);
const STEPS = 50;
const seed = testSeed();

describe(`histories of payments (seed ${seed})`, () => {
  it(`never differ from the model: ${HISTORIES} of ${STEPS} steps`, async () => {
    const met = new Map<string, number>();
    const meet = (what: string): void => {
      met.set(what, (met.get(what) ?? 0) + 1);
    };
    await fc.assert(
      fc.asyncProperty(anyHistory(STEPS), async (history) => {
        const ids = createIdSource(createManualClock(NOW_MS), createSeededRandom(seed));
        const opened = openAll(history, ids);
        await play(
          history,
          opened.map(({ session }) => session),
          createMemoryStore(opened, history.linkUsesMax),
          createManualClock(NOW_MS),
          ({ sessions: states }) => {
            for (const { status, final, attempts, terms } of states) {
              if (terms.direct) meet(`without a session ${status}`);
              meet(status === "FAILED" && final ? "FAILED for good" : status);
              for (const { money, late, duplicate, review, reconciling, handle, left, alive } of attempts) {
                if (left)
                  meet(
                    `left ${duplicate ? "duplicate " : ""}${late ? "late " : ""}${alive ? "alive" : money}`,
                  );
                if (late && money === "pays") meet("paid late");
                if (duplicate) meet(`duplicate ${money}`);
                if (late && money !== "pays" && !duplicate) meet(review ?? `late ${money}`);
                if (review === "AMOUNT_MISMATCH") meet("another amount");
                if (reconciling && review === null) meet("in reconciliation");
                if (handle !== null) meet(`handle of ${money}`);
              }
            }
          },
        );
      }),
      { seed, numRuns: HISTORIES },
    );
    // The histories reach the states they are meant to reach.
    for (const what of [
      "OPEN",
      "PROCESSING",
      "SUCCEEDED",
      "FAILED",
      "FAILED for good",
      "EXPIRED",
      "CANCELLED",
      "paid late",
      "duplicate held",
      "duplicate given_back",
      "late held",
      "late given_back",
      "LATE_PAYMENT",
      "another amount",
      "in reconciliation",
      ...["alive", "none", "pays", "late pays", "duplicate held", "duplicate given_back", "late held"].map(
        (how) => `left ${how}`,
      ),
      ...["none", "pays", "held", "given_back"].map((money) => `handle of ${money}`),
      ...["OPEN", "PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELLED"].map(
        (status) => `without a session ${status}`,
      ),
    ]) {
      expect(met.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  }, 60_000);
});
