import { describe, expect, it } from "vitest";
import { passesLuhn } from "../../kit/card-numbers.ts";
import { findTestCard, isFutureExpiry, namedTokens, readToken, testCards } from "./cards.ts";
import { scenarios } from "./rules.ts";

describe("test cards", () => {
  it("all pass Luhn's check, but for the one that stands for a wrong number", () => {
    for (const { number, code } of testCards)
      expect(passesLuhn(number), number).toBe(code !== "CARD_NUMBER_WRONG");
  });

  it("are found with the spaces and dashes that people type, and nothing else is", () => {
    expect(findTestCard(" 4242 4242-4242 4242 ")?.number).toBe("4242424242424242");
    for (const typed of ["", "4242", "4111111111111111", "4242424242424242x", "４２４２424242424242"]) {
      expect(findTestCard(typed)).toBeNull();
    }
  });

  it("expire at the end of their month", () => {
    const nowMs = Date.UTC(2026, 10, 30, 23, 59);
    expect(
      ["11/26", "12/26", "1/27", "01 / 27", "11/2026", "12/99"].map((typed) => isFutureExpiry(typed, nowMs)),
    ).toEqual([true, true, false, true, true, true]);
    for (const typed of ["10/26", "13/27", "00/27", "", "12-27", "12/1999"])
      expect(isFutureExpiry(typed, nowMs)).toBe(false);
  });
});

describe("card tokens", () => {
  it("stand for every scenario, and for the ones with a name", () => {
    for (const scenario of scenarios.filter(({ suffix }) => suffix !== null)) {
      expect(readToken(`tok_sim_${scenario.suffix}`)?.scenario).toBe(scenario);
    }
    expect(namedTokens).toContain("tok_sim_declined");
    expect(readToken("tok_sim_declined")?.scenario.name).toBe("card_refused");
  });

  it("of anybody else are not known", () => {
    for (const token of ["", "tok_sim_", "tok_sim_000", "tok_visa", "tok_sim_789 "])
      expect(readToken(token)).toBeNull();
  });
});
