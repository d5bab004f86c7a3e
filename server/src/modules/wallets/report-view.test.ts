import { expect, test } from "vitest";
import type { Id, MerchantId } from "../../kit/ids.ts";
import { statementView } from "./report-view.ts";
import type { Statement } from "./statement.ts";
import type { WalletEntry } from "./store.ts";

const walletId = "01a20396-d5c7-7075-88d4-d62532eb4e6a" as Id<"wallet">;
const AT_MS = Date.UTC(2026, 10, 22);

const entry = (index: number): WalletEntry => ({
  walletId,
  position: BigInt(index + 1),
  transactionId: "01a20396-d5c7-7075-88d4-d62532eb4e6b",
  from: "clearing:simulator",
  to: "available",
  amount: 5_000n,
  currency: "XOF",
  type: "CHARGE",
  sourceType: "charge",
  sourceId: "01a20396-d5c7-7075-88d4-d62532eb4e6c",
  balanceAfter: BigInt(index + 1) * 5_000n,
  createdAtMs: AT_MS,
  reference: null,
});

test("a long statement is formatted in order, with turns for other requests", async () => {
  const count = 2_000;
  const statement = {
    wallet: { id: walletId, currency: "XOF" },
    period: { fromMs: AT_MS, toMs: AT_MS },
    openingBalance: 0n,
    closingBalance: 10_000_000n,
    credits: 10_000_000n,
    debits: 0n,
    totals: [],
    entries: Array.from({ length: count }, (_none, index) => entry(index)),
    seal: { number: 0 },
  } as unknown as Statement;
  let turns = 0;
  const watch = () => {
    turns += 1;
    watching = setImmediate(watch);
  };
  let watching = setImmediate(watch);
  const view = await statementView(
    statement,
    { mode: "SANDBOX", merchantId: "01a20396-d5c7-7075-88d4-d62532eb4e6d" as MerchantId },
    AT_MS,
  );
  clearImmediate(watching);
  expect(view.entries.map(({ balanceAfter }) => balanceAfter)).toEqual(
    statement.entries.map(({ balanceAfter }) => balanceAfter.toString()),
  );
  expect(view.entryCount).toBe(count);
  expect(turns).toBeGreaterThanOrEqual(3);
});
