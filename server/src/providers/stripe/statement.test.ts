import { expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { ProviderCall } from "../provider.ts";
import { STRIPE } from "./connector.ts";
import { statement } from "./statement.ts";

const CREATED_S = 1_763_000_000;
/** What Stripe takes for a dispute: the payment, and a fee of its own. The bank gives the payment back when it is won. */
const disputeTaken = { id: "txn_1", type: "adjustment", amount: -5_000, fee: 9_000, net: -14_000 };
const disputeWon = { id: "txn_2", type: "adjustment", amount: 5_000, fee: 0, net: 5_000 };

function callAnswering(transactions: readonly object[]): ProviderCall {
  const data = transactions.map((one) => ({
    object: "balance_transaction",
    currency: "xof",
    created: CREATED_S,
    source: { object: "dispute", id: "du_1", amount: 5_000, currency: "xof", charge: "ch_1" },
    ...one,
  }));
  const body = Buffer.from(JSON.stringify({ object: "list", has_more: false, data }));
  return {
    account: {
      id: "acct",
      provider: STRIPE,
      mode: "SANDBOX",
      settings: { secretKey: "sk_test_0123456789abcdef", webhookSecret: "whsec_0123456789abcdef" },
    },
    nowMs: CREATED_S * 1_000,
    http: async () => ({ status: 200, headers: { "content-type": "application/json" }, body, cut: false }),
  };
}

it("lists a dispute under its own number, with its fee, and the money of one that was won", async () => {
  // Stripe lists the newest first.
  const told = await statement(callAnswering([disputeWon, disputeTaken]), 0, CREATED_S * 2_000);
  const common = {
    type: "ADJUSTMENT",
    reference: "du_1",
    status: "SUCCEEDED",
    occurredAtMs: CREATED_S * 1_000,
  };
  expect(told).toEqual({
    kind: "lines",
    lines: [
      { ...common, transactionId: "txn_1", amount: money(-14_000n, "XOF") },
      { ...common, transactionId: "txn_2", amount: money(5_000n, "XOF") },
    ],
  });
});
