import { describe, expect, it } from "vitest";
import type { Id } from "../../kit/ids.ts";
import { railTrialBalanceCsv, trialBalanceOf } from "./trial-balance.ts";

const first = "019a9c5e-1a2b-7c3d-8e4f-000000000001" as Id<"providerAccount">;
const second = "019a9c5e-1a2b-7c3d-8e4f-000000000002" as Id<"providerAccount">;
const line = (parts: Readonly<Record<string, bigint>>) =>
  Object.entries({ adjustment: 0n, bank: 0n, clearing: 0n, in_transit: 0n, provider_balance: 0n, ...parts })
    .map(([account, sum]) => `${account}=${sum}`)
    .join("|");
const sealed = [
  {
    providerAccountId: first,
    currency: "EUR" as const,
    balances: line({ clearing: -1250n, provider_balance: 1200n, provider_fees: 50n }),
  },
  { providerAccountId: first, currency: "XOF" as const, balances: line({ clearing: -5000n, bank: 5000n }) },
  {
    providerAccountId: second,
    currency: "XOF" as const,
    balances: line({ clearing: 300n, adjustment: -300n }),
  },
];

describe("the trial balance of the books at providers", () => {
  it("has a row for each account, on the side where it has more, and equal totals by currency", () => {
    const { rows, totals } = trialBalanceOf(sealed, "LIVE", 0);
    expect(rows).toHaveLength(18);
    const held = rows.filter(({ debit, credit }) => debit > 0n || credit > 0n);
    expect(held.map(({ account, debit, credit }) => `${account} ${debit} ${credit}`)).toEqual([
      "clearing 0 1250",
      "provider_balance 1200 0",
      "provider_fees 50 0",
      "bank 5000 0",
      "clearing 0 5000",
      "adjustment 0 300",
      "clearing 300 0",
    ]);
    expect(totals).toEqual([
      { currency: "EUR", total: 1250n },
      { currency: "XOF", total: 5300n },
    ]);
  });

  it("is not given when a book was changed past its rules", () => {
    const [, book] = sealed;
    const broken = { ...book, balances: line({ clearing: -5000n, bank: 4999n }) } as (typeof sealed)[number];
    expect(() => trialBalanceOf([broken], "LIVE", 0)).toThrow(/debits and credits are equal/);
  });

  it("is a file that a spreadsheet adds up", async () => {
    const text = (await railTrialBalanceCsv(trialBalanceOf(sealed, "LIVE", 0), ";")).toString("utf8");
    const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(lines[0]).toBe("providerAccountId;account;debit;credit;currency;debitMinor;creditMinor");
    expect(lines).toHaveLength(1 + 18 + 2);
    expect(lines.at(-2)).toBe("TOTAL;;12,50;12,50;EUR;1250;1250");
    expect(lines.at(-1)).toBe("TOTAL;;5300;5300;XOF;5300;5300");
  });
});
