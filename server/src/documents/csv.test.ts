import { describe, expect, it } from "vitest";
import { numberCell } from "./cells.ts";
import { csvFile } from "./csv.ts";

const lines = async (...rows: Parameters<typeof csvFile>[1][]) =>
  (
    await csvFile(
      ["a", "b"],
      rows.flatMap((each) => [...each]),
    )
  ).toString("utf8");

describe("a spreadsheet", () => {
  it("is UTF-8 with a byte order mark, CRLF at each line's end, and quotes doubled", async () => {
    expect(await lines([["Sœurs, « A »", 'say "hi"']])).toBe('\ufeffa,b\r\n"Sœurs, « A »","say ""hi"""\r\n');
    expect(await lines([["two\nlines", null]])).toBe('\ufeffa,b\r\n"two\nlines",\r\n');
  });

  it.each([
    "=1+1",
    "+33",
    "-2",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\u00a0=1+1",
    "＝1+1",
    "|calc",
    "%0A",
    '=HYPERLINK("http://example.com")',
    "-1+cmd|' /C calc'!A0",
  ])("runs nothing of a text like %j", async (text) => {
    const [, row = ""] = (await csvFile(["a"], [[text]])).toString("utf8").split(/(?<=^\ufeffa\r\n)/);
    expect(row.replace(/^"/, "").startsWith("'")).toBe(true);
  });

  it.each([
    ["x;=cmd", '"x;\'=cmd"'],
    ["a; @SUM(A1);b", '"a; \'@SUM(A1);b"'],
    ["a\t+1", '"a\t\'+1"'],
    ["=1;=2", "\"'=1;'=2\""],
    ["a;b", '"a;b"'],
    ["a-b = c", "a-b = c"],
  ])("nor of %j where semicolons or tabs part cells", async (text, cell) => {
    expect((await csvFile(["a"], [[text]])).toString("utf8")).toBe(`\ufeffa\r\n${cell}\r\n`);
  });

  it("keeps negative amounts numbers, and refuses a number that is none", async () => {
    expect(await lines([[numberCell("-50.00"), numberCell(7n)]])).toBe("\ufeffa,b\r\n-50.00,7\r\n");
    for (const text of ["=1", "1e3", "", "1,5", "-", "--1"]) {
      await expect(csvFile(["a"], [[numberCell(text)]])).rejects.toThrow("decimal text");
    }
  });

  describe("with semicolons, for a French Excel,", () => {
    const french = async (
      ...row: Parameters<typeof csvFile>[1] extends Iterable<infer Row> ? [Row] : never
    ) => (await csvFile(["a", "b"], row, ";")).toString("utf8");

    it("parts cells by them, writes decimals with a comma, and keeps the mark of UTF-8", async () => {
      expect(await french(["Épicerie", numberCell("-50.25")])).toBe("\ufeffa;b\r\nÉpicerie;-50,25\r\n");
      expect(await french(["a;b", "1,5"])).toBe('\ufeffa;b\r\n"a;b";"1,5"\r\n');
    });

    it.each([
      ["=1", "'=1"],
      ["x;=cmd", '"x;\'=cmd"'],
      ["x,=cmd", '"x,\'=cmd"'],
      ["x\t@SUM(A1)", '"x\t\'@SUM(A1)"'],
    ])("runs nothing of %j, whatever parts the reader's cells", async (text, cell) => {
      const shown = cell.startsWith("'") ? `"${cell}"` : cell;
      expect(await french([text, null])).toBe(`\ufeffa;b\r\n${shown};\r\n`);
    });
  });

  it("has a cell for each column", async () => {
    await expect(csvFile(["a", "b"], [["only one"]])).rejects.toThrow("a cell for each column");
  });
});
