import { type TSchema, Type } from "typebox";
import { separators } from "../../documents/index.ts";
import { ownOrderQuery, uncountedQuery } from "../../http/pagination.ts";
import { Instant, InstantText, Nullable, OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { modes } from "../../kit/payment-terms.ts";
import { transferTypes } from "../ledger/index.ts";
import { amountFields, directions, WalletEntryView } from "./schemas.ts";

/** Entries of one report, sealed transfers of one export. */
export const LINES_MAX = 20_000;
/** Entries of a statement for people: some sixty pages. */
export const PDF_LINES_MAX = 2_000;

export const SealView = Type.Object(
  {
    number: Type.Integer(),
    lastPosition: Type.Integer({
      description: "The last entry that it covers: entries are numbered from 1.",
    }),
    hash: Type.String({ description: "SHA-256, hexadecimal." }),
    createdAt: Instant,
  },
  {
    title: "LedgerSeal",
    description: "The last seal of the wallet's chain that lies wholly within the report, or before it.",
  },
);

const ofWallet = {
  mode: OneOf(modes),
  merchantId: Type.String(),
  walletId: Type.String(),
  currency: OneOf(currencyCodes),
};

export const StatementView = Type.Object({
  object: Type.Literal("wallet_statement"),
  ...ofWallet,
  from: Instant,
  to: Type.String({ format: "date-time", description: "Not part of the statement." }),
  ...amountFields({
    openingBalance: "The wallet's balance before the first entry.",
    credits: "What came in.",
    debits: "What went out.",
    closingBalance: "The opening balance, plus credits, less debits.",
  }),
  totals: Type.Array(
    Type.Object({
      type: OneOf(transferTypes),
      direction: OneOf(directions),
      count: Type.Integer(),
      ...amountFields({ amount: "Always positive." }),
    }),
  ),
  entryCount: Type.Integer(),
  entries: Type.Array(WalletEntryView, { description: "Oldest first." }),
  seal: Nullable(SealView),
  createdAt: Instant,
});

export const TrialBalanceView = Type.Object({
  object: Type.Literal("trial_balance"),
  ...ofWallet,
  at: Type.String({ format: "date-time", description: "What was booked before this instant is counted." }),
  entryCount: Type.Integer(),
  accounts: Type.Array(
    Type.Object({
      account: Type.String({
        description:
          "`available`, `pending`, `held`, `reserved`, `fees`, `adjustment`, or `provider:` and a mark of an account there.",
        examples: ["available"],
      }),
      ...amountFields({
        debit: "More went out of the account than came in.",
        credit: "More came into the account than went out.",
      }),
    }),
  ),
  ...amountFields({
    totalDebit: "The same as totalCredit, always.",
    totalCredit: "The same as totalDebit, always.",
  }),
  seal: Nullable(SealView),
  createdAt: Instant,
});

export const SettlementView = Type.Object({
  object: Type.Literal("wallet_settlement"),
  ...ofWallet,
  date: Type.String({ format: "date", description: "Day on which the money becomes available, in UTC." }),
  ...amountFields({ amount: "What becomes available, fees taken off already." }),
  chargeCount: Type.Integer(),
  firstDueAt: Instant,
  lastDueAt: Instant,
});

const holdReasons = ["LATE_PAYMENT", "DUPLICATE", "AMOUNT_MISMATCH", "REFUND_FAILED", "OTHER"] as const;
export type HoldReason = (typeof holdReasons)[number];

export const HoldView = Type.Object({
  object: Type.Literal("wallet_hold"),
  mode: OneOf(modes),
  walletId: Type.String(),
  chargeId: Type.String(),
  paymentIntentId: Type.String(),
  refundId: Nullable(Type.String({ description: "The refund that gives the money back." })),
  status: OneOf(["AWAITING_DECISION", "BEING_REFUNDED"], {
    description:
      "AWAITING_DECISION: the platform's operator decides. BEING_REFUNDED: it is on its way back to the payer.",
  }),
  reason: OneOf(holdReasons),
  ...amountFields({ amount: "What is held.", chargeAmount: "What the charge asked for." }),
  currency: OneOf(currencyCodes),
  heldSince: Instant,
});

const words = [
  "format",
  "merchantId",
  "mode",
  "walletId",
  "currency",
  "id",
  "transactionId",
  "type",
  "from",
  "to",
  "sourceType",
  "sourceId",
  "createdAt",
  "balances",
  "previousHash",
  "hash",
];
const numbers = ["exponent", "position", "number", "firstPosition", "lastPosition"];
const minorUnits = ["amount", "balanceAfter"];
const optional = (names: readonly string[], schema: TSchema) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]));

/** A line of an export; its fields depend on `record`. */
export type ExportRecord = Readonly<Record<string, string | number>>;
export const LedgerRecordView = Type.Unsafe<ExportRecord>(
  Type.Object(
    {
      record: OneOf(["opening", "transfer", "seal", "end"]),
      ...optional(words, Type.String()),
      ...optional(numbers, Type.Integer()),
      ...optional(minorUnits, Type.String({ description: "Minor units." })),
    },
    { title: "LedgerRecord", description: "Which fields a record has depends on `record`." },
  ),
);

const at = (description: string) => ({ ...InstantText, description });
const format = <const Formats extends readonly string[]>(formats: Formats, description: string) =>
  Type.Optional(OneOf(formats, { description }));

const separator = Type.Optional(
  OneOf(separators, {
    description:
      "Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma, as a French Excel expects.",
  }),
);

export const StatementQuery = Type.Object(
  {
    from: Type.Optional(at("The first instant of the period; the first of the month when absent, in UTC.")),
    to: Type.Optional(
      at("The first instant after the period, at most 366 days after `from`; now when absent."),
    ),
    format: format(["json", "csv", "pdf"], "`json` when absent."),
    separator,
    locale: Type.Optional(
      OneOf(["fr", "en", "pt"], { description: "Language of the PDF; the merchant's when absent." }),
    ),
  },
  { additionalProperties: false },
);
export const TrialBalanceQuery = Type.Object(
  {
    at: Type.Optional(at("What was booked before this instant is counted; everything when absent.")),
    format: format(["json", "csv"], "`json` when absent."),
    separator,
  },
  { additionalProperties: false },
);
export const ExportQuery = Type.Object(
  {
    from: Type.Optional(at("From the seal in which this instant lies; from the beginning when absent.")),
    to: Type.Optional(at("Up to the seal in which this instant lies; up to now when absent.")),
    format: format(["jsonl", "csv", "json"], "`jsonl` when absent."),
    separator,
  },
  { additionalProperties: false },
);

export const SettlementListQuery = Type.Object({ ...ownOrderQuery }, { additionalProperties: false });
export const HoldListQuery = Type.Object({ ...uncountedQuery }, { additionalProperties: false });
