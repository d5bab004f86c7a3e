import { type Static, Type } from "typebox";
import {
  AmountText,
  CurrencyText,
  Instant,
  InstantText,
  line,
  Metadata,
  MetadataView,
  MinorText,
  Nullable,
  OneOf,
} from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { failureCodes, modes, paymentMethods } from "../../kit/payment-terms.ts";
import {
  AllowedMethods,
  CustomerInput,
  CustomerView,
  customFieldTypes,
  latePaymentPolicies,
  PaymentDetails,
  sessionStatuses,
  stepFields,
  UrlText,
} from "../payments/index.ts";

const NullableText = Nullable(Type.String());
const FailureCodeOrNull = Nullable(OneOf(failureCodes));
const locales = ["fr", "en", "pt"] as const;

const HexColour = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  "x-rule": "must be a colour in the form #1a2b3c",
});

const FIELD_KEY_PATTERN = "^[a-zA-Z][a-zA-Z0-9_]{0,39}$";
const CustomFieldInput = Type.Object(
  {
    key: Type.String({
      pattern: FIELD_KEY_PATTERN,
      "x-rule": "must start with a letter and hold at most 40 letters, digits and underscores",
    }),
    label: line(80, "What the payer reads above the field."),
    type: OneOf(customFieldTypes),
    required: Type.Optional(Type.Boolean({ default: false })),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          { value: line(100, "Stored."), label: line(100, "Shown.") },
          { title: "CustomFieldOptionInput", additionalProperties: false },
        ),
        { minItems: 1, maxItems: 50, description: "DROPDOWN only, and required there." },
      ),
    ),
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    defaultValue: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { title: "CustomFieldInput", additionalProperties: false },
);
export const CustomFieldsInput = Type.Array(CustomFieldInput, { maxItems: 5 });

export const CreateSessionBody = Type.Object(
  {
    amount: AmountText,
    currency: CurrencyText,
    title: line(200, "What is paid for, as the payer reads it."),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    allowedMethods: Type.Optional(AllowedMethods),
    successUrl: Type.Optional(UrlText),
    cancelUrl: Type.Optional(UrlText),
    reference: Type.Optional(line(64, "Your own reference; sessions and charges are found by it.")),
    customer: Type.Optional(CustomerInput),
    locale: Type.Optional(
      OneOf(locales, { description: "Language of the payer's page. Default: the merchant's." }),
    ),
    expiresAt: Type.Optional(InstantText),
    customFields: Type.Optional(CustomFieldsInput),
    successMessage: Type.Optional(line(500, "Shown to the payer after success.")),
    branding: Type.Optional(
      Type.Object({ primaryColor: Type.Optional(HexColour) }, { additionalProperties: false }),
    ),
    metadata: Type.Optional(Metadata),
    maxAttempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
    latePaymentPolicy: Type.Optional(
      OneOf(latePaymentPolicies, {
        description: "Who keeps money that is confirmed after the session has ended.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateSessionBody = Static<typeof CreateSessionBody>;

export const CustomFieldView = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    type: OneOf(customFieldTypes, { title: "CustomFieldType" }),
    required: Type.Boolean(),
    options: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, { title: "CustomFieldOption" })),
    ),
    minLength: Type.Optional(Type.Integer()),
    maxLength: Type.Optional(Type.Integer()),
    defaultValue: Type.Optional(Type.String()),
  },
  { title: "CustomField" },
);

export const SessionView = Type.Object({
  object: Type.Literal("checkout.session"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  url: Type.String({ description: "The hosted page." }),
  status: OneOf(sessionStatuses, { title: "CheckoutSessionState" }),
  amount: MinorText,
  amountDisplay: Type.String(),
  currency: OneOf(currencyCodes),
  title: Type.String(),
  description: NullableText,
  quantity: Type.Optional(
    Type.Integer({ description: "How many the payer chose, at a payment link that offers quantities." }),
  ),
  allowedMethods: Nullable(Type.Array(OneOf(paymentMethods))),
  successUrl: NullableText,
  cancelUrl: NullableText,
  reference: NullableText,
  customer: Nullable(CustomerView),
  locale: OneOf(locales, { title: "Locale" }),
  customFields: Type.Array(CustomFieldView),
  customFieldValues: Nullable(Type.Record(Type.String(), Type.String())),
  successMessage: NullableText,
  branding: Nullable(Type.Object({ primaryColor: Type.String() })),
  metadata: MetadataView,
  maxAttempts: Type.Integer(),
  attemptCount: Type.Integer(),
  latePaymentPolicy: OneOf(latePaymentPolicies, { title: "LatePaymentPolicy" }),
  paymentIntentId: NullableText,
  chargeId: NullableText,
  shortReference: NullableText,
  paymentLinkId: NullableText,
  failureCode: FailureCodeOrNull,
  failureMessage: NullableText,
  retryable: Type.Boolean(),
  paidLate: Type.Boolean(),
  expiresAt: Instant,
  completedAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const PublicSessionView = Type.Object({
  object: Type.Literal("checkout.public_session"),
  sessionId: Type.String(),
  mode: OneOf(modes),
  status: OneOf(sessionStatuses),
  amount: MinorText,
  amountDisplay: Type.String(),
  currency: OneOf(currencyCodes),
  title: Type.String(),
  description: NullableText,
  allowedMethods: Type.Array(OneOf(paymentMethods)),
  merchantName: NullableText,
  merchantLogo: Type.Optional(Type.String()),
  locale: Type.Optional(OneOf(locales)),
  expiresAt: Nullable(Instant),
  branding: Type.Optional(Type.Object({ primaryColor: Type.String() })),
  customFields: Type.Array(CustomFieldView),
  successMessage: Type.Optional(Type.String()),
  failureCode: FailureCodeOrNull,
  failureMessage: NullableText,
  retryable: Type.Boolean(),
  attemptsRemaining: Type.Integer(),
  version: Type.Integer(),
});

export const CompletionView = Type.Object({
  object: Type.Literal("checkout.completion"),
  sessionId: Type.String(),
  status: OneOf(sessionStatuses),
  ...stepFields,
  paymentIntentId: Type.String(),
  chargeId: Type.String(),
  attemptNumber: Type.Integer(),
  attemptsRemaining: Type.Integer(),
  messageToPayer: NullableText,
});

export const StatusView = Type.Object({
  object: Type.Literal("checkout.session.status"),
  sessionId: Type.String(),
  status: OneOf(sessionStatuses),
  failureCode: FailureCodeOrNull,
  failureMessage: NullableText,
  retryable: Type.Boolean(),
  attemptsRemaining: Type.Integer(),
  ...stepFields,
  paymentIntentId: NullableText,
  chargeId: NullableText,
  paidLate: Type.Boolean(),
  successUrl: NullableText,
  expiresAt: Instant,
  version: Type.Integer(),
});

export const SessionIdParams = Type.Object(
  { sessionId: Type.String({ minLength: 1, maxLength: 120, description: "`cs_…`" }) },
  { additionalProperties: false },
);

export const CompleteBody = Type.Object(
  {
    paymentMethod: OneOf(paymentMethods),
    paymentDetails: PaymentDetails,
    customFieldValues: Type.Optional(
      Type.Record(Type.String({ pattern: FIELD_KEY_PATTERN }), Type.String({ maxLength: 500 }), {
        maxProperties: 5,
        additionalProperties: false,
      }),
    ),
  },
  { additionalProperties: false },
);
export type CompleteBody = Static<typeof CompleteBody>;
