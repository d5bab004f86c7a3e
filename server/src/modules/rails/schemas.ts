import { type Static, Type } from "typebox";
import { separators } from "../../documents/index.ts";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, InstantText, line, Nullable, OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { AMOUNT_PATTERN } from "../../kit/money.ts";
import { modes } from "../../kit/payment-terms.ts";
import { railAccounts } from "./accounts.ts";
import { arrivalReasons } from "./match-arrivals.ts";

const closed = { additionalProperties: false } as const;
const Minor = (description: string) => Type.String({ description: `${description} Minor units.` });
const AccountId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The account at the provider, `acct_…`",
});

export const RailBookQuery = Type.Object(
  { mode: OneOf(modes), providerAccountId: Type.Optional(AccountId) },
  closed,
);
export type RailBookQuery = Static<typeof RailBookQuery>;

export const RailTrialBalanceQuery = Type.Object(
  {
    mode: OneOf(modes),
    at: Type.Optional({
      ...InstantText,
      description: "What was booked before this instant is counted; now when absent.",
    }),
    format: Type.Optional(OneOf(["json", "csv"], { description: "`json` when absent." })),
    separator: Type.Optional(
      OneOf(separators, {
        description:
          "Between the cells of a CSV: `,` when absent. With `;` (write it as `%3B`) decimals have a comma.",
      }),
    ),
  },
  closed,
);
export type RailTrialBalanceQuery = Static<typeof RailTrialBalanceQuery>;

export const RailTrialBalanceView = Type.Object({
  object: Type.Literal("provider_books_trial_balance"),
  mode: OneOf(modes),
  at: Instant,
  accounts: Type.Array(
    Type.Object({
      providerAccountId: Type.String(),
      currency: Type.String(),
      account: OneOf(railAccounts, { description: "See the books of accounts at providers." }),
      debit: Minor("What the platform holds there, or has spent."),
      credit: Minor("What it owes: `clearing` is what merchants' books say of this account."),
    }),
    { description: "By currency, then by account." },
  ),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      debit: Minor("The same as credit, always."),
      credit: Minor("The same as debit, always."),
    }),
  ),
});

export const ArrivalBody = Type.Object(
  {
    providerAccountId: AccountId,
    mode: OneOf(modes, { description: "The mode of the settled payments." }),
    currency: OneOf(currencyCodes),
    amount: Type.String({
      pattern: AMOUNT_PATTERN,
      description: "What arrived at our bank, in minor units.",
    }),
    reference: line(100, "The bank's number of the entry: an arrival is booked once under it."),
    settlement: Type.Optional(
      line(
        200,
        "The provider's number or reference of the settlement. When absent, the only one of this amount, if there is just one.",
      ),
    ),
    bankEntryId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "The bank's entry, `bent_…`: a QUEUED credit of this amount, which then is ARRIVED.",
      }),
    ),
  },
  closed,
);
export type ArrivalBody = Static<typeof ArrivalBody>;

export const SettlementInTransitView = Type.Object({
  object: Type.Literal("settlement_in_transit"),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  reference: Type.String({ description: "The provider's text." }),
  transactionId: Nullable(Type.String({ description: "The provider's number." })),
  currency: Type.String(),
  amount: Minor("What the provider sent."),
  openAmount: Minor("What has not arrived and was not written off."),
  bookedAt: Instant,
  suggestions: Type.Array(
    Type.Object({
      bankEntryId: Type.String(),
      amount: Minor("Of the entry."),
      bookedOn: Type.String(),
      reference: Type.String({ description: "The bank's number of the entry." }),
      reasons: Type.Array(
        OneOf(arrivalReasons, {
          description: "REFERENCE: its text names the settlement. AMOUNT: it is what has not arrived.",
        }),
      ),
    }),
    { description: "Entries at our bank that may be it, the best first." },
  ),
});

export const CorrectBookBody = Type.Object(
  {
    providerAccountId: AccountId,
    mode: OneOf(modes, { description: "The mode of the corrected book." }),
    currency: OneOf(currencyCodes),
    debit: OneOf(railAccounts, { description: "The account whose balance grows." }),
    credit: OneOf(railAccounts, { description: "The account whose balance shrinks." }),
    amount: Type.String({ pattern: AMOUNT_PATTERN, description: "Minor units." }),
    reason: line(500, "Why: shown to whoever confirms it, and kept with the booking."),
    settlement: Type.Optional(
      line(
        200,
        "The provider's number or reference of a settlement whose rest will not arrive: `credit` is `in_transit`.",
      ),
    ),
    differenceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          "The difference `diff_…` that this answers: it is resolved when the correction is booked.",
      }),
    ),
  },
  closed,
);
export type CorrectBookBody = Static<typeof CorrectBookBody>;

export const CorrectionListQuery = Type.Object(
  {
    ...pageQuery,
    mode: Type.Optional(OneOf(modes, { description: "Both modes when absent." })),
    providerAccountId: Type.Optional(AccountId),
  },
  closed,
);
export type CorrectionListQuery = Static<typeof CorrectionListQuery>;

export const RailCorrectionView = Type.Object({
  object: Type.Literal("provider_book_correction"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  currency: Type.String(),
  debit: OneOf(railAccounts),
  credit: OneOf(railAccounts),
  amount: Minor("What was moved."),
  reason: Type.String(),
  settlement: Nullable(Type.String({ description: "By what the book knows the settlement." })),
  differenceId: Nullable(Type.String()),
  bankEntryId: Nullable(Type.String({ description: "The entry of a bank that it books." })),
  createdAt: Instant,
});
export type RailCorrectionAnswer = Static<typeof RailCorrectionView>;

export const RailBookView = Type.Object({
  object: Type.Literal("provider_account_book"),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  currency: Type.String(),
  clearing: Type.Object({
    booked: Minor("What the merchants' books say the account took, less what it sent."),
    confirmed: Minor("The same by the provider's statements."),
    open: Minor(
      "Booked and not confirmed. Zero when statements contain all that was booked, and nothing else.",
    ),
  }),
  providerBalance: Minor("What the account holds by the provider's statements."),
  providerFees: Minor("What the provider took for its services."),
  inTransit: Minor("Sent by the provider to our bank, and not there yet."),
  bank: Minor("Arrived at our bank."),
  adjustment: Minor("Balances from before the first statement, and the provider's corrections."),
  transferCount: Type.Integer(),
  seal: Nullable(
    Type.Object({
      number: Type.Integer(),
      hash: Type.String({ description: "SHA-256 over the book up to here, hexadecimal." }),
    }),
  ),
  updatedAt: Instant,
});
