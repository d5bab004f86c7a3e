import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../../kit/csv.ts";
import { readCsvLines, readRecords } from "./csv.ts";

/** The format, read character by character: slow, and easy to see through. */
function reference(text: string): string[][] {
  const [firstLine = ""] = text.split("\n", 1);
  const separator = firstLine.includes(";") && !firstLine.includes(",") ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.length > 1 || row[0] !== "") rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}

describe("a CSV text", () => {
  it("is read as a parser that goes character by character reads it, for any content", () => {
    const piece = fc.constantFrom(",", ";", '"', '""', "\n", "\r\n", "\r", "a", "bc", " ", "é", "");
    const text = fc.tuple(fc.constantFrom("", "\ufeff"), fc.array(piece, { maxLength: 40 }));
    fc.assert(
      fc.property(text, ([mark, pieces]) => {
        const whole = mark + pieces.join("");
        expect([...parseCsv(whole)]).toEqual(reference(whole));
      }),
      { seed: 20_261_122, numRuns: 3_000 },
    );
  });

  it("of many lines lets other work run in between, and is refused after its first lines when it is wrong", async () => {
    const line = "PAYMENT,abc,T1,SUCCEEDED,5000,XOF,2026-11-21T10:00:00Z";
    const head = "type,reference,transactionId,status,amount,currency,occurredAt";
    let turns = 0;
    const watch = (): void => {
      turns += 1;
      watching = setImmediate(watch);
    };
    let watching = setImmediate(watch);
    const lines = await readCsvLines(`${head}\n${`${line}\n`.repeat(2_600)}`, 3_000);
    clearImmediate(watching);
    expect([lines.length, lines.at(-1)?.lineNo]).toEqual([2_600, 2_600]);
    // 500 lines a turn.
    expect(turns).toBeGreaterThanOrEqual(5);

    let read = 0;
    function* wrong() {
      for (; read < 2_600; read += 1) yield { type: "NONE" };
    }
    await expect(readRecords(wrong(), (index) => `line ${index}`)).rejects.toThrow();
    expect(read).toBeLessThan(20);
  });
});
