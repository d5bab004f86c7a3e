import { type Money, money } from "../../kit/money.ts";
import type {
  Payer,
  PaymentQuestion,
  ProviderReference,
  RefundQuestion,
  RefundRequest,
  TransferQuestion,
} from "../provider.ts";

export const nobody: Payer = {
  phone: null,
  operator: null,
  countryCode: null,
  otp: null,
  walletId: null,
  cardToken: null,
  qrScheme: null,
  payerName: null,
};

/** Queries under our own reference, about something without a handle. */
export function paymentQuestion(
  reference: ProviderReference,
  amount = money(5_000n, "XOF"),
): PaymentQuestion {
  return { reference, ownId: reference, method: "MOBILE_MONEY", amount, startedAtMs: 0, handle: null };
}

export function transferQuestion(reference: ProviderReference, amount: Money): TransferQuestion {
  return { reference, ownId: reference, amount, startedAtMs: 0, handle: null };
}

export function refundQuestion(
  reference: ProviderReference,
  charge: ProviderReference,
  amount: Money,
): RefundQuestion {
  return { ...transferQuestion(reference, amount), payment: paymentQuestion(charge) };
}

export function refundRequest(
  reference: ProviderReference,
  charge: ProviderReference,
  amount: Money,
): RefundRequest {
  const payment = paymentQuestion(charge);
  return {
    reference,
    ownId: reference,
    amount,
    payment,
    payer: nobody,
    callbackUrl: "https://pay.example/back",
  };
}
