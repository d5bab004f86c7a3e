import { describe, expect, it } from "vitest";
import { usualWallet } from "./usual-wallet.ts";

const wallet = (currency: "EUR" | "XOF" | "GHS", balanceMinor: string) => ({ currency, balanceMinor });

describe("a new merchant's form begins with", () => {
  it.each([
    ["the wallet that has money", [wallet("EUR", "0"), wallet("XOF", "0"), wallet("GHS", "5")], "GHS"],
    [
      "francs while every wallet is empty, not the wallet that was made last",
      [wallet("EUR", "0"), wallet("XOF", "0")],
      "XOF",
    ],
    ["the first where none is in francs", [wallet("EUR", "0"), wallet("GHS", "0")], "EUR"],
  ] as const)("%s", (_name, wallets, currency) => expect(usualWallet(wallets)?.currency).toBe(currency));

  it("nothing where there is no wallet", () => expect(usualWallet([])).toBeUndefined());
});
