import { setImmediate as nextTurn } from "node:timers/promises";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { Cell } from "./cells.ts";
import { sheetFile, sheetRows, workbook } from "./xlsx.ts";

const madeAt = new Date(Date.UTC(2026, 10, 22, 8));

async function* each(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield part;
}
async function packed(...parts: readonly Buffer[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of workbook(each(parts), madeAt)) pieces.push(piece);
  return Buffer.concat(pieces);
}
/** The rows below the head, as a reader of workbooks of another house reads them. */
async function readBack(...rows: readonly (readonly Cell[])[]) {
  const [head, ...found] = await readSheet(
    await packed(
      await sheetFile(["Montant", "Date", "Nom"], rows.slice(0, 1)),
      await sheetRows(rows.slice(1), 1),
    ),
    { trim: false },
  );
  expect(head).toEqual(["Montant", "Date", "Nom"]);
  return found.map((row) => row.map((cell) => (cell instanceof Date ? toTheSecond(cell) : cell)));
}
/** Readers make a moment out of a number of days, which is not exact to the millisecond. */
const toTheSecond = (time: Date): string =>
  new Date(Math.round(time.getTime() / 1_000) * 1_000).toISOString();

describe("a workbook, read by another program", () => {
  it("has amounts and counts as numbers, moments as dates, and empty cells", async () => {
    const rows = await readBack(
      [{ number: "1234.56", decimals: 2 }, { time: "2026-11-21 10:15:30" }, "Awa Koné"],
      [{ number: "-5000", decimals: 0 }, { time: "1999-12-31 23:59:59" }, null],
      [{ number: "3" }, null, "Épicerie « Chez Awa »\nCocody"],
    );
    expect(rows).toEqual([
      [1234.56, "2026-11-21T10:15:30.000Z", "Awa Koné"],
      [-5000, "1999-12-31T23:59:59.000Z", null],
      [3, null, "Épicerie « Chez Awa »\nCocody"],
    ]);
  });

  it("keeps a number of more than fifteen digits whole, as text", async () => {
    const rows = await readBack(
      [{ number: "999999999999999", decimals: 0 }, null, "-"],
      [{ number: "12345678901234567.89", decimals: 2 }, null, "-"],
    );
    expect(rows.map(([amount]) => amount)).toEqual([999_999_999_999_999, "12345678901234567.89"]);
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1:A9)",
    "\t=1+1",
    '=DDE("cmd";"/c calc";"x")',
    "</t></is></c><c><f>1+1</f></c>",
    "<script>alert(1)</script> & \"co\" 'x'",
    "]]><!--",
    "_x003D_1+1",
    "line\r\nline\ttab",
    "00123",
    "مرحبا \u202e🧺",
  ])("keeps a hostile text as the text it is: %j", async (text) => {
    const file = await sheetFile(["a", "b", "c"], [[null, null, text]]);
    expect(file.toString()).not.toMatch(/<f[ >]/);
    expect((await readBack([{ number: "1" }, null, text])).at(0)?.[2]).toBe(
      text.replace("_x003D_", "_x003D_"),
    );
  });

  it("replaces what XML cannot hold, and cuts what no cell can", async () => {
    const [row] = await readBack([{ number: "1" }, null, `a\u0000\u001b\ud800\uffffb${"c".repeat(40_000)}`]);
    expect(row?.[2]).toBe(`a\ufffd\ufffd\ufffd\ufffdb${"c".repeat(32_767 - 6)}`);
  });
});

it("is packed in pieces, with turns for others, and holds no more than some of its rows", async () => {
  const part = await sheetRows(
    Array.from({ length: 500 }, (_none, n): readonly Cell[] => [
      { number: `${n}`, decimals: 2 },
      { time: "2026-11-21 10:15:30" },
      `Customer ${n} ${"x".repeat(n % 50)}`,
    ]),
    0,
  );
  let read = 0;
  async function* hundredThousand(): AsyncGenerator<Buffer> {
    yield await sheetFile(["Montant", "Date", "Nom"], []);
    for (; read < 200; read += 1) yield part;
  }
  let [turns, longestMs, at, isOver] = [0, 0, performance.now(), false];
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      const now = performance.now();
      longestMs = Math.max(longestMs, now - at);
      at = now;
      turns += 1;
    }
  })();
  let bytes = 0;
  let readAtFirst = 0;
  for await (const piece of workbook(hundredThousand(), madeAt)) {
    if (bytes === 0) readAtFirst = read;
    bytes += piece.length;
  }
  isOver = true;
  await others;
  expect(readAtFirst).toBeLessThan(100);
  expect(read).toBe(200);
  expect(bytes).toBeLessThan(part.length * 20);
  expect(turns).toBeGreaterThan(200);
  console.info(`100 000 rows: ${bytes} bytes, the loop held for at most ${longestMs.toFixed(0)} ms`);
});

it("breaks off when a part cannot be read", async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield await sheetFile(["a"], []);
    throw new Error("part 2 is gone");
  }
  const read = async () => {
    for await (const _piece of workbook(broken(), madeAt));
  };
  await expect(read()).rejects.toThrow("part 2 is gone");
});
