import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/** Posts with the merchant's key, or `null` as a payer, and gives the answer's data. */
// biome-ignore lint/suspicious/noExplicitAny: a client without types reads it.
export type Send = (path: string, body: unknown, apiKey?: string | null) => Promise<any>;

/**
 * Gives a cell's merchant a bit of everything that moves: payments, one with a customer, one of a link, one refused, one that is open; a
 * refund, a payout, a webhook, a note, a seal.
 */
export async function arrangeMerchant(cell: TestApp): Promise<Send> {
  let unique = 0;
  const send: Send = async (path, body, apiKey = cell.apiKey) => {
    unique += 1;
    const headers = { "idempotency-key": `move ${unique}` };
    const answer = await cell.request("POST", path, { body, apiKey, headers });
    expect(answer.status, `${path} ${JSON.stringify(answer.body.error)}`).toBeLessThan(300);
    return answer.body.data;
  };
  const PHONE = "+2250500000789";
  const pay = (id: string, phone = PHONE) => {
    const paymentDetails = { phone, operator: "MTN", countryCode: "CI" };
    return send(`/checkout/pay/${id}/complete`, { paymentMethod: "MOBILE_MONEY", paymentDetails }, null);
  };
  await send(`/merchant/merchants/${cell.merchantId}/webhook-endpoints`, {
    url: "http://127.0.0.1:9/hook?token=secret",
    events: ["*"],
  });
  const customer = { name: "Awa Koné", email: "awa@example.org" };
  const order = { amount: "50000", currency: "XOF", title: "Commande" };
  const first = await send("/checkout/sessions", { ...order, customer });
  const { chargeId } = await pay(first.id);
  const link = await send("/payments/links", { ...order, slug: "kiosque" });
  expect(link.slug).toBe("kiosque");
  await pay((await send("/checkout/sessions", order)).id, "+2250500000089");
  await send("/checkout/sessions", order);
  await cell.advance(6_000);
  await send(`/payments/charges/${chargeId}/refunds`, { amount: "1000" });
  const details = { phone: PHONE, operator: "MTN" };
  const to = await send("/payments/beneficiaries", {
    name: "Awa",
    type: "MOBILE_MONEY",
    details,
    currency: "XOF",
  });
  const [wallet] = (await cell.request("GET", "/payments/wallets")).body.data.filter(
    ({ currency }: { currency: string }) => currency === "XOF",
  );
  await send("/payments/payouts", { walletId: wallet.id, beneficiaryId: to.id, amount: "2500" });
  await send(`/payments/notes/${chargeId}`, { text: "She calls again at four." });
  await cell.advance(20_000, 5_000);
  // More than two pages of one table.
  await cell.owner.query({
    text: "insert into list_counters (merchant_no, day) select $1, date '2016-01-01' + n from generate_series(1, 2500) n",
    values: [cell.merchantNo],
  });
  // Time enough for a seal to be due.
  cell.clock.advance(600_000);
  await cell.app.loops.ledgerSeals?.runOnce();
  return send;
}
