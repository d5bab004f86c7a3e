import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chargeExample, intentExample } from "../../../server/src/modules/payments/read-examples.ts";
import { payments } from "../../dashboard/i18n/fr/payments.ts";
import type { Charge, PaymentIntent } from "../api/views.ts";
import { type Reader, ReaderProvider } from "../app/reader.tsx";
import { fr } from "../i18n/fr.ts";
import { PaymentHead } from "./head.tsx";

const charge = (about: Partial<Charge>): Charge => ({ ...(chargeExample as Charge), ...about });

// The page asks the browser whether it can copy.
beforeAll(() => vi.stubGlobal("navigator", {}));
afterAll(() => vi.unstubAllGlobals());

/** What the head of a payment says, with plain spaces. */
function headOf(charges: readonly Charge[], status: PaymentIntent["status"] = "SUCCEEDED"): string {
  const intent = { ...intentExample, status, charges } as unknown as PaymentIntent;
  const reader = { locale: "fr", timeZone: "Africa/Abidjan", words: fr } as unknown as Reader;
  const head = h(PaymentHead, { intent, words: payments });
  return renderToString(h(ReaderProvider, { value: reader }, head))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

describe("what a payment's page says", () => {
  it("of a payment that was paid: deliver", () =>
    expect(headOf([charge({ status: "SUCCEEDED" })])).toContain("Vous pouvez livrer."));

  it("of money that was given back: nobody is told to deliver, and the page says how much", () => {
    const whole = headOf([charge({ amount: "5000", amountRefunded: "5000", refundStatus: "FULL" })]);
    expect(whole).toContain("Tout a été rendu au payeur : ne livrez plus.");
    expect(whole).not.toContain("Vous pouvez livrer");
    const part = headOf([charge({ amount: "5000", amountRefunded: "4000", refundStatus: "PARTIAL" })]);
    expect(part).toContain("une partie en a été rendue");
    expect(part).toMatch(/Remboursé 4 000 F CFA/);
  });

  it.each([
    ["AMOUNT_MISMATCH", "un autre montant que demandé", "IN_RECONCILIATION"],
    ["AMOUNT_MISMATCH", "un autre montant que demandé", "FAILED"],
    ["LATE_PAYMENT", "L’argent est arrivé trop tard.", "SUCCEEDED"],
    ["REFUND_FAILED", "le remboursement a échoué", "SUCCEEDED"],
  ] as const)("of money that is held, %s: it has come, and the platform decides", (why, words, status) => {
    const text = headOf([charge({ status, reviewReason: why })], "PROCESSING");
    expect(text).toContain(words);
    expect(text).toContain("jusqu’à la décision de la plateforme");
    expect(text).not.toMatch(/nous continuons de demander|pas été pris|Vous pouvez livrer/);
  });

  it("of a failed attempt: another try where one is possible, and none where the payment is over", () => {
    const failed = charge({ status: "FAILED", failureCode: "INSUFFICIENT_FUNDS" });
    expect(headOf([failed], "REQUIRES_PAYMENT_METHOD")).toContain("Le payeur peut essayer encore.");
    for (const over of ["FAILED", "CANCELLED"] as const)
      expect(headOf([failed], over)).toContain("ce paiement n’accepte plus d’essai");
  });
});
