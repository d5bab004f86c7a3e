import { describe, expect, it } from "vitest";
import { parseCsv } from "../../kit/csv.ts";
import { money } from "../../kit/money.ts";
import type { StatementLine } from "../../providers/provider.ts";
import { readCsvLines } from "./csv.ts";
import { bookCsv, subjectOf } from "./view.ts";

const OCCURRED_MS = Date.UTC(2026, 10, 21, 10, 0, 0, 5);
const line = (fields: Partial<StatementLine> = {}): StatementLine => ({
  type: "PAYMENT",
  reference: "abc",
  transactionId: "T1",
  status: "SUCCEEDED",
  amount: money(5_000n, "XOF"),
  occurredAtMs: OCCURRED_MS,
  ...fields,
});

describe("a provider's book as a file", () => {
  const bookText = async (lines: readonly StatementLine[]) => (await bookCsv(lines)).toString("utf8");

  it("can be handed in again as a statement, whatever its cells contain", async () => {
    const numbers = [
      "T1",
      null,
      "a,b",
      'say "no"',
      "=1+1",
      "+225",
      "-7",
      "@x",
      "'quoted",
      "'=1",
      "''-",
      "é;ü",
    ];
    const lines = numbers.map((transactionId, index) =>
      line({ transactionId, reference: `r${index}`, amount: money(BigInt(index + 1), "EUR") }),
    );
    const read = await readCsvLines(await bookText(lines), 100);
    expect(read).toEqual(lines.map((one, index) => ({ ...one, lineNo: index + 1 })));
  });

  it.each(["=1+1", "+225", "-7", "@x", "\tx"])(
    "has no cell that a spreadsheet would run: %j",
    async (cell) => {
      const [, [, , shown = ""] = []] = [...parseCsv(await bookText([line({ transactionId: cell })]))];
      expect(shown.startsWith("'")).toBe(true);
    },
  );

  it("consists of the heading only when there are no lines", async () => {
    expect(await bookText([])).toBe("type,reference,transactionId,status,amount,currency,fee,occurredAt\r\n");
    expect(await readCsvLines(await bookText([]), 1)).toEqual([]);
  });
});

it("a difference names our operation, unless it is about none of ours", () => {
  const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40";
  const of = (fields: object) => subjectOf(fields as Parameters<typeof subjectOf>[0]);
  expect(of({ subjectType: "REFUND", subjectId: id })).toMatch(/^re_/);
  expect(of({ subjectType: null, subjectId: null })).toBeNull();
});
