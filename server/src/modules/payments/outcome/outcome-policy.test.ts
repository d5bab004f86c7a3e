import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import type { NextStep } from "../../../providers/provider.ts";
import {
  afterNoOutcome,
  delayAfter,
  GIVES_UP_AFTER_MS,
  isGivenUp,
  leftSinceMs,
  paymentAwaitedSinceMs,
  questionDelayMs,
  RECONCILIATION_AFTER_MS,
  saysNothing,
  waitingSinceMs,
} from "./outcome-policy.ts";

const SENT_MS = Date.UTC(2026, 10, 21, 10);
const MINUTE_MS = 60_000;

it("asks 2, 5 and 12 s after the start, then after 15 s, 1 min, 5 min, then every 15 min", () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 7, 100].map(questionDelayMs);
  expect(delays).toEqual([2_000, 3_000, 7_000, 15_000, 60_000, 300_000, 900_000, 900_000, 900_000]);
});

it("calls an outcome overdue after 15 minutes, and asks for 72 hours", () => {
  expect([RECONCILIATION_AFTER_MS, GIVES_UP_AFTER_MS]).toEqual([15 * MINUTE_MS, 72 * 60 * MINUTE_MS]);
});

describe("after an answer that settles nothing", () => {
  const cases = [
    { name: "the first silence", questions: 0, ageMs: 0, unknownMs: 0, inMs: 2_000, reconciles: false },
    {
      name: "work at the provider",
      questions: 2,
      ageMs: 12_000,
      unknownMs: null,
      inMs: 7_000,
      reconciles: false,
    },
    {
      name: "a silence just short of 15 minutes",
      questions: 7,
      ageMs: 15 * MINUTE_MS,
      unknownMs: 15 * MINUTE_MS - 1,
      inMs: 15 * MINUTE_MS,
      reconciles: false,
    },
    {
      name: "a silence of 15 minutes",
      questions: 7,
      ageMs: 15 * MINUTE_MS,
      unknownMs: 15 * MINUTE_MS,
      inMs: 15 * MINUTE_MS,
      reconciles: true,
    },
    {
      name: "two days of work",
      questions: 200,
      ageMs: 48 * 60 * MINUTE_MS,
      unknownMs: null,
      inMs: 15 * MINUTE_MS,
      reconciles: false,
    },
    {
      name: "the last moment",
      questions: 300,
      ageMs: GIVES_UP_AFTER_MS - 1,
      unknownMs: null,
      inMs: 15 * MINUTE_MS,
      reconciles: false,
    },
    {
      name: "three days of work",
      questions: 300,
      ageMs: GIVES_UP_AFTER_MS,
      unknownMs: null,
      inMs: null,
      reconciles: true,
    },
    {
      name: "three days of silence",
      questions: 300,
      ageMs: GIVES_UP_AFTER_MS,
      unknownMs: GIVES_UP_AFTER_MS,
      inMs: null,
      reconciles: true,
    },
  ] as const;
  it.each(cases)("$name", ({ questions, ageMs, unknownMs, inMs, reconciles }) => {
    const nowMs = SENT_MS + ageMs;
    const unknownSinceMs = unknownMs === null ? null : nowMs - unknownMs;
    expect(afterNoOutcome({ questions, sentAtMs: SENT_MS, unknownSinceMs }, nowMs)).toEqual({
      askAtMs: inMs === null ? null : nowMs + inMs,
      reconciles,
    });
    expect(isGivenUp(SENT_MS, nowMs)).toBe(inMs === null);
  });
});

it.each([
  ["since it was sent", 5_000, null, 5_000],
  ["since it was sent, though the silence began later", 5_000, 9_000, 5_000],
  ["since the silence began, which a sandbox that was moved on has behind it", 5_000, -100, -100],
] as const)("an outcome is waited for %s", (_name, sentAtMs, unknownSinceMs, since) => {
  expect(waitingSinceMs({ sentAtMs, unknownSinceMs })).toBe(since);
});

describe("an answer that says nothing", () => {
  const amount = money(1_000n, "XOF");
  it.each([
    ["never heard of it", { kind: "not_found" }, true],
    ["silence", { kind: "unknown", reason: "timeout" }, true],
    [
      "silence with a handle: the provider knows the payment",
      { kind: "unknown", reason: "timeout", handle: { id: "1" } },
      false,
    ],
    ["pending", { kind: "pending", nextStep: { kind: "POLL", pollAfterMs: 1, instructions: null } }, false],
    ["failed", { kind: "failed", failureCode: "UNKNOWN", providerCode: "X" }, false],
    ["succeeded", { kind: "succeeded", transactionId: "T", amount }, false],
  ] as const)("%s", (_name, answer, expected) => {
    expect(saysNothing(answer)).toBe(expected);
  });
});

it.each([
  ["no wish", { kind: "unknown", reason: "timeout" }, 2_000],
  ["a longer pause", { kind: "unknown", reason: "busy", askAfterMs: 30_000 }, 30_000],
  ["a shorter pause", { kind: "unknown", reason: "busy", askAfterMs: 1_000 }, 2_000],
  ["no such payment", { kind: "not_found" }, 2_000],
] as const)(
  "asks again after our own delay, or later where the provider wants it: %s",
  (_name, answer, inMs) => {
    expect(delayAfter(answer, 0)).toBe(inMs);
  },
);

describe("the provider's time begins", () => {
  const transfer = (expiresAt: string): NextStep => ({
    kind: "POLL",
    pollAfterMs: 60_000,
    instructions: {
      bankName: "Ecobank",
      accountHolder: "Maison Akwaba",
      iban: "CI93CI0080111301134291200589",
      bic: "ECOCCIAB",
      reference: "RF18539007547034",
      amount: "5000",
      currency: "XOF",
      expiresAt,
    },
  });
  const waits = { sentAtMs: SENT_MS, unknownSinceMs: null };

  it("where the payer's days for a transfer end", () => {
    const days = SENT_MS + 3 * 86_400_000;
    const step = transfer(new Date(days).toISOString());
    expect(paymentAwaitedSinceMs(waits, step)).toBe(days);
    expect(paymentAwaitedSinceMs({ ...waits, sentAtMs: days + 1 }, step)).toBe(days + 1);
    expect(paymentAwaitedSinceMs(waits, null)).toBe(SENT_MS);
  });

  it("when money leaves: with the file that carries it, else when it was sent", () => {
    const leaves = { kind: "pending", leftAtMs: SENT_MS + 1 } as const;
    expect(leftSinceMs(leaves, SENT_MS, SENT_MS + 9)).toBe(SENT_MS + 1);
    expect(leftSinceMs({ kind: "pending", leftAtMs: null }, SENT_MS, SENT_MS + 9)).toBe(SENT_MS + 9);
    expect(leftSinceMs({ kind: "pending" }, SENT_MS, SENT_MS + 9)).toBe(SENT_MS);
    expect(leftSinceMs({ kind: "unknown", reason: "timeout" }, SENT_MS, SENT_MS + 9)).toBe(SENT_MS);
  });
});
