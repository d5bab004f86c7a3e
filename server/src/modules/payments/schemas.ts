import { Type } from "typebox";
import { Instant, MetadataView, MinorText, Nullable, OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { failureCodes, modes, paymentMethods } from "../../kit/payment-terms.ts";
import { chargeStatuses, intentStatuses } from "./states.ts";

const NullableText = Nullable(Type.String());
const FailureCodeOrNull = Nullable(OneOf(failureCodes, { title: "FailureCode" }));

export const CustomerView = Type.Object(
  {
    name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
  },
  { title: "Customer" },
);

const InstructionsView = Type.Object(
  {
    bankName: Type.String(),
    accountHolder: Type.String(),
    iban: Type.String(),
    bic: Type.String(),
    reference: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    expiresAt: NullableText,
  },
  { title: "TransferInstructions" },
);

/** The payer's next step, wherever a payment in flight is shown. */
export const stepFields = {
  nextStep: Nullable(
    OneOf(["POLL", "REDIRECT", "DISPLAY_QR"], {
      description: "What the payer does next; null: nothing, `status` says how it ended.",
    }),
  ),
  actionUrl: Nullable(
    Type.String({
      description:
        "`REDIRECT`: send the payer there. `DISPLAY_QR`: the same payment for a payer who holds the phone that would scan. Null otherwise.",
    }),
  ),
  sandboxUrl: Nullable(
    Type.String({
      description:
        "Sandbox: a page of the simulator on which a test may pay, the payer's bank for one. It is no next step: nobody is sent there.",
    }),
  ),
  qrPayload: NullableText,
  instructions: Nullable(InstructionsView),
  pollAfterMs: Nullable(
    Type.Integer({
      description: "Milliseconds to wait before asking again, always there with `POLL`; null: stop asking.",
    }),
  ),
} as const;
const nextStepFields = { ...stepFields, messageToPayer: NullableText } as const;
export const NextStepView = Type.Object(nextStepFields);

const chargeFields = {
  object: Type.Literal("charge"),
  id: Type.String({ examples: ["ch_06f3k8v2q9x4t1m7n5b0c8d6e2"] }),
  mode: OneOf(modes, { title: "Mode" }),
  merchantId: Type.String(),
  paymentIntentId: Type.String(),
  sessionId: NullableText,
  paymentLinkId: NullableText,
  shortReference: Type.String(),
  attemptNumber: Type.Integer(),
  amount: MinorText,
  amountDisplay: Type.String(),
  currency: OneOf(currencyCodes),
  fee: Nullable(MinorText),
  net: Nullable(MinorText),
  amountRefunded: MinorText,
  refundStatus: OneOf(["NONE", "PARTIAL", "FULL"], { title: "ChargeRefundStatus" }),
  status: OneOf(chargeStatuses, { title: "ChargeStatus" }),
  paymentMethod: OneOf(paymentMethods, { title: "PaymentMethod" }),
  paymentMethodDetails: Type.Object(
    {
      phone: NullableText,
      operator: NullableText,
      countryCode: NullableText,
      brand: NullableText,
      last4: NullableText,
      scheme: NullableText,
      walletId: NullableText,
    },
    { title: "PaymentMethodDetails" },
  ),
  provider: Type.Object({ name: NullableText, transactionId: NullableText }, { title: "ProviderReference" }),
  failureCode: FailureCodeOrNull,
  failureMessage: NullableText,
  late: Type.Boolean(),
  duplicate: Type.Boolean(),
  superseded: Type.Boolean({
    description:
      "The payer has left this attempt for another way to pay. Its money, if it still comes, pays the session or is refunded.",
  }),
  reviewReason: NullableText,
  reference: NullableText,
  description: NullableText,
  metadata: MetadataView,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  succeededAt: Nullable(Instant),
  failedAt: Nullable(Instant),
} as const;
export const ChargeView = Type.Object(chargeFields);
/** A charge with its payer's next step. */
export const ChargeWithStepView = Type.Object(
  { ...chargeFields, ...nextStepFields },
  { title: "ChargeWithNextStep" },
);

const intentFields = {
  object: Type.Literal("payment_intent"),
  id: Type.String({ examples: ["pi_06f3k8v2q9x4t1m7n5b0c8d6e2"] }),
  mode: OneOf(modes),
  merchantId: Type.String(),
  sessionId: NullableText,
  paymentLinkId: NullableText,
  amount: MinorText,
  amountDisplay: Type.String(),
  amountReceived: MinorText,
  amountRefunded: MinorText,
  currency: OneOf(currencyCodes),
  status: OneOf(intentStatuses, { title: "PaymentIntentStatus" }),
  allowedMethods: Nullable(Type.Array(OneOf(paymentMethods))),
  latestChargeId: NullableText,
  charges: Type.Array(ChargeView),
  lastFailure: Nullable(Type.Object({ failureCode: OneOf(failureCodes), failureMessage: Type.String() })),
  customer: Nullable(CustomerView),
  reference: NullableText,
  description: NullableText,
  metadata: MetadataView,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  expiresAt: Nullable(Instant),
  succeededAt: Nullable(Instant),
  cancelledAt: Nullable(Instant),
} as const;
export const PaymentIntentView = Type.Object(intentFields);
/** An intent with its payer's next step in the attempt in flight. */
export const IntentWithStepView = Type.Object(
  { ...intentFields, ...nextStepFields },
  { title: "PaymentIntentWithNextStep" },
);
