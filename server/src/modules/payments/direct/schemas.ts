import { type Static, Type } from "typebox";
import { AmountText, CurrencyText, InstantText, line, Metadata, OneOf } from "../../../http/schemas.ts";
import { paymentMethods } from "../../../kit/payment-terms.ts";
import { AllowedMethods, CustomerInput, PaymentDetails } from "../input-schemas.ts";
import { latePaymentPolicies } from "../session/types.ts";

const Reference = line(64, "Your own reference; intents and charges are found by it.");
const Description = Type.String({
  maxLength: 500,
  description: "What is paid for. Operators show its beginning to the payer.",
});

/** How the payer pays: the same for a charge without a session and for an attempt of an intent. */
const payment = {
  paymentMethod: OneOf(paymentMethods),
  paymentDetails: PaymentDetails,
  returnUrl: Type.Optional(
    Type.String({
      format: "uri",
      minLength: 1,
      maxLength: 2048,
      description:
        "Where a redirected payer comes back to: https, or http to localhost in sandbox. Required where the payer is redirected: CARD without `cardToken`, WALLET, and mobile money of operators with a page of their own.",
    }),
  ),
} as const;

export const CreateChargeBody = Type.Object(
  {
    amount: AmountText,
    currency: CurrencyText,
    ...payment,
    reference: Type.Optional(Reference),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
  },
  { additionalProperties: false },
);
export type CreateChargeBody = Static<typeof CreateChargeBody>;

export const CreateIntentBody = Type.Object(
  {
    amount: AmountText,
    currency: CurrencyText,
    allowedMethods: Type.Optional(AllowedMethods),
    customer: Type.Optional(CustomerInput),
    reference: Type.Optional(Reference),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    expiresAt: Type.Optional(InstantText),
    maxAttempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
    latePaymentPolicy: Type.Optional(
      OneOf(latePaymentPolicies, {
        description: "Who keeps money that is confirmed after the intent has ended.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateIntentBody = Static<typeof CreateIntentBody>;

export const ConfirmIntentBody = Type.Object(payment, { additionalProperties: false });
export type ConfirmIntentBody = Static<typeof ConfirmIntentBody>;

export const IntentParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64, description: "The payment intent's id, `pi_…`" }) },
  { additionalProperties: false },
);
