import { Type } from "typebox";
import { createdQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery, uncountedQuery } from "../../http/pagination.ts";
import { DecimalText, Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { modes } from "../../kit/payment-terms.ts";
import { transferTypes } from "../ledger/index.ts";

const decimal = (description: string) => Type.Unsafe<string>({ ...DecimalText, description });

const AmountMinor = Type.String({
  title: "AmountMinor",
  pattern: "^[0-9]+$",
  description: "The amount beside it in minor units: `5000` both for 5000 XOF and for 50.00 EUR.",
  examples: ["5000"],
});

/**
 * Amounts in both units of the interface, by name: `available` is decimal text in major units, `availableMinor` the
 * same in minor units, as charges, refunds and payouts write it.
 */
export function amountFields<const Name extends string>(descriptions: Readonly<Record<Name, string>>) {
  const fields = Object.entries<string>(descriptions).flatMap(([name, description]) => [
    [name, decimal(description)],
    [`${name}Minor`, AmountMinor],
  ]);
  return Object.fromEntries(fields) as Readonly<Record<Name | `${Name}Minor`, ReturnType<typeof decimal>>>;
}

const EntryReference = Nullable(
  Type.String({
    description:
      "Your `reference` of the charge or payout that was booked, and of the charge that a refund gives back; null without one.",
  }),
);

export const WalletView = Type.Object({
  object: Type.Literal("wallet"),
  id: Type.String({ examples: ["wal_06f4c1k8t2v9x3m7n5b0q8d6e2"] }),
  mode: OneOf(modes),
  merchantId: Type.String(),
  label: Type.String(),
  currency: OneOf(currencyCodes),
  ...amountFields({
    available: "What can be used now: the balance less pending, held and reserved.",
    pending: "Confirmed, not settled yet.",
    held: "Late, double or odd money that waits for a refund or a decision.",
    reserved: "Refunds and payouts in flight.",
    balance: "All that is booked in this wallet.",
    ledgerBalance: "The same as balance.",
  }),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

const accountNames = ["available", "pending", "held", "reserved", "provider", "fees", "adjustment"] as const;
export type AccountName = (typeof accountNames)[number];
export const sourceTypes = ["charge", "refund", "payout", "adjustment"] as const;
export const directions = ["CREDIT", "DEBIT", "NONE"] as const;

export const WalletEntryView = Type.Object({
  object: Type.Literal("wallet_entry"),
  id: Type.String({ examples: ["entry_06f4c1mh0r9t3v7x1n5b8d2e6g"] }),
  mode: OneOf(modes),
  walletId: Type.String(),
  type: OneOf(transferTypes),
  direction: OneOf(directions, {
    description:
      "CREDIT adds to the wallet's balance, DEBIT takes from it. NONE moves money between the wallet's own accounts: the balance stays.",
  }),
  ...amountFields({ amount: "Always positive.", balanceAfter: "The wallet's balance after this entry." }),
  currency: OneOf(currencyCodes),
  from: OneOf(accountNames, { description: "Where the money was." }),
  to: OneOf(accountNames, { description: "Where it is now." }),
  sourceType: OneOf(sourceTypes),
  sourceId: Type.String({ description: "Id of the charge, refund, payout or adjustment that was booked." }),
  reference: EntryReference,
  transactionId: Type.String({ description: "Entries with the same one were booked together." }),
  version: Type.Integer({ description: "Always 1: entries are written once." }),
  createdAt: Instant,
});

export const WalletParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export const WalletListQuery = Type.Object({ ...pageQuery }, { additionalProperties: false });

export const EntryListQuery = Type.Object(
  {
    ...uncountedQuery,
    ...createdQuery,
    type: Type.Optional(StatusList(transferTypes, "Only entries of these types, separated by commas.")),
    sourceType: Type.Optional(
      StatusList(sourceTypes, "Only entries that book something of these kinds, separated by commas."),
    ),
    sourceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "Only entries that book this charge, refund, payout or correction: `ch_…`, `re_…`, `po_…`, `adj_…`; with `pi_…` those of a payment's charges and their refunds.",
      }),
    ),
  },
  { additionalProperties: false },
);
