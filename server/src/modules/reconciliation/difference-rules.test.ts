import { describe, expect, it } from "vitest";
import type { MerchantNo } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import { agreesNow, lineOf } from "./difference-rules.ts";
import { differenceKinds, type OperationLine, type OurItem } from "./types.ts";

const OCCURRED_MS = Date.UTC(2026, 10, 21, 10);
const told = {
  lineNo: 4,
  type: "PAYMENT",
  reference: "abc",
  transactionId: null,
  theirStatus: "SUCCEEDED",
  theirAmount: 5_000n,
  theirCurrency: "XOF",
  occurredAtMs: OCCURRED_MS,
} as const;
const line: OperationLine = {
  lineNo: 4,
  type: "PAYMENT",
  reference: "abc",
  transactionId: null,
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs: OCCURRED_MS,
};
const ours: OurItem = {
  type: "PAYMENT",
  subjectType: "CHARGE",
  reference: "abc",
  merchantNo: 7 as MerchantNo,
  id: "x",
  status: "SUCCEEDED",
  booked: "SUCCEEDED",
  amount: 5_000n,
  currency: "XOF",
};

describe("the line behind a difference", () => {
  it("shows every field that the statement gave", () => {
    expect(lineOf(told)).toEqual(line);
    expect(lineOf({ ...told, lineNo: null })?.lineNo).toBe(1);
  });

  it.each(["reference", "theirStatus", "theirAmount", "theirCurrency"] as const)(
    "is none where the statement told no %s",
    (field) => {
      expect(lineOf({ ...told, [field]: null })).toBeNull();
    },
  );
});

describe("once the provider was asked", () => {
  it.each(differenceKinds)("%s is closed when both sides agree, unless it was reported twice", (kind) => {
    expect(agreesNow(kind, line, ours)).toBe(kind !== "TWICE");
  });

  it.each<readonly [string, OperationLine | null, OurItem | null]>([
    ["another amount", line, { ...ours, amount: 4_999n }],
    ["another state", line, { ...ours, booked: "OPEN" }],
    ["nothing of ours", line, null],
    ["nothing of ours where nothing moved", { ...line, status: "FAILED" }, null],
    ["no line to compare", null, ours],
  ])("it stays open with %s", (_name, theirs, mine) => {
    expect(agreesNow("STATUS", theirs, mine)).toBe(false);
  });
});
