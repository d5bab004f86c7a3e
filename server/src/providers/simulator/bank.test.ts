import { describe, expect, it } from "vitest";
import { isIban, ribKey } from "../../kit/bank-account.ts";
import { bankAccountOf } from "./bank.ts";

// Published example numbers with valid check digits in both the IBAN and the account key.
const published = [
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

describe("account numbers", () => {
  it.each(published)("%s: the check digits and the account key are those of our own code", (iban) => {
    expect(isIban(iban)).toBe(true);
    const bban = iban.slice(4);
    expect(ribKey(bban.slice(0, 5), bban.slice(5, 10), bban.slice(10, 22))).toBe(bban.slice(22));
  });

  it("knows the eleven-digit layout too", () => {
    expect(isIban("CM2110003001000500000605306")).toBe(true);
    expect(ribKey("10003", "00100", "05000006053")).toBe("06");
  });

  it.each([
    ["CI", "XOF", "CI", 28],
    ["SN", "XOF", "SN", 28],
    ["BJ", "XOF", "BJ", 28],
    ["CM", "XAF", "CM", 27],
    ["FR", "EUR", "FR", 27],
    [null, "XOF", "CI", 28],
    [null, "XAF", "CM", 27],
    ["GN", "GNF", "FR", 27],
    ["CD", "CDF", "FR", 27],
    ["GW", "XOF", "CI", 28],
  ] as const)("a transfer in %s, %s goes to a valid account in %s", (country, currency, home, length) => {
    const { iban, bic } = bankAccountOf(country, currency);
    expect(iban.slice(0, 2)).toBe(home);
    expect(iban).toHaveLength(length);
    expect(isIban(iban)).toBe(true);
    expect(iban.slice(-2)).toBe(ribKey(iban.slice(4, 9), iban.slice(9, 14), iban.slice(14, -2)));
    expect(bic).toMatch(/^[A-Z]{6}[A-Z0-9]{2}$/);
  });
});
