import { type Static, Type } from "typebox";
import { createdQuery, NameQuery, ReferenceQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
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
} from "../../http/schemas.ts";
import { IBAN_TEXT_MAX } from "../../kit/bank-account.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { failureCodes, modes } from "../../kit/payment-terms.ts";
import { operatorCodes, PHONE_TEXT_MAX } from "../../kit/phone.ts";
import { beneficiaryStatuses, payoutStatuses } from "./states.ts";
import { beneficiaryTypes, nameChecks } from "./types.ts";

const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const Reference = line(64, "Your own reference.");
const Name = line(140, "Whose phone or account it is, as the operator or bank knows them.");
const closed = { additionalProperties: false } as const;

export const DetailsInput = Type.Object(
  {
    phone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PHONE_TEXT_MAX,
        description: "MOBILE_MONEY: in international form, or in national form with `countryCode`.",
      }),
    ),
    operator: Type.Optional(
      OneOf(operatorCodes, {
        description: "MOBILE_MONEY: may be left out where the number tells the operator.",
      }),
    ),
    countryCode: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        description: "MOBILE_MONEY: ISO 3166 alpha-2.",
        "x-rule": "must be a country code of two capital letters",
      }),
    ),
    iban: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: IBAN_TEXT_MAX,
        description: "BANK_ACCOUNT: with spaces or without.",
      }),
    ),
    bankName: Type.Optional(line(100, "BANK_ACCOUNT: for people who read it.")),
    walletId: Type.Optional(line(64, "WALLET: the wallet's id at its provider, in the sandbox `pw_…`.")),
  },
  { ...closed, description: "Where the money goes; which fields depends on `type`." },
);
export type DetailsInput = Static<typeof DetailsInput>;

export const CreateBeneficiaryBody = Type.Object(
  {
    name: Name,
    type: OneOf(beneficiaryTypes),
    details: DetailsInput,
    currency: CurrencyText,
    reference: Type.Optional(Reference),
    metadata: Type.Optional(Metadata),
  },
  closed,
);
export type CreateBeneficiaryBody = Static<typeof CreateBeneficiaryBody>;

export const ChangeBeneficiaryBody = Type.Object(
  {
    name: Type.Optional(Name),
    reference: Type.Optional(Nullable(Reference)),
    metadata: Type.Optional(Metadata),
  },
  closed,
);
export type ChangeBeneficiaryBody = Static<typeof ChangeBeneficiaryBody>;

export const BeneficiaryParams = Type.Object({ id: IdText("The beneficiary's id, `ben_…`") }, closed);
export const PayoutParams = Type.Object({ id: IdText("The payout's id, `po_…`") }, closed);

export const BeneficiaryListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(StatusList(beneficiaryStatuses)),
    type: Type.Optional(OneOf(beneficiaryTypes)),
    currency: Type.Optional(CurrencyText),
    reference: ReferenceQuery,
    q: NameQuery("the id of a beneficiary, its phone, IBAN or wallet, or your reference"),
  },
  closed,
);
export type BeneficiaryListQuery = Static<typeof BeneficiaryListQuery>;

export const CreatePayoutBody = Type.Object(
  {
    walletId: IdText("The wallet that pays, `wal_…`. Its currency is the payout's."),
    beneficiaryId: IdText("Who is paid, `ben_…`"),
    amount: AmountText,
    reference: Type.Optional(Reference),
    description: Type.Optional(line(140, "What it is for.")),
    metadata: Type.Optional(Metadata),
  },
  closed,
);
export type CreatePayoutBody = Static<typeof CreatePayoutBody>;

const BATCH_ROWS_MAX = 1_000;

export const CreateBatchBody = Type.Object(
  {
    walletId: IdText("The wallet that pays all rows, `wal_…`."),
    reference: Type.Optional(Reference),
    rows: Type.Array(
      Type.Object(
        {
          beneficiaryId: IdText("Who is paid, `ben_…`"),
          amount: AmountText,
          reference: Type.Optional(Reference),
          description: Type.Optional(line(140, "What it is for.")),
          metadata: Type.Optional(Metadata),
        },
        closed,
      ),
      { minItems: 1, maxItems: BATCH_ROWS_MAX },
    ),
  },
  closed,
);
export type CreateBatchBody = Static<typeof CreateBatchBody>;

export const BatchListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(StatusList(["PROCESSING", "COMPLETED"])),
    reference: ReferenceQuery,
    walletId: Type.Optional(IdText("Only batches of this wallet.")),
  },
  closed,
);
export type BatchListQuery = Static<typeof BatchListQuery>;

export const BatchParams = Type.Object({ id: IdText("The batch's id, `pob_…`") }, closed);

export const PayoutListQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(StatusList(payoutStatuses)),
    currency: Type.Optional(CurrencyText),
    reference: ReferenceQuery,
    walletId: Type.Optional(IdText("Only payouts of this wallet.")),
    beneficiaryId: Type.Optional(IdText("Only payouts to this beneficiary.")),
    q: NameQuery(
      "the id of a payout, the provider's transaction id, your reference, or what finds its beneficiary: id, phone, IBAN, wallet or reference",
    ),
  },
  closed,
);
export type PayoutListQuery = Static<typeof PayoutListQuery>;

const NullableText = Nullable(Type.String());
const NullableInstant = Nullable(Instant);

const detailsView = {
  phone: Nullable(Type.String({ description: "Masked." })),
  operator: NullableText,
  countryCode: NullableText,
  iban: Nullable(Type.String({ description: "Masked." })),
  bankName: NullableText,
  walletId: NullableText,
};

export const BeneficiaryView = Type.Object({
  object: Type.Literal("beneficiary"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  name: Type.String(),
  type: OneOf(beneficiaryTypes, { title: "BeneficiaryType" }),
  details: Type.Object(detailsView),
  currency: OneOf(currencyCodes),
  status: OneOf(beneficiaryStatuses),
  nameCheck: OneOf(nameChecks, {
    description:
      "What the provider says of whose account it is. NOT_CHECKED: it cannot tell. NOT_KNOWN: it knows the account and not the name, which waits for a second person. UNAVAILABLE: it did not answer, and is queried again.",
  }),
  approvedBy: Nullable(
    Type.String({ description: "For NOT_KNOWN: who vouched for the name, `key_…` or `per_…`." }),
  ),
  registeredName: Nullable(
    Type.String({ description: "For CLOSE_MATCH: the holder as the provider has it." }),
  ),
  rejectionReason: Nullable(
    Type.String({
      description:
        "Why it was REJECTED: `RIB_KEY_MISMATCH`, the account cannot exist; `ACCOUNT_NOT_FOUND`, `NAME_MISMATCH`, `NAME_CHECK_UNAVAILABLE` by the provider.",
    }),
  ),
  warnings: Type.Array(
    Type.String({
      description:
        "What to look at again before paying: `RIB_KEY_MISMATCH`, `NAME_CLOSE_MATCH`, `NAME_NOT_KNOWN`.",
    }),
  ),
  payoutsAllowedFrom: Nullable(
    Type.String({ format: "date-time", description: "No payout is taken before this instant." }),
  ),
  reference: NullableText,
  metadata: MetadataView,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const PayoutView = Type.Object({
  object: Type.Literal("payout"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  walletId: Type.String(),
  beneficiaryId: Type.String(),
  destination: Type.Object(
    { name: Type.String(), type: OneOf(beneficiaryTypes), ...detailsView },
    { description: "The beneficiary as it was when the payout was made." },
  ),
  amount: MinorText,
  amountDisplay: Type.String(),
  currency: OneOf(currencyCodes),
  status: OneOf(payoutStatuses, { title: "PayoutStatus" }),
  reference: NullableText,
  description: NullableText,
  metadata: MetadataView,
  approvalRequired: Type.Boolean(),
  createdBy: Type.String({ description: "The key that asked for it." }),
  approvedBy: Nullable(Type.String({ description: "The key that agreed." })),
  provider: Nullable(Type.Object({ name: Type.String(), transactionId: NullableText })),
  failureCode: Nullable(OneOf(failureCodes)),
  approvedAt: NullableInstant,
  queuedAt: NullableInstant,
  sentAt: NullableInstant,
  paidAt: NullableInstant,
  failedAt: NullableInstant,
  reversedAt: NullableInstant,
  cancelledAt: NullableInstant,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

const batchFields = {
  object: Type.Literal("payout_batch"),
  id: Type.String(),
  mode: OneOf(modes),
  merchantId: Type.String(),
  walletId: Type.String(),
  currency: OneOf(currencyCodes),
  status: OneOf(["PROCESSING", "COMPLETED"], { description: "COMPLETED: every row has its result." }),
  reference: NullableText,
  rowCount: Type.Integer(),
  acceptedCount: Type.Integer({ description: "Rows that are a payout." }),
  refusedCount: Type.Integer(),
  completedAt: NullableInstant,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};

/** Without its rows: the form in lists. */
export const BatchSummaryView = Type.Object(batchFields, { title: "PayoutBatchSummary" });
export const BatchView = Type.Object({
  ...batchFields,
  rows: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "Place in the request, from 0." }),
      beneficiaryId: Type.String(),
      amount: Type.String(),
      reference: NullableText,
      status: OneOf(["WAITING", "ACCEPTED", "REFUSED"]),
      payoutId: Nullable(Type.String({ description: "Once ACCEPTED." })),
      error: Nullable(
        Type.Object(
          {
            code: Type.String(),
            message: Type.String(),
            details: Type.Record(Type.String(), Type.Unknown()),
          },
          { description: "What a single payout would have been refused with." },
        ),
      ),
    }),
  ),
});
