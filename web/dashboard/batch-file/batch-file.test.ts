import { describe, expect, it } from "vitest";
import { type Payable, readBatchFile } from "./read-batch-file.ts";
import { csvText } from "./write-csv.ts";

const awa: Payable = { id: "ben_awa", name: "Awa Diop", reference: "E-1", currency: "XOF" };
const people: readonly Payable[] = [
  awa,
  { id: "ben_one", name: "Jean Kouassi", reference: null, currency: "XOF" },
  { id: "ben_two", name: "Jean  kouassi", reference: null, currency: "XOF" },
  { id: "ben_eur", name: "Lea", reference: null, currency: "EUR" },
];
const read = (text: string, currency = "XOF") => readBatchFile(text, currency, people);
const head = "beneficiary;amount;reference;description\n";

describe("a file of payouts", () => {
  it.each([
    ["by id", "ben_awa;5000"],
    ["by reference", "E-1;5000"],
    ["by name, in any case", "awa  DIOP;5000"],
    ["with groups in the amount", "ben_awa;5 000"],
    ["with an apostrophe of ours", "ben_awa;'5000".replace("'", "")],
  ])("names the receiver %s", (_name, line) => {
    expect(read(head + line)).toEqual({ rows: [{ beneficiaryId: "ben_awa", amount: "5000" }], faults: [] });
  });

  it("keeps references and descriptions, with commas too, and ends of line of any kind", () => {
    const text = '\ufeffAmount,Beneficiary,Description,Reference\r\n"12,50",Lea,"a, b",R-1\r\n\r\n';
    expect(read(text, "EUR").rows).toEqual([
      { beneficiaryId: "ben_eur", amount: "1250", reference: "R-1", description: "a, b" },
    ]);
  });

  it.each([
    ["an unknown receiver", "nobody;5000", { row: 2, column: "beneficiary", kind: "BENEFICIARY" }],
    ["a receiver of another currency", "Lea;5000", { row: 2, column: "beneficiary", kind: "BENEFICIARY" }],
    ["a name that two have", "Jean Kouassi;1", { row: 2, column: "beneficiary", kind: "BENEFICIARY_TWICE" }],
    ["no amount", "ben_awa;", { row: 2, column: "amount", kind: "AMOUNT" }],
    ["zero", "ben_awa;0", { row: 2, column: "amount", kind: "AMOUNT" }],
    ["a negative amount", "ben_awa;-5", { row: 2, column: "amount", kind: "AMOUNT" }],
    ["decimals in a currency without", "ben_awa;1,5", { row: 2, column: "amount", kind: "AMOUNT" }],
    [
      "a reference that is too long",
      `ben_awa;1;${"r".repeat(129)}`,
      { row: 2, column: "reference", kind: "LONG" },
    ],
  ])("with %s says where", (_name, line, fault) => {
    expect(read(head + line).faults).toEqual([fault]);
  });

  it("counts rows as a spreadsheet does, empty ones too", () => {
    expect(read(`${head}ben_awa;1\n\n;;;\nben_awa;x\n`).faults.map(({ row }) => row)).toEqual([4]);
  });

  it.each([
    ["without a row", head, "EMPTY"],
    ["without the heads", "ben_awa;5000\n", "HEAD"],
    ["with 1001 rows", head + "ben_awa;1\n".repeat(1_001), "TOO_MANY"],
  ])("%s holds nothing to send", (_name, text, kind) => {
    const { rows, faults } = read(text);
    expect([rows, faults[0]?.kind]).toEqual([[], kind]);
  });

  it("of 1000 rows is whole", () => {
    expect(read(head + "ben_awa;1\n".repeat(1_000))).toMatchObject({ faults: [], rows: { length: 1_000 } });
  });
});

it("refused rows can be handed in again, and run no formula", () => {
  const text = csvText(
    [
      ["beneficiary", "amount", "reference"],
      ["ben_awa", "5000", "=1+1"],
      ['a"b', "1;2", "@x"],
    ],
    "fr",
  );
  expect(text).toBe('\ufeffbeneficiary;amount;reference\r\nben_awa;5000;"\'=1+1"\r\n"a""b";"1;2";"\'@x"\r\n');
  expect(read(text.split("\r\n").slice(0, 2).join("\n")).rows).toEqual([
    { beneficiaryId: "ben_awa", amount: "5000", reference: "=1+1" },
  ]);
});
