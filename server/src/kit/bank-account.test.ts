import { describe, expect, it } from "vitest";
import {
  checkBankAccount,
  checkDigits,
  isIban,
  maskIban,
  readAccountNumber,
  ribKey,
} from "./bank-account.ts";

/** The same account with its last RIB digit incremented, and matching IBAN check digits. */
function withWrongKey(iban: string): string {
  const bban = `${iban.slice(4, -1)}${(Number(iban.at(-1)) + 1) % 10}`;
  return `${iban.slice(0, 2)}${checkDigits(bban, iban.slice(0, 2))}${bban}`;
}

const uemoa = [
  "CI93CI0080111301134291200589",
  "CI05A00060174100178530011852",
  "SN08SN0100152000048500003035",
  "SN12K00100152000025690007542",
  "BJ66BJ0610100100144390000769",
  "BF42BF0840101300463574000390",
  "ML13ML0160120102600100668497",
  "TG53TG0090604310346500400070",
  "NE58NE0380100100130305000268",
];

describe("an account of a franc zone", () => {
  it.each([...uemoa, "CM2110003001000500000605306"])("%s passes with both of its checks", (iban) => {
    expect(checkBankAccount(iban)).toEqual({
      iban,
      countryCode: iban.slice(0, 2),
      error: null,
      warning: null,
    });
  });
  it.each(uemoa)("%s with another key does not exist", (iban) => {
    const wrong = withWrongKey(iban);
    expect(isIban(wrong)).toBe(true);
    expect(checkBankAccount(wrong)).toMatchObject({ error: "KEY_MISMATCH", warning: null });
  });
  it("of CEMAC with another key is only warned of", () => {
    expect(checkBankAccount("CG5230011000202151234567890")).toMatchObject({
      countryCode: "CG",
      error: null,
      warning: "KEY_MISMATCH",
    });
  });
  it("is keyed by the weighted sum that banks publish, for 12 and for 11 digits (seed 7)", () => {
    let state = 7n;
    const digits = (count: number) => {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
      return String(state % 10n ** BigInt(count)).padStart(count, "0");
    };
    for (let round = 0; round < 500; round += 1) {
      const [bank, branch, twelve, eleven] = [digits(5), digits(5), digits(12), digits(11)];
      const of12 = 97n - ((17n * BigInt(bank) + 53n * BigInt(branch) + 3n * BigInt(twelve)) % 97n);
      const of11 = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(eleven)) % 97n);
      expect(ribKey(bank, branch, twelve)).toBe(String(of12).padStart(2, "0"));
      expect(ribKey(bank, branch, eleven)).toBe(String(of11).padStart(2, "0"));
    }
  });
});

describe("other accounts", () => {
  it("are read with spaces and in small letters", () => {
    expect(checkBankAccount("fr76 3000 6000 0112 3456 7890 189")).toMatchObject({
      iban: "FR7630006000011234567890189",
      countryCode: "FR",
    });
  });
  it.each([
    ["one digit wrong", "CI93CI0080111301134291200588"],
    ["too short for its country", `DE${checkDigits("12345678901", "DE")}12345678901`],
    ["not in the form of its zone", `CI${checkDigits("0".repeat(24), "CI")}${"0".repeat(24)}`],
    ["a phone number", "+2250707070707"],
    ["nothing", ""],
    ["far too long", "CI93".padEnd(200, "0")],
  ])("%s: none", (_name, text) => {
    expect(checkBankAccount(text)).toBeNull();
  });
  it("are shown by their ends", () => {
    expect(maskIban("CI93CI0080111301134291200589")).toBe("CI93 **** 0589");
  });
});

describe("an account number as an operator enters it", () => {
  it.each([
    ["an IBAN with spaces", "CI93 CI00 8011 1301 1342 9120 0589", "CI93CI0080111301134291200589"],
    [
      "a UEMOA number, whose IBAN follows from it",
      "CI008 01113 011342912005 89",
      "CI93CI0080111301134291200589",
    ],
    ["a UEMOA number that names no country", "A0006 01741 001785300118 52", "A00060174100178530011852"],
    ["a CEMAC number", "10003 00100 05000006053 06", "10003001000500000605306"],
  ])("is read from %s", (_what, text, read) => {
    expect(readAccountNumber(text)).toBe(read);
  });
  it.each([
    ["wrong check digits", "CI94CI0080111301134291200589"],
    ["a wrong key inside right check digits", withWrongKey("CI93CI0080111301134291200589")],
    ["a UEMOA number with a wrong key", "CI0080111301134291200588"],
    ["a CEMAC number with a wrong key", "10003001000500000605307"],
    ["another length", "CI00801113011342912005"],
    ["spaces without end", `CI93CI0080111301134291200589${" ".repeat(50)}`],
  ])("is refused with %s", (_what, text) => {
    expect(readAccountNumber(text)).toBeNull();
  });
});
