import { type Static, Type } from "typebox";
import { createdQuery, NameQuery, StatusList } from "../../../http/list-page.ts";
import { pageQuery } from "../../../http/pagination.ts";
import {
  AmountText,
  CurrencyText,
  Instant,
  line,
  Metadata,
  MetadataView,
  MinorText,
  Nullable,
  OneOf,
} from "../../../http/schemas.ts";
import { IBAN_TEXT_MAX } from "../../../kit/bank-account.ts";
import { currencyCodes } from "../../../kit/currency.ts";
import { failureCodes, modes } from "../../../kit/payment-terms.ts";
import { refundStatuses } from "./states.ts";
import { refundReasons, refundRoutes } from "./types.ts";

const NOTE_LENGTH_MAX = 500;

export const RefundParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);

export const CreateRefundBody = Type.Object(
  {
    amount: Type.Optional(
      Type.Unsafe<string>({
        ...AmountText,
        description: "Minor units, as text. All that is left of the charge when absent.",
      }),
    ),
    reason: Type.Optional(OneOf(refundReasons, { description: "`OTHER` when absent." })),
    note: Type.Optional(
      Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: "For your own people." }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { additionalProperties: false },
);
export type CreateRefundBody = Static<typeof CreateRefundBody>;

export const RecipientBody = Type.Object(
  {
    iban: Type.String({
      minLength: 1,
      maxLength: IBAN_TEXT_MAX,
      description: "An IBAN, or an account number (RIB) of the franc zones, with or without spaces.",
    }),
    holderName: line(70, "The holder of the account, as the bank knows it."),
  },
  { additionalProperties: false },
);
export type RecipientBody = Static<typeof RecipientBody>;

export const RefundListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(StatusList(refundStatuses)),
    currency: Type.Optional(CurrencyText),
    chargeId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Only those of this charge, `ch_…`." }),
    ),
    paymentIntentId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Only those of this payment intent, `pi_…`." }),
    ),
    q: NameQuery(
      "the id of a refund, the provider's transaction id of the refund, or what finds its charge: id, your or its short reference, transaction id, payer's phone, payment intent or session",
    ),
  },
  { additionalProperties: false },
);
export type RefundListQuery = Static<typeof RefundListQuery>;

export const RefundView = Type.Object({
  object: Type.Literal("refund"),
  id: Type.String({ examples: ["re_06f4c1n7w2r9t3v7x1n5b8d2e6"] }),
  mode: OneOf(modes),
  merchantId: Type.String(),
  chargeId: Type.String(),
  paymentIntentId: Type.String(),
  amount: MinorText,
  amountDisplay: Type.String(),
  currency: OneOf(currencyCodes),
  status: OneOf(refundStatuses),
  reason: OneOf(refundReasons),
  note: Nullable(Type.String()),
  route: OneOf(refundRoutes, {
    description: "`PAYOUT_TO_PAYER`: the rail cannot refund, so the phone that paid is paid.",
  }),
  automatic: Type.Boolean({
    description: "Late or duplicate money that the service refunds automatically, from `held`.",
  }),
  accountNeeded: Type.Boolean({
    description: "It waits for an account: `POST /payments/refunds/{id}/recipient`.",
  }),
  feeRefunded: Type.String({
    pattern: "^[0-9]{1,19}$",
    description: "What you got back of the charge's fee, in minor units.",
  }),
  providerTransactionId: Nullable(Type.String({ description: "What the payer reads in the message." })),
  failureCode: Nullable(OneOf(failureCodes)),
  failureMessage: Nullable(Type.String()),
  createdBy: Nullable(
    Type.String({
      description:
        "Id of the key or person that asked for it. Null: the service or the platform's operators, or a refund made before this was kept.",
    }),
  ),
  metadata: MetadataView,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  succeededAt: Nullable(Instant),
  failedAt: Nullable(Instant),
  cancelledAt: Nullable(Instant),
});
export type RefundView = Static<typeof RefundView>;
