import { describe, expect, it } from "vitest";
import { makeSession, NOW_MS, polls } from "../testing/test-fixtures.ts";
import {
  attemptsRemaining,
  canCancel,
  effectiveStatus,
  isPayable,
  judgeComplete,
  mayBeStarting,
} from "./rules.ts";
import type { SessionStatus } from "./states.ts";

const same = Buffer.from("same");
const other = Buffer.from("other");

type Time = "before" | "at the instant" | "after";
const offsets = { before: -1, "at the instant": 0, after: 1 } as const;

interface Row {
  readonly status: SessionStatus;
  readonly retryable: boolean;
  readonly attempts: number;
  readonly time: Time;
  readonly effective: SessionStatus;
  readonly payable: boolean;
  readonly cancellable: boolean;
  /** The result of a completion: with the details of the current attempt, and with others. */
  readonly same: string;
  readonly other: string;
}

const rows: readonly Row[] = table(`
  status     retryable attempts time           effective  payable cancellable same               other
  OPEN       yes       0        before         OPEN       yes     yes         start              start
  OPEN       yes       0        at_the_instant EXPIRED    no      no          EXPIRED            EXPIRED
  OPEN       yes       0        after          EXPIRED    no      no          EXPIRED            EXPIRED
  PROCESSING yes       1        before         PROCESSING no      no          same_attempt       ATTEMPT_IN_PROGRESS
  PROCESSING yes       1        at_the_instant PROCESSING no      no          same_attempt       ATTEMPT_IN_PROGRESS
  PROCESSING yes       1        after          PROCESSING no      no          same_attempt       ATTEMPT_IN_PROGRESS
  PROCESSING yes       2        after          PROCESSING no      no          same_attempt       ATTEMPT_IN_PROGRESS
  FAILED     yes       1        before         FAILED     yes     yes         start              start
  FAILED     yes       1        at_the_instant EXPIRED    no      no          EXPIRED            EXPIRED
  FAILED     yes       1        after          EXPIRED    no      no          EXPIRED            EXPIRED
  FAILED     no        2        before         FAILED     no      no          ATTEMPTS_EXHAUSTED ATTEMPTS_EXHAUSTED
  FAILED     no        2        after          FAILED     no      no          ATTEMPTS_EXHAUSTED ATTEMPTS_EXHAUSTED
  FAILED     no        1        at_the_instant FAILED     no      no          EXPIRED            EXPIRED
  FAILED     no        1        after          FAILED     no      no          EXPIRED            EXPIRED
  SUCCEEDED  no        1        before         SUCCEEDED  no      no          ALREADY_COMPLETED  ALREADY_COMPLETED
  SUCCEEDED  no        1        after          SUCCEEDED  no      no          ALREADY_COMPLETED  ALREADY_COMPLETED
  EXPIRED    no        1        before         EXPIRED    no      no          EXPIRED            EXPIRED
  EXPIRED    no        0        after          EXPIRED    no      no          EXPIRED            EXPIRED
  CANCELLED  no        1        before         CANCELLED  no      no          CANCELLED          CANCELLED
  CANCELLED  no        0        after          CANCELLED  no      no          CANCELLED          CANCELLED
`);

function table(text: string): Row[] {
  const [header = "", ...lines] = text.trim().split("\n");
  const names = header.trim().split(/ +/);
  return lines.map((line) => {
    const cells = line.trim().split(/ +/);
    const entries = names.map((name, index): [string, unknown] => {
      const cell = cells[index] ?? "";
      if (cell === "yes" || cell === "no") return [name, cell === "yes"];
      return [name, /^[0-9]+$/.test(cell) ? Number(cell) : cell.startsWith("at_") ? "at the instant" : cell];
    });
    return Object.fromEntries(entries) as unknown as Row;
  });
}

describe.each(rows)("$status, retryable $retryable, $attempts of 2 attempts used, $time its end", (row) => {
  const session = makeSession({
    status: row.status,
    retryable: row.retryable,
    attemptCount: row.attempts,
    maxAttempts: 2,
  });
  const nowMs = session.expiresAtMs + offsets[row.time];
  const judged = (fingerprint: Buffer): string => {
    const verdict = judgeComplete(session, same, fingerprint, nowMs);
    return verdict.kind === "refused" ? verdict.reason : verdict.kind;
  };

  it(`is ${row.effective}, ${row.payable ? "" : "not "}payable, ${row.cancellable ? "" : "not "}cancellable`, () => {
    expect(effectiveStatus(session, nowMs)).toBe(row.effective);
    expect(isPayable(session, nowMs)).toBe(row.payable);
    expect(canCancel(session, nowMs)).toBe(row.cancellable);
  });

  it(`answers a completion with ${row.same} to the same details and ${row.other} to others`, () => {
    expect(judged(same)).toBe(row.same);
    expect(judged(other)).toBe(row.other);
  });
});

describe("completing a session", () => {
  it("is never taken for a repeat when nothing is known of the attempt in progress", () => {
    const session = makeSession({ status: "PROCESSING", attemptCount: 1 });
    expect(judgeComplete(session, null, same, NOW_MS)).toEqual({
      kind: "refused",
      reason: "ATTEMPT_IN_PROGRESS",
    });
  });

  it("counts attempts down to zero and not below", () => {
    const left = [0, 1, 2, 3, 4].map((attemptCount) =>
      attemptsRemaining(makeSession({ attemptCount, maxAttempts: 3 })),
    );
    expect(left).toEqual([3, 2, 1, 0, 0]);
  });
});

describe("a start call that may still be on its way", () => {
  const charge = { status: "PENDING", nextStep: null, unknownSinceMs: null, createdAtMs: NOW_MS } as const;
  it.each([
    ["young and unanswered", {}, 15_999, true],
    ["older than any call", {}, 16_000, false],
    ["answered: nobody knows", { unknownSinceMs: NOW_MS }, 1, false],
    ["answered: the payer has to act", { nextStep: polls }, 1, false],
    ["ended", { status: "FAILED" as const }, 1, false],
  ] as const)("%s", (_name, fields, ageMs, expected) => {
    expect(mayBeStarting({ ...charge, ...fields }, NOW_MS + ageMs)).toBe(expected);
  });
});
