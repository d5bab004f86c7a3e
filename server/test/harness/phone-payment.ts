import type { TestApp } from "./app.ts";

/** A payment by mobile money at the sandbox's merchant; the last digits of `phone` choose its outcome. Returns its session's id. */
export async function payByPhone(
  test: TestApp,
  { amount, phone, reference, title = "Pagne wax" }: PhonePayment,
): Promise<string> {
  const session = await test.request("POST", "/checkout/sessions", {
    body: { amount, currency: "XOF", title, reference },
  });
  const id: string = session.body.data.id;
  const { status } = await test.request("POST", `/checkout/pay/${id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { countryCode: "CI", operator: "MTN", phone },
    },
  });
  if (status !== 200) throw new Error(`paying answered ${status}`);
  await test.advance(5_000);
  return id;
}

export interface PhonePayment {
  /** Minor units. */
  readonly amount: string;
  readonly phone: string;
  readonly reference: string;
  readonly title?: string;
}
