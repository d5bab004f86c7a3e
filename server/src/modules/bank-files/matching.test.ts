import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../kit/random.ts";
import { creditorReference, newTransferReference } from "../../kit/transfer-reference.ts";
import type { StatedEntry } from "./formats/types.ts";
import { judgeEntries, judgeEntry, type KnownOperations } from "./matching.ts";
import { statedEntry } from "./test-entries.ts";

const random = createSeededRandom(3);
const drawn = (): string => newTransferReference(random);
const first = drawn();
const second = drawn();
const unknown = drawn();
const payout = drawn();
const failed = drawn();
const known: KnownOperations = {
  payments: new Set([first, second]),
  transfers: new Map([
    [payout, { amount: 5_000n, currency: "XOF", isOver: false }],
    [failed, { amount: 5_000n, currency: "XOF", isOver: true }],
  ]),
  settled: new Set(),
};
const judged = (changes: Partial<StatedEntry>, operations = known) =>
  judgeEntry(statedEntry(changes), operations);

describe("a credit", () => {
  it.each([
    ["its structured reference", { structuredReferences: [creditorReference(first)] }, "STRUCTURED"],
    ["the payer's number", { endToEndId: first }, "END_TO_END"],
    ["its text, spaces and points apart", { text: `CDE. ${first.slice(0, 6)} ${first.slice(6)}` }, "TEXT"],
  ])("belongs to the payment that %s names", (_where, changes, matchedBy) => {
    expect(judged(changes)).toEqual({ status: "MATCHED", cause: null, matchedBy, ownId: first });
  });

  it("is led by the surest place, when two places name two payments", () => {
    expect(judged({ structuredReferences: [second], endToEndId: first, text: first })).toMatchObject({
      matchedBy: "STRUCTURED",
      ownId: second,
    });
    expect(judged({ structuredReferences: [unknown], text: first })).toMatchObject({
      matchedBy: "TEXT",
      ownId: first,
    });
  });

  it.each([
    ["without a reference", {}, "NO_REFERENCE"],
    ["with a text that names nothing of ours", { text: unknown }, "NO_REFERENCE"],
    ["with a reference of nobody", { structuredReferences: [unknown] }, "UNKNOWN_REFERENCE"],
    ["with a wrong check digit", { structuredReferences: [`${first.slice(0, 11)}X`] }, "NO_REFERENCE"],
    ["for two payments at once", { text: `${first} et ${second}` }, "SEVERAL_REFERENCES"],
    ["that is taken back", { structuredReferences: [first], isReversal: true }, "REVERSAL"],
    [
      "that is a part of our own payout",
      { endToEndId: payout, amount: { minor: 4_999n, currency: "XOF" } as const },
      "RETURNED",
    ],
    ["that is a payout that had failed", { endToEndId: failed }, "RETURNED"],
    ["whose text alone names a payout of ours", { text: payout }, "RETURNED"],
    ["that takes back a debit of another", { isReversal: true }, "REVERSAL"],
    [
      "that came back with two numbers of ours",
      { text: `${payout} ${failed}`, returnReason: "AC04" },
      "RETURNED",
    ],
    ["that came back with a reason", { text: first, returnReason: "AC04" }, "RETURNED"],
  ])("%s waits for an operator", (_what, changes, cause) => {
    expect(judged(changes)).toEqual({ status: "QUEUED", cause, matchedBy: null, ownId: null });
  });

  it.each([
    ["with our number", { endToEndId: payout }, "END_TO_END"],
    ["with a reason, and our number in the text", { text: payout, returnReason: "AC04" }, "TEXT"],
    ["as the reversal of its debit", { endToEndId: payout, isReversal: true }, "END_TO_END"],
  ])("is the return of a whole payout %s", (_what, changes, matchedBy) => {
    expect(judged(changes)).toEqual({ status: "MATCHED", cause: null, matchedBy, ownId: payout });
  });

  it("is the return of a payout once", () => {
    const settled = { ...known, settled: new Set([`CREDIT ${payout}`]) };
    expect(judged({ endToEndId: payout }, settled)).toMatchObject({ status: "QUEUED", cause: "RETURNED" });
  });

  it("for a payment that has its money waits for an operator, also within one file", () => {
    const settled = { ...known, settled: new Set([`CREDIT ${first}`]) };
    expect(judged({ text: first }, settled)).toMatchObject({ status: "QUEUED", cause: "ALREADY_SETTLED" });
    const both = judgeEntries([statedEntry({ text: first }), statedEntry({ text: first })], known);
    expect(both.map(({ status, cause }) => [status, cause])).toEqual([
      ["MATCHED", null],
      ["QUEUED", "ALREADY_SETTLED"],
    ]);
  });

  it("of another amount belongs to its payment all the same: the engine reviews it", () => {
    expect(judged({ text: first, amount: { minor: 1n, currency: "EUR" } }).ownId).toBe(first);
  });
});

describe("a debit", () => {
  it("with our number belongs to the payout", () => {
    expect(judged({ direction: "DEBIT", endToEndId: payout })).toMatchObject({
      status: "MATCHED",
      ownId: payout,
    });
  });
  it("with a payer's reference does not belong to the payment", () => {
    expect(judged({ direction: "DEBIT", text: first })).toMatchObject({ status: "IGNORED", ownId: null });
  });
  it("that we did not order is none of ours", () => {
    expect(judged({ direction: "DEBIT", text: "Frais de tenue de compte" }).status).toBe("IGNORED");
  });
  it.each([
    ["that takes a credit back", { isReversal: true }, "REVERSAL"],
    ["that sends a credit back with a reason", { text: first, returnReason: "AC04" }, "REVERSAL"],
    ["of a payout that has failed here", { endToEndId: failed }, "NOT_EXPECTED"],
  ])("%s waits for an operator", (_what, changes, cause) => {
    expect(judged({ direction: "DEBIT", ...changes })).toMatchObject({ status: "QUEUED", cause });
  });
  it("of a payout that was booked before waits for an operator", () => {
    const settled = { ...known, settled: new Set([`DEBIT ${payout}`]) };
    expect(judged({ direction: "DEBIT", endToEndId: payout }, settled)).toMatchObject({
      status: "QUEUED",
      cause: "ALREADY_SETTLED",
    });
  });
});
