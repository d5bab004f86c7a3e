import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { TransferOutcome } from "../../providers/provider.ts";
import { GIVES_UP_AFTER_MS, RECONCILIATION_AFTER_MS } from "../payments/index.ts";
import { judgeTransfer, judgeUnroutable } from "./outcome-rules.ts";
import { payoutStatuses } from "./states.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);

describe("a payout that no account can carry", () => {
  it.each(["OPERATOR", "CURRENCY", "AMOUNT_BELOW_MIN", "NO_RULE", "ACCOUNT_LIMIT"] as const)(
    "fails: %s",
    (reason) => {
      const refusal = { refused: "PROVIDER_UNAVAILABLE", reason, passes: false } as const;
      expect(judgeUnroutable("PENDING", refusal, NOW_MS)).toEqual({
        kind: "fail",
        failureCode: "PROVIDER_UNAVAILABLE",
        providerCode: reason,
      });
    },
  );

  it.each([
    ["PENDING", { kind: "queue", status: "QUEUED", nextCheckAtMs: NOW_MS + 15_000, isNews: true }],
    ["QUEUED", { kind: "queue", status: "QUEUED", nextCheckAtMs: NOW_MS + 15_000, isNews: false }],
    ["CANCELLED", null],
    ["PROCESSING", null],
  ] as const)(
    "waits for the end of an outage or a suspension, and the merchant is told once: %s",
    (from, expected) => {
      for (const reason of ["OUTAGE", "ACCOUNT_SUSPENDED"] as const) {
        const refusal = { refused: "PROVIDER_UNAVAILABLE", reason, passes: true } as const;
        expect(judgeUnroutable(from, refusal, NOW_MS)).toEqual(expected);
      }
    },
  );

  it("waits for another day where the limit of this one is reached, and is looked at less often", () => {
    const refusal = { refused: "PROVIDER_UNAVAILABLE", reason: "ACCOUNT_LIMIT", passes: true } as const;
    const nextCheckAtMs = NOW_MS + 5 * 60_000;
    const expected = { kind: "queue", status: "QUEUED", nextCheckAtMs, isNews: true };
    expect(judgeUnroutable("PENDING", refusal, NOW_MS)).toEqual(expected);
  });
});

const sent = {
  status: "PROCESSING",
  amount: 5_000n,
  currency: "XOF",
  checkCount: 0,
  sentAtMs: NOW_MS,
  unknownSinceMs: null,
} as const;
type Sent = Parameters<typeof judgeTransfer>[0];
const judge = (outcome: TransferOutcome, fields: Partial<Sent> = {}) =>
  judgeTransfer({ ...sent, ...fields }, outcome, NOW_MS);
const paid = (minor: bigint, currency: "XOF" | "XAF" = "XOF"): TransferOutcome => ({
  kind: "succeeded",
  transactionId: "T1",
  amount: money(minor, currency),
});
const pending: TransferOutcome = { kind: "pending" };
const unknown: TransferOutcome = { kind: "unknown", reason: "time-out" };
const failed: TransferOutcome = { kind: "failed", failureCode: "INVALID_RECIPIENT", providerCode: "R1" };

describe("what a provider's answer makes of a payout", () => {
  it.each(["PROCESSING", "IN_RECONCILIATION"] as const)("%s is paid, fails or waits", (status) => {
    expect(judge(paid(5_000n), { status })).toEqual({ kind: "pay", status: "PAID", transactionId: "T1" });
    expect(judge(failed, { status })).toEqual({ ...failed, kind: "fail" });
    expect(judge(pending, { status })).toMatchObject({ kind: "wait", status: "PROCESSING" });
  });

  it("never moves one that has ended, whatever comes late", () => {
    for (const status of payoutStatuses) {
      if (status === "PROCESSING" || status === "IN_RECONCILIATION") continue;
      expect(judge(paid(5_000n), { status }), status).toBeNull();
    }
    for (const status of ["PAID", "FAILED", "REVERSED", "CANCELLED"] as const) {
      for (const outcome of [failed, pending, unknown, paid(1n)]) {
        expect(judge(outcome, { status }), status).toBeNull();
      }
    }
  });

  it.each([
    ["less", paid(4_999n)],
    ["more", paid(5_001n)],
    ["another currency", paid(5_000n, "XAF")],
  ])("that paid %s is a matter for the reconciliation, and nothing is booked", (_name, outcome) => {
    expect(judge(outcome)).toMatchObject({ kind: "wait", status: "IN_RECONCILIATION", differs: true });
  });

  it("that it works on it is asked about again, and no silence counts any more", () => {
    expect(judge(pending, { unknownSinceMs: NOW_MS - 60_000 })).toEqual({
      kind: "wait",
      status: "PROCESSING",
      askAtMs: NOW_MS + 2_000,
      unknownSinceMs: null,
      differs: false,
    });
  });

  it.each([
    ["the first silence counts from now", null, "PROCESSING", NOW_MS],
    ["a longer one from its beginning", NOW_MS - 60_000, "PROCESSING", NOW_MS - 60_000],
    [
      "just short of a quarter of an hour",
      NOW_MS - RECONCILIATION_AFTER_MS + 1,
      "PROCESSING",
      NOW_MS - RECONCILIATION_AFTER_MS + 1,
    ],
    [
      "a quarter of an hour is a matter for the reconciliation",
      NOW_MS - RECONCILIATION_AFTER_MS,
      "IN_RECONCILIATION",
      NOW_MS - RECONCILIATION_AFTER_MS,
    ],
  ] as const)("of silence: %s", (_name, unknownSinceMs, status, since) => {
    expect(judge(unknown, { unknownSinceMs })).toMatchObject({ kind: "wait", status, unknownSinceMs: since });
  });

  it("is asked for three days after it was sent, and then no more: a person has to look", () => {
    const sentAtMs = NOW_MS - GIVES_UP_AFTER_MS;
    expect(judge(pending, { sentAtMs: sentAtMs + 1 })).toMatchObject({ askAtMs: NOW_MS + 2_000 });
    expect(judge(pending, { sentAtMs })).toMatchObject({ askAtMs: null, status: "IN_RECONCILIATION" });
  });

  it("has its three days from when it left for the bank, and waits for its file as long as that takes", () => {
    const sentAtMs = NOW_MS - 2 * GIVES_UP_AFTER_MS;
    const leftAt = (leftAtMs: number | null) => judge({ kind: "pending", leftAtMs }, { sentAtMs });
    expect(leftAt(null)).toMatchObject({ askAtMs: NOW_MS + 2_000, status: "PROCESSING" });
    const overAtMs = NOW_MS - GIVES_UP_AFTER_MS;
    expect(leftAt(overAtMs + 1)).toMatchObject({ askAtMs: NOW_MS + 2_000, status: "PROCESSING" });
    expect(leftAt(overAtMs)).toMatchObject({ askAtMs: null, status: "IN_RECONCILIATION" });
  });
});
