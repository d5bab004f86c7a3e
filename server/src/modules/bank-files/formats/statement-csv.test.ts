import { describe, expect, it } from "vitest";
import { money } from "../../../kit/money.ts";
import { readStatementCsv } from "./statement-csv.ts";
import { ENTRIES_MAX } from "./types.ts";

const heading = "bookingDate;amount;currency;reference;counterparty;account;bankReference";
const read = (...lines: readonly string[]) => readStatementCsv(Buffer.from(lines.join("\n")));

describe("a statement in CSV", () => {
  it("tells credits and debits", async () => {
    const { entries, accounts, format } = await read(
      heading,
      "2026-11-20;5000;XOF;Commande K7M2Q9XT3A07;Awa Koné;sn08 SN01 0015 2000 0485 0000 3035;BK-1",
      '20/11/2026;-700,00;XOF;"A; B";;;',
    );
    expect([format, accounts]).toEqual(["CSV", []]);
    expect(entries).toMatchObject([
      {
        direction: "CREDIT",
        isBooked: true,
        amount: money(5_000n, "XOF"),
        bookedOn: "2026-11-20",
        text: "Commande K7M2Q9XT3A07",
        counterpartyName: "Awa Koné",
        counterpartyAccount: "SN08SN0100152000048500003035",
        bankReferences: ["BK-1"],
      },
      {
        direction: "DEBIT",
        amount: money(700n, "XOF"),
        bookedOn: "2026-11-20",
        text: "A; B",
        counterpartyName: null,
        counterpartyAccount: null,
        bankReferences: [],
      },
    ]);
  });

  it("may have commas, a byte order mark, Windows line ends and its columns in any order", async () => {
    const { entries } = await read(
      "\ufeffcurrency,amount,bookingDate,reference\r",
      'EUR,"12,50",2026-11-20,x\r',
    );
    expect(entries).toMatchObject([{ amount: money(1_250n, "EUR"), bookedOn: "2026-11-20", text: "x" }]);
  });

  it.each([
    ["a missing column", ["bookingDate;amount;currency", "a"], "must begin with a line that names reference"],
    ["an unknown column", [`${heading};memo`, "a"], "must name only bookingDate"],
    ["a column twice", [`${heading};account`, "a"], "each once"],
    ["a line with fewer columns", [heading, "2026-11-20;5000"], "Line 2 has 2 columns, the first line has 7"],
    ["another form of a day", [heading, "11-20-2026;1;XOF;;;;"], "Line 2: bookingDate must be a day"],
    ["a day that does not exist", [heading, "31/02/2026;1;XOF;;;;"], "Line 2: bookingDate must be a day"],
    [
      "separators of thousands",
      [heading, "2026-11-20;1.234,56;EUR;;;;"],
      "Line 2: amount must be a decimal number",
    ],
    ["a fraction of a franc", [heading, "2026-11-20;1,5;XOF;;;;"], "Line 2: amount must be a decimal number"],
    ["nothing moved", [heading, "2026-11-20;0;XOF;;;;"], "other than 0"],
    ["a formula", [heading, "2026-11-20;=1+1;XOF;;;;"], "Line 2: amount must be a decimal number"],
    ["an unknown currency", [heading, "2026-11-20;1;ABC;;;;"], "Line 2: currency must be"],
    [
      "a long name",
      [heading, `2026-11-20;1;XOF;;${"x".repeat(141)};;`],
      "Line 2: counterparty has more than 140",
    ],
    [
      "a long reference",
      [heading, `2026-11-20;1;XOF;${"x".repeat(1_001)};;;`],
      "Line 2: reference has more than 1000",
    ],
    ["nothing", [""], "The file is empty"],
  ])("is refused as a whole with %s", async (_what, lines, sentence) => {
    await expect(read(...lines)).rejects.toThrow(sentence);
  });

  it("is refused with more lines than a statement has", async () => {
    const lines = Array.from({ length: ENTRIES_MAX + 1 }, () => "2026-11-20;1;XOF;;;;");
    await expect(read(heading, ...lines)).rejects.toThrow(`more than ${ENTRIES_MAX} lines`);
  });
});
