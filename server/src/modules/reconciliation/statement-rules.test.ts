import { describe, expect, it } from "vitest";
import { invalidFields, invalidFieldsOf } from "../../../test/harness/refusal.ts";
import { money } from "../../kit/money.ts";
import { digestOf, numberLines, readGivenLines, readPeriod, refuseOutside } from "./statement-rules.ts";
import type { NumberedLine } from "./types.ts";

const head = "type,reference,transactionId,status,amount,currency,occurredAt";
const row = "PAYMENT,abc,T1,SUCCEEDED,5000,XOF,2026-11-21T10:00:00Z";
const given = {
  type: "PAYMENT",
  reference: "abc",
  transactionId: "T1",
  status: "SUCCEEDED",
  amount: "5000",
  currency: "XOF",
  occurredAt: "2026-11-21T10:00:00Z",
} as const;
const OCCURRED_MS = Date.UTC(2026, 10, 21, 10);
const line: NumberedLine = {
  lineNo: 1,
  type: "PAYMENT",
  reference: "abc",
  transactionId: "T1",
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs: OCCURRED_MS,
};

describe("the period of a statement", () => {
  it.each([
    ["no instant", "yesterday", "2026-11-02T00:00:00Z", "from format"],
    ["no end", "2026-11-01T00:00:00Z", "tomorrow", "to order"],
    ["nothing", "2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z", "to order"],
    ["the end first", "2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z", "to order"],
    ["more than 32 days", "2026-10-01T00:00:00Z", "2026-11-02T00:00:00.001Z", "to length"],
  ])("is refused: %s", (_name, from, to, field) => {
    expect(invalidFields(() => readPeriod({ from, to }))).toEqual([field]);
  });

  it.each([
    ["a millisecond", "2026-11-01T00:00:00Z", "2026-11-01T00:00:00.001Z", 1],
    ["32 days", "2026-10-01T00:00:00Z", "2026-11-02T00:00:00Z", 32 * 86_400_000],
    ["with an offset", "2026-11-01T01:00:00+01:00", "2026-11-01T00:00:01Z", 1_000],
  ])("may be %s", (_name, from, to, ms) => {
    const { fromMs, toMs } = readPeriod({ from, to });
    expect(toMs - fromMs).toBe(ms);
  });
});

describe("the lines of a request", () => {
  it("are the same in each form, and the provider's are asked for", async () => {
    expect(await readGivenLines({ format: "csv", content: `${head}\n${row}` })).toEqual([line]);
    expect(await readGivenLines({ format: "lines", lines: [given] })).toEqual([line]);
    expect(await readGivenLines({ format: "provider" })).toBeNull();
    expect(numberLines([line, line]).map(({ lineNo }) => lineNo)).toEqual([1, 2]);
  });

  it("may lack the provider's number", async () => {
    const { transactionId: _number, ...without } = given;
    expect(await readGivenLines({ format: "lines", lines: [without] })).toMatchObject([
      { transactionId: null },
    ]);
  });

  it.each([
    ["csv without content", { format: "csv" }, ["content required"]],
    ["csv with lines", { format: "csv", content: head, lines: [given] }, ["lines unexpected"]],
    ["lines without lines", { format: "lines" }, ["lines required"]],
    ["lines with content", { format: "lines", lines: [given], content: head }, ["content unexpected"]],
    ["the provider's with content", { format: "provider", content: head }, ["content unexpected"]],
    ["the provider's with lines", { format: "provider", lines: [given] }, ["lines unexpected"]],
  ] as const)("are refused: %s", async (_name, body, fields) => {
    const { lines, ...rest } = { lines: undefined, ...body };
    const asked = lines === undefined ? rest : { ...rest, lines: [...lines] };
    expect(await invalidFieldsOf(readGivenLines(asked))).toEqual(fields);
  });

  const at = (offsetMs: number): NumberedLine => ({
    ...line,
    lineNo: 3,
    occurredAtMs: OCCURRED_MS + offsetMs,
  });
  it.each([
    ["a moment before its period", -1, ["occurredAt period"]],
    ["at its first instant", 0, null],
    ["at its last instant", 999, null],
    ["at its end", 1_000, ["occurredAt period"]],
  ])("lie in the period: %s", (_name, offsetMs, fields) => {
    const period = { fromMs: OCCURRED_MS, toMs: OCCURRED_MS + 1_000 };
    expect(invalidFields(() => refuseOutside([at(0), at(offsetMs)], period))).toEqual(fields);
  });
});

describe("a statement is known again", () => {
  const same = async (lines: readonly NumberedLine[]) =>
    (await digestOf(lines)).equals(await digestOf([line]));
  it("the same lines are recognised with other quotes, line ends and line numbers", async () => {
    expect(
      await same(
        (await readGivenLines({ format: "csv", content: `${head}\r\n"PAYMENT",${row.slice(8)}` })) ?? [],
      ),
    ).toBe(true);
    expect(await same([{ ...line, lineNo: 7 }])).toBe(true);
  });

  it.each<readonly [string, Partial<NumberedLine>]>([
    ["type", { type: "REFUND" }],
    ["reference", { reference: "abd" }],
    ["transactionId", { transactionId: null }],
    ["status", { status: "FAILED" }],
    ["amount", { amount: money(5_001n, "XOF") }],
    ["currency", { amount: money(5_000n, "XAF") }],
    ["occurredAt", { occurredAtMs: OCCURRED_MS + 1 }],
  ])("and is another one when one line's %s is", async (_name, fields) => {
    expect(await same([{ ...line, ...fields }])).toBe(false);
  });

  it("a statement with one line more or fewer is a different one", async () => {
    expect([await same([]), await same([line, line])]).toEqual([false, false]);
  });
});
