import { describe, expect, it } from "vitest";
import { invalidFields } from "../../../test/harness/refusal.ts";
import { namePattern, readNewWallets } from "./rules.ts";

describe("the wallets of a new merchant", () => {
  it("are none unless they are named, and bear their currency as a label", () => {
    expect(readNewWallets(undefined)).toEqual([]);
    expect(
      readNewWallets([
        { mode: "LIVE", currency: "XOF" },
        { mode: "SANDBOX", currency: "XOF", label: "Till" },
      ]),
    ).toEqual([
      { mode: "LIVE", currency: "XOF", label: "XOF" },
      { mode: "SANDBOX", currency: "XOF", label: "Till" },
    ]);
  });

  it("are one for each mode and currency, whatever their labels: the second is named", () => {
    const xof = { mode: "LIVE", currency: "XOF" } as const;
    const eur = { mode: "LIVE", currency: "EUR" } as const;
    expect(invalidFields(() => readNewWallets([xof, eur, { ...xof, mode: "SANDBOX" }]))).toBeNull();
    expect(invalidFields(() => readNewWallets([xof, eur, { ...xof, label: "Other" }]))).toEqual([
      "wallets[2] unique",
    ]);
  });
});

it.each([
  ["kone", "%kone%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["a\\b", "%a\\\\b%"],
  ["", "%%"],
])("names that contain %j are looked for letter by letter", (part, pattern) => {
  expect(namePattern(part)).toBe(pattern);
});
