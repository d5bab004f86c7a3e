import { describe, expect, it } from "vitest";
import { invalidFieldsOf } from "../../../test/harness/refusal.ts";
import { parseCsv } from "../../kit/csv.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { money } from "../../kit/money.ts";
import { compareStatement, type EarlierLine, keyOf, summarize } from "./compare.ts";
import { expectedWindow, mustBeTold } from "./coverage.ts";
import { readCsvLines } from "./csv.ts";
import type { ExpectedItem, OperationLine, OurItem } from "./types.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const line = (fields: Partial<OperationLine> = {}): OperationLine => ({
  lineNo: 1,
  type: "PAYMENT",
  reference: "a",
  transactionId: "T1",
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs: NOW_MS,
  ...fields,
});
const ours = (fields: Partial<OurItem> = {}): OurItem => ({
  type: "PAYMENT",
  subjectType: "CHARGE",
  reference: "a",
  merchantNo: 7 as MerchantNo,
  id: "x",
  status: "SUCCEEDED",
  booked: "SUCCEEDED",
  amount: 5_000n,
  currency: "XOF",
  ...fields,
});
const unbooked = { fee: null, currency: "XOF", occurredAtMs: NOW_MS };
const compare = (
  lines: readonly OperationLine[],
  items: readonly OurItem[],
  earlier: readonly EarlierLine[] = [],
  expected: readonly ExpectedItem[] = [],
) => compareStatement({ lines, ours: new Map(items.map((item) => [keyOf(item), item])), earlier, expected });
const kindsOf = async (...args: Parameters<typeof compare>) =>
  (await compare(...args)).differences.map(({ kind }) => kind);

describe("one line against what we hold", () => {
  it.each<[OperationLine["status"], OurItem["booked"] | null, string | null]>([
    ["SUCCEEDED", "SUCCEEDED", null],
    ["SUCCEEDED", "FAILED", "STATUS"],
    ["SUCCEEDED", "OPEN", "STATUS"],
    ["SUCCEEDED", "REVERSED", "STATUS"],
    ["SUCCEEDED", null, "MISSING_HERE"],
    ["FAILED", "FAILED", null],
    ["FAILED", "SUCCEEDED", "STATUS"],
    ["FAILED", "OPEN", "STATUS"],
    ["FAILED", null, null],
    ["PENDING", "OPEN", null],
    ["PENDING", "SUCCEEDED", "STATUS"],
    ["PENDING", "FAILED", "STATUS"],
    ["PENDING", null, null],
    ["REVERSED", "REVERSED", null],
    ["REVERSED", "SUCCEEDED", "STATUS"],
    ["REVERSED", null, null],
  ])("%s where ours is %s: %s", async (status, booked, kind) => {
    const items = booked === null ? [] : [ours({ booked })];
    expect(await kindsOf([line({ status })], items)).toEqual(kind === null ? [] : [kind]);
  });

  it("reports a different amount and a different currency of money that moved", async () => {
    expect(await kindsOf([line({ amount: money(4_999n, "XOF") })], [ours()])).toEqual(["AMOUNT"]);
    expect(await kindsOf([line({ amount: money(5_000n, "EUR") })], [ours()])).toEqual(["AMOUNT"]);
    expect(
      await kindsOf([line({ status: "FAILED", amount: money(1n, "XOF") })], [ours({ booked: "FAILED" })]),
    ).toEqual([]);
  });
});

describe("told twice", () => {
  it("reports two lines under one reference, and two operations under one number of the provider", async () => {
    expect(await kindsOf([line(), line({ lineNo: 2, transactionId: "T2" })], [ours()])).toEqual(["TWICE"]);
    expect(await kindsOf([line(), line({ lineNo: 2 })], [ours()])).toEqual(["TWICE"]);
    const two = [line(), line({ lineNo: 2, reference: "b" })];
    expect(await kindsOf(two, [ours(), ours({ reference: "b" })])).toEqual(["TWICE"]);
  });

  it("reports a payment that two statements tell under different numbers, but not a line that both repeat", async () => {
    const old = {
      type: "PAYMENT",
      reference: "a",
      transactionId: "T1",
      status: "SUCCEEDED",
      amount: 5_000n,
      ...unbooked,
    };
    expect(await compare([line()], [ours()], [old])).toMatchObject({
      matched: 0,
      ignored: 1,
      differences: [],
    });
    expect(await kindsOf([line({ transactionId: "T2" })], [ours()], [old])).toEqual(["TWICE"]);
    expect(await kindsOf([line()], [ours()], [{ ...old, status: "PENDING" }])).toEqual([]);
  });

  it("does not report a payment and its refund under one reference", async () => {
    const refund = ours({ type: "REFUND", subjectType: "REFUND" });
    const both = [line(), line({ lineNo: 2, type: "REFUND", transactionId: "R1" })];
    expect(await kindsOf(both, [ours(), refund])).toEqual([]);
  });
});

describe("what we booked and no statement tells", () => {
  const expected: ExpectedItem = { ...ours(), bookedAtMs: NOW_MS, createdAtMs: NOW_MS - 1_000 };
  it("is missing there, unless this one or an earlier one has it", async () => {
    expect(await kindsOf([], [], [], [expected])).toEqual(["MISSING_THERE"]);
    expect(await kindsOf([line({ status: "FAILED" })], [ours()], [], [expected])).toEqual(["STATUS"]);
    const old = {
      type: "PAYMENT",
      reference: "a",
      transactionId: null,
      status: "SUCCEEDED",
      amount: 1n,
      ...unbooked,
    };
    expect(await kindsOf([], [], [old], [expected])).toEqual([]);
  });

  const HOUR_MS = 3_600_000;
  const CLOCK_TOLERANCE = 300_000;
  const period = { fromMs: NOW_MS, toMs: NOW_MS + 24 * HOUR_MS };
  it.each<[string, number, readonly { fromMs: number; toMs: number }[], boolean]>([
    ["begun within the period", HOUR_MS, [], true],
    ["begun before the first statement", -HOUR_MS, [], false],
    [
      "begun where an earlier statement reaches",
      -HOUR_MS,
      [{ fromMs: NOW_MS - 24 * HOUR_MS, toMs: NOW_MS }],
      true,
    ],
    ["begun as far into the period as clocks may differ", CLOCK_TOLERANCE, [], true],
    ["begun a moment before that", CLOCK_TOLERANCE - 1, [], false],
    [
      "begun where two earlier statements reach together, in whatever order",
      -HOUR_MS,
      [
        { fromMs: NOW_MS - HOUR_MS / 2, toMs: NOW_MS },
        { fromMs: NOW_MS - 24 * HOUR_MS, toMs: NOW_MS - HOUR_MS / 2 },
      ],
      true,
    ],
    [
      "begun before an earlier statement, by less than clocks may differ",
      -HOUR_MS + CLOCK_TOLERANCE - 1,
      [{ fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS }],
      false,
    ],
    [
      "begun before a gap between statements",
      -HOUR_MS,
      [{ fromMs: NOW_MS - 24 * HOUR_MS, toMs: NOW_MS - HOUR_MS / 2 }],
      false,
    ],
  ])("must be told when it was %s", (_name, createdAfterMs, earlier, told) => {
    expect(mustBeTold({ createdAtMs: NOW_MS + createdAfterMs }, period, earlier)).toBe(told);
  });

  it("is expected in the next statement when we booked it in the period's last minutes", () => {
    expect(expectedWindow(period).toMs).toBeLessThan(period.toMs);
    expect(period.toMs - expectedWindow(period).toMs).toBe(period.fromMs - expectedWindow(period).fromMs);
  });
});

it("sums what differs, by kind and currency", async () => {
  const { differences } = await compare(
    [line({ amount: money(4_000n, "XOF") }), line({ lineNo: 2, reference: "gone", transactionId: "T2" })],
    [ours()],
  );
  expect(summarize(differences)).toEqual([
    { kind: "AMOUNT", currency: "XOF", count: 1, amount: 1_000n },
    { kind: "MISSING_HERE", currency: "XOF", count: 1, amount: 5_000n },
  ]);
});

describe("a statement as CSV", () => {
  const head = "type,reference,transactionId,status,amount,currency,occurredAt";
  const row = "PAYMENT,abc,T1,SUCCEEDED,5000,XOF,2026-11-21T10:00:00Z";
  it.each([
    ["with commas", `${head}\n${row}\n`],
    [
      "with semicolons, a byte order mark and Windows line ends",
      `\ufeff${head}\r\n${row}\r\n`.replaceAll(",", ";"),
    ],
    [
      "with quotes, and without a last line end",
      `${head}\n"PAYMENT","abc",T1,SUCCEEDED,"5000",XOF,2026-11-21T10:00:00Z`,
    ],
    ["with columns in another order and more of them", `note,${head}\n"a, ""b""",${row}\n\n`],
  ])("is read %s", async (_name, text) => {
    expect(await readCsvLines(text, 10)).toMatchObject([
      { lineNo: 1, type: "PAYMENT", reference: "abc", transactionId: "T1", amount: money(5_000n, "XOF") },
    ]);
  });

  it("keeps line ends and separators inside quotes", async () => {
    expect([...parseCsv('a,"b\nc",d\n')]).toEqual([["a", "b\nc", "d"]]);
  });

  it("is refused with its first twenty problems, and not with thousands", async () => {
    const wrong = `${head}\n${`${row.replace("DONE", "").replace("5000", "x").replace("XOF", "y")}\n`.repeat(500)}`;
    const fields = await invalidFieldsOf(readCsvLines(wrong, 1_000));
    expect(fields).toHaveLength(20);
    expect(fields?.slice(0, 3)).toEqual([
      "content line 2 amount format",
      "content line 2 currency format",
      "content line 3 amount format",
    ]);
  });

  it("may have references and numbers of 100 characters", async () => {
    const long = "x".repeat(100);
    expect(await readCsvLines(`${head}\n${row.replace("abc", long).replace("T1", long)}`, 1)).toMatchObject([
      { reference: long, transactionId: long },
    ]);
  });

  it.each([
    ["without a heading", row, "content"],
    ["with an amount that is none", `${head}\n${row.replace("5000", "50.00")}`, "content line 2 amount"],
    ["with an amount below zero", `${head}\n${row.replace("5000", "-5000")}`, "content line 2 amount"],
    ["with an unknown type", `${head}\n${row.replace("PAYMENT", "GIFT")}`, "content line 2 type"],
    ["without a reference", `${head}\n${row.replace("abc", "")}`, "content line 2 reference"],
    [
      "with an endless reference",
      `${head}\n${row.replace("abc", "x".repeat(101))}`,
      "content line 2 reference",
    ],
    [
      "with an endless number",
      `${head}\n${row.replace("T1", "x".repeat(101))}`,
      "content line 2 transactionId",
    ],
    ["with an unknown currency", `${head}\n${row.replace("XOF", "XXX")}`, "content line 2 currency"],
    [
      "with a day that does not exist",
      `${head}\n${row.replace("11-21", "13-21")}`,
      "content line 2 occurredAt",
    ],
    ["with an unknown status", `${head}\n${row.replace("SUCCEEDED", "DONE")}`, "content line 2 status"],
    ["with a time without its offset", `${head}\n${row.replace("Z", "")}`, "content line 2 occurredAt"],
    ["with too many lines", `${head}\n${`${row}\n`.repeat(11)}`, "content"],
  ])("is refused %s, by line and column", async (_name, text, path) => {
    await expect(readCsvLines(text, 10)).rejects.toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path })] } }),
    );
  });
});
