import { describe, expect, it } from "vitest";
import { Refusal } from "../../kit/errors.ts";
import { readTerms, takesTwo } from "./rules.ts";
import type { PayerPageTerms } from "./store.ts";

const none: PayerPageTerms = { name: null, licence: null, termsUrl: null, privacyUrl: null };
const full: PayerPageTerms = {
  name: "Cauris Paiements SA",
  licence: "Agréé par la BCEAO, n° 12",
  termsUrl: "https://cauris.example/terms",
  privacyUrl: "https://cauris.example/privacy",
};

const refusedFields = (input: Partial<PayerPageTerms>): readonly unknown[] => {
  try {
    readTerms(input);
  } catch (error) {
    if (error instanceof Refusal)
      return (error.details.fields as readonly { path: string; rule: string }[]).map(
        ({ path, rule }) => `${path} ${rule}`,
      );
  }
  return [];
};

describe("what is taken", () => {
  it("is trimmed, and nothing where it is empty or absent", () => {
    expect(readTerms({ ...full, name: "  Cauris Paiements SA " })).toEqual(full);
    expect(readTerms({ name: " ", licence: "", termsUrl: null })).toEqual(none);
  });

  it.each([
    ["a second line", { licence: "Agréé\npar X" }, ["licence text"]],
    ["a mark that turns text around", { name: "Cauris\u202egnp" }, ["name text"]],
    ["no scheme", { termsUrl: "cauris.example/terms" }, ["termsUrl url"]],
    ["a script", { privacyUrl: "javascript:alert(1)" }, ["privacyUrl url"]],
    ["http", { termsUrl: "http://cauris.example" }, ["termsUrl url"]],
    [
      "another host behind a user name",
      { termsUrl: "https://cauris.example@evil.example" },
      ["termsUrl url"],
    ],
    [
      "several",
      { name: "a\u0000b", termsUrl: "x", privacyUrl: "y" },
      ["name text", "termsUrl url", "privacyUrl url"],
    ],
  ])("refuses %s, and names the field", (_what, input, fields) => {
    expect(refusedFields(input)).toEqual(fields);
  });
});

describe("two operators", () => {
  it.each([
    ["something new in live mode", "LIVE", none, full, true],
    ["another address in live mode", "LIVE", full, { ...full, termsUrl: "https://other.example" }, true],
    ["a line taken away in live mode", "LIVE", full, { ...full, termsUrl: null }, false],
    ["everything taken away in live mode", "LIVE", full, none, false],
    ["a line away and another changed", "LIVE", full, { ...none, name: "Another" }, true],
    ["something new in the sandbox", "SANDBOX", none, full, false],
  ] as const)("%s", (_what, mode, before, after, two) => {
    expect(takesTwo(mode, before, after)).toBe(two);
  });
});
