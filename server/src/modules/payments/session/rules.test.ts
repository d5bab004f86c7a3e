import { describe, expect, it } from "vitest";
import { linkId, makeCharge, makeSession, NOW_MS, polls } from "../testing/test-fixtures.ts";
import {
  attemptsRemaining,
  canCancel,
  effectiveStatus,
  holdsLinkUse,
  isLate,
  isPayable,
  judgeComplete,
  judgeLeave,
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

describe("leaving the attempt in flight", () => {
  const session = makeSession({ status: "PROCESSING", attemptCount: 1, maxAttempts: 2 });
  const charge = makeCharge(session);
  const { expiresAtMs } = session;
  it.each([
    ["waits for the payer", {}, {}, -1, "leave"],
    ["no attempt was made", { status: "OPEN" }, null, -1, "nothing_to_leave"],
    ["the attempt is not known", {}, null, -1, "nothing_to_leave"],
    ["it has ended, and the payer may try again", { status: "FAILED" }, {}, -1, "nothing_to_leave"],
    ["its outcome is unknown", {}, { unknownSinceMs: NOW_MS }, -1, "OUTCOME_UNKNOWN"],
    ["it is asked about for long", {}, { status: "IN_RECONCILIATION" }, -1, "OUTCOME_UNKNOWN"],
    ["another amount was taken", {}, { reviewReason: "AMOUNT_MISMATCH" }, -1, "OUTCOME_UNKNOWN"],
    [
      "an unknown outcome, after the end of the session",
      {},
      { unknownSinceMs: NOW_MS },
      0,
      "OUTCOME_UNKNOWN",
    ],
    ["the session ends in a millisecond", {}, {}, -1, "leave"],
    ["the session ends now", {}, {}, 0, "EXPIRED"],
    ["it was the last attempt", { attemptCount: 2 }, {}, -1, "ATTEMPTS_EXHAUSTED"],
    ["it was the last attempt, and the session ends now", { attemptCount: 2 }, {}, 0, "EXPIRED"],
  ] as const)("%s", (_name, ofSession, ofCharge, fromEndMs, expected) => {
    const left = ofCharge === null ? null : { ...charge, ...ofCharge };
    const verdict = judgeLeave({ ...session, ...ofSession }, left, expiresAtMs + fromEndMs);
    expect(verdict).toEqual(
      expected === "leave" || expected === "nothing_to_leave"
        ? { kind: expected }
        : { kind: "refused", reason: expected },
    );
  });
});

describe("money of an attempt is late", () => {
  const session = makeSession({ status: "PROCESSING", attemptCount: 1 });
  const charge = makeCharge(session);
  const left = { supersededAtMs: NOW_MS };
  it.each([
    ["not while it is the one in flight", {}, {}, -1, false],
    ["not even after the session's time: one in flight keeps it alive", {}, {}, 1, false],
    ["once it had failed", { status: "FAILED" }, { status: "OPEN" }, -1, true],
    ["once it was cancelled", { status: "CANCELLED" }, {}, -1, true],
    ["not when it was left and the session is open", left, { status: "OPEN" }, -1, false],
    ["not when it was left for another", left, {}, -1, false],
    [
      "not when it was left and the payer may try again",
      left,
      { status: "FAILED", retryable: true },
      -1,
      false,
    ],
    [
      "not when it was left and another has paid: that money is double, not late",
      left,
      { status: "SUCCEEDED" },
      -1,
      false,
    ],
    ["when it was left and the session's time is over", left, { status: "OPEN" }, 0, true],
    ["when it was left and the session has expired", left, { status: "EXPIRED" }, -1, true],
    ["when it was left and the merchant has cancelled", left, { status: "CANCELLED" }, -1, true],
    [
      "when it was left and the session has failed for good",
      left,
      { status: "FAILED", retryable: false },
      -1,
      true,
    ],
  ] as const)("%s", (_name, ofCharge, ofSession, fromEndMs, expected) => {
    const late = isLate(
      { ...charge, ...ofCharge },
      { ...session, ...ofSession },
      session.expiresAtMs + fromEndMs,
    );
    expect(late).toBe(expected);
  });
});

it.each([
  ["of a payment without a link: none", { paymentLinkId: null }, false],
  ["in flight", {}, true],
  ["left by the payer", { supersededAtMs: NOW_MS }, false],
  ["ended", { status: "FAILED" }, false],
] as const)("an attempt keeps a use of its link reserved: %s", (_name, fields, expected) => {
  const charge = makeCharge(makeSession(), { paymentLinkId: linkId });
  expect(holdsLinkUse({ ...charge, ...fields })).toBe(expected);
});
