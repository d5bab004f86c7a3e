import { expect, it } from "vitest";
import { textOfPdf } from "../../src/documents/test-pdf-text.ts";
import { type PayerWorld, usePayerWorld } from "../harness/payer-world.ts";
import { mtn } from "../simulation/payer.ts";

/** The receipt of a real payment, and its check by somebody who holds the paper. */
let test: PayerWorld["test"];
let payer: PayerWorld["payer"];
usePayerWorld((world) => {
  ({ test, payer } = world);
});

it("a receipt's address confirms the payment to anyone, says what was returned, and opens no page of the payer", async () => {
  const session = await payer.newSession({ reference: "CMD-77" });
  const { data } = (await payer.complete(session.id, mtn("789"))).body;
  await test.advance(6_000);

  const file = await fetch(`${test.origin}/checkout/${session.id}/receipt.pdf`);
  const [text = ""] = textOfPdf(Buffer.from(await file.arrayBuffer()));
  expect(text).toContain("Payé");
  const code = /rc_[0-9a-z]{58}/.exec(text.replaceAll("\n", ""))?.[0] ?? "no code";
  expect(text).not.toContain(session.id);

  const check = async (which: string) => {
    const answer = await fetch(`${test.origin}/checkout/receipts/${which}`);
    return { status: answer.status, body: await answer.text() };
  };
  const genuine = await check(code);
  expect(genuine.status).toBe(200);
  for (const words of ["Reçu authentique", "CMD-77", "5\u00a0000\u00a0F\u00a0CFA"])
    expect(genuine.body).toContain(words);
  expect(genuine.body).not.toContain("Montant remboursé");
  for (const secret of [session.id, "••", "/receipt.pdf", "<form"])
    expect(genuine.body).not.toContain(secret);

  for (const forged of [session.id, session.id.replace("cs_", "rc_"), `${code.slice(0, -4)}0000`, "rc_1"]) {
    const { status, body } = await check(forged);
    expect([status, body.includes("Reçu inconnu") || body.includes("Unknown receipt")]).toEqual([404, true]);
  }

  const refund = await test.request("POST", `/payments/charges/${data.chargeId}/refunds`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { amount: "2000" },
  });
  expect(refund.status).toBe(201);
  await test.advance(90_000, 5_000);
  const { body } = await check(code);
  expect(body).toContain("Montant remboursé");
  expect(body).toContain("2\u00a0000\u00a0F\u00a0CFA");
});
