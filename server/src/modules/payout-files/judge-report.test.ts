import { describe, expect, it } from "vitest";
import type { PaymentStatus, StatusReport } from "../bank-files/index.ts";
import { judgeReport } from "./judge-report.ts";
import type { OrderStatus } from "./states.ts";
import type { OrderRow } from "./types.ts";

const none: PaymentStatus = { status: null, reason: null };
const said = (status: string, reason: string | null = null): PaymentStatus => ({ status, reason });
const order = (ownId: string, status: OrderStatus = "RELEASED", bankStatus: string | null = null) =>
  ({ ownId, status, bankStatus, bankReference: null, reason: null, note: null, isTold: true }) as OrderRow;
const transfer = (endToEndId: string, status: string, reason: string | null = null) => ({
  ...said(status, reason),
  endToEndId,
  bankReference: null,
});
const report = (changes: Partial<StatusReport>): StatusReport => ({
  messageId: "M",
  group: none,
  payment: none,
  transfers: [],
  ...changes,
});
/** The states after a report, by own id; only of orders whose state it changes. */
function judged(told: StatusReport, orders: readonly OrderRow[]) {
  const verdict = judgeReport(told, orders);
  if (typeof verdict === "string") throw new Error(verdict);
  const changed = verdict.changes.filter(({ isTold }) => !isTold);
  expect(verdict.changedCount).toBe(changed.length);
  return {
    ended: Object.fromEntries(changed.map(({ ownId, status, reason }) => [ownId, [status, reason]])),
    doubtful: verdict.doubtful,
  };
}

describe("a status report", () => {
  it("ends the transfers that it names, and no other", () => {
    const told = report({
      group: said("PART"),
      transfers: [transfer("A", "ACSC"), transfer("B", "RJCT", "AC04"), transfer("C", "ACSP")],
    });
    expect(
      judged(
        told,
        ["A", "B", "C", "D"].map((id) => order(id)),
      ),
    ).toEqual({
      ended: { A: ["PAID", null], B: ["REJECTED", "AC04"] },
      doubtful: [],
    });
  });

  it.each([
    ["ACSC of the file", { group: said("ACSC") }, ["PAID", null]],
    ["RJCT of the file", { group: said("RJCT", "AM04") }, ["REJECTED", "AM04"]],
    ["RJCT of its one part", { group: said("ACCP"), payment: said("RJCT", "AC06") }, ["REJECTED", "AC06"]],
    ["RJCT without a reason", { group: said("RJCT") }, ["REJECTED", "NO_REASON"]],
  ])("holds for every transfer: %s", (_what, changes, expected) => {
    expect(judged(report(changes), [order("A")]).ended).toEqual({ A: expected });
  });

  it("of a file is overruled by that of a transfer", () => {
    const told = report({ group: said("ACSC"), transfers: [transfer("B", "RJCT", "AC01")] });
    expect(judged(told, [order("A"), order("B")]).ended).toEqual({
      A: ["PAID", null],
      B: ["REJECTED", "AC01"],
    });
  });

  it.each(["ACTC", "ACCP", "ACSP", "ACWC", "PDNG", "RCVD", "PART"])("changes nothing by %s", (status) => {
    const verdict = judgeReport(report({ group: said(status) }), [order("A")]);
    if (typeof verdict === "string") throw new Error(verdict);
    expect(verdict).toMatchObject({ changedCount: 0, doubtful: [] });
  });

  it.each<[OrderStatus, string]>([
    ["PAID", "ACSC"],
    ["REJECTED", "RJCT"],
    ["RETURNED", "RJCT"],
  ])("that says again of a %s transfer %s changes nothing", (status, again) => {
    const verdict = judgeReport(report({ group: said(again, "AC04") }), [order("A", status, again)]);
    expect(verdict).toEqual({ changes: [], changedCount: 0, doubtful: [] });
  });

  it("that rejects what was paid takes it back", () => {
    expect(judged(report({ group: said("RJCT", "AC04") }), [order("A", "PAID")]).ended).toEqual({
      A: ["RETURNED", "AC04"],
    });
  });

  it.each<OrderStatus>(["REJECTED", "RETURNED"])(
    "that calls a %s transfer executed is doubtful",
    (status) => {
      expect(judged(report({ group: said("ACSC") }), [order("A", status)])).toEqual({
        ended: {},
        doubtful: ["A"],
      });
    },
  );

  it.each(["AM05", "DUPL", "DU01", "DU04"])(
    "that refuses a repetition (%s) leaves open what became of the first",
    (reason) => {
      for (const status of ["RELEASED", "PAID"] as const)
        expect(judged(report({ group: said("RJCT", reason) }), [order("A", status)])).toEqual({
          ended: {},
          doubtful: ["A"],
        });
    },
  );

  it("that names a transfer of another file is refused as a whole", () => {
    const told = report({ transfers: [transfer("A", "ACSC"), transfer("X", "RJCT")] });
    expect(judgeReport(told, [order("A")])).toContain("OrgnlEndToEndId");
  });
});
