import { type Static, Type } from "typebox";
import { Instant, line, Nullable, OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { AMOUNT_PATTERN } from "../../kit/money.ts";
import { modes } from "../../kit/payment-terms.ts";

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

export const ArrivalBody = Type.Object(
  {
    providerAccountId: AccountId,
    mode: OneOf(modes),
    currency: OneOf(currencyCodes),
    amount: Type.String({
      pattern: AMOUNT_PATTERN,
      description: "What arrived at our bank, in minor units.",
    }),
    reference: line(100, "The bank's number of the entry: an arrival is booked once under it."),
  },
  closed,
);
export type ArrivalBody = Static<typeof ArrivalBody>;

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
