import { Type } from "typebox";
import { CurrencyText, Instant, InstantText, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { failureCodes, modes, paymentMethods } from "../../kit/payment-terms.ts";
import { intervals } from "./intervals.ts";
import { groupings } from "./read-store.ts";

export const MerchantParams = Type.Object({ merchantId: UuidText }, { additionalProperties: false });

const NameText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 60, pattern: "^[^\\u0000-\\u001f\\u007f]*$", description });

const periodQuery = {
  from: Type.Optional({
    ...InstantText,
    description:
      "The first hour, an instant at a full hour; the beginning of the local day of `to` when absent.",
  }),
  to: Type.Optional({
    ...InstantText,
    description:
      "The end, an instant at a full hour, not part of the report; the end of the current hour when absent.",
  }),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description:
        "IANA name of the zone in whose days the report is; UTC when absent. Whole hours from UTC.",
      examples: ["Africa/Abidjan"],
    }),
  ),
  currency: Type.Optional({ ...CurrencyText, description: "Only this currency." }),
  method: Type.Optional(OneOf(paymentMethods, { description: "Only this payment method." })),
  operator: Type.Optional(
    NameText("Only this mobile-money operator, or this network of a card, QR code or wallet."),
  ),
  country: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{2}$",
      description: "Only payers of this country.",
      "x-rule": "must be a country in ISO 3166-1, two capital letters",
      examples: ["CI"],
    }),
  ),
};
const intervalQuery = Type.Optional(
  OneOf(intervals, {
    description:
      "`day` when absent. Hours at most 35 days, the others at most 366; `period` is one interval for all of it. Local days, weeks from Monday, months.",
  }),
);
const merchantGroupings = groupings.filter(
  (grouping) => grouping !== "merchant" && grouping !== "providerAccount",
);
const groupDescription =
  "A line for each. `operator` is the mobile-money operator, or the network of a card, QR code or wallet; `none` when absent.";

const modeQuery = {
  mode: Type.Optional(OneOf(modes, { description: "What is counted: SANDBOX when absent." })),
  merchantId: Type.Optional({ ...UuidText, description: "Only this merchant; all when absent." }),
};

export const SummaryQuery = Type.Object(periodQuery, { additionalProperties: false });
export const TenantSummaryQuery = Type.Object(
  { ...periodQuery, ...modeQuery },
  { additionalProperties: false },
);
export const SeriesQuery = Type.Object(
  {
    ...periodQuery,
    interval: intervalQuery,
    groupBy: Type.Optional(OneOf(merchantGroupings, { description: groupDescription })),
  },
  { additionalProperties: false },
);
export const TenantSeriesQuery = Type.Object(
  {
    ...periodQuery,
    ...modeQuery,
    interval: intervalQuery,
    groupBy: Type.Optional(OneOf(groupings, { description: groupDescription })),
  },
  { additionalProperties: false },
);

const Count = Type.Integer({ minimum: 0 });
const Rate = Nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Succeeded ÷ (succeeded + failed); null when there are none.",
  }),
);
/** An amount in both units; it is negative where more was given back than came. */
const amounts = {
  amount: Type.String({
    pattern: "^-?[0-9]+(?:\\.[0-9]+)?$",
    description: "Decimal text in major units.",
    examples: ["5000"],
  }),
  amountMinor: Type.String({
    pattern: "^-?[0-9]+$",
    description: "`amount` in minor units.",
    examples: ["5000"],
  }),
};
const Amounts = (description: string) => Type.Object(amounts, { title: "ReportAmount", description });
const Sum = (description: string) =>
  Type.Object({ count: Type.Integer(), ...amounts }, { title: "ReportSum", description });

export const AttemptCounts = Type.Object(
  {
    succeeded: Count,
    failed: Type.Integer({ minimum: 0, description: "Refused by the provider, or before it was asked." }),
    cancelled: Type.Integer({ minimum: 0, description: "By the payer, or with the payment." }),
    unknown: Type.Integer({ minimum: 0, description: "The provider has not said what happened." }),
    underWay: Type.Integer({ minimum: 0, description: "The payer or the provider is not done." }),
    successRate: Rate,
  },
  { title: "AttemptCounts", description: "Attempts to pay, by the hour in which they began." },
);
export const TruthTimes = Type.Object(
  {
    known: Type.Integer({ minimum: 0, description: "Attempts that succeeded or failed." }),
    p50Ms: Nullable(Count),
    p95Ms: Nullable(Count),
    p99Ms: Nullable(Count),
    openAfterOneMinute: Rate,
    openAfterFifteenMinutes: Rate,
  },
  {
    title: "TruthTimes",
    description:
      "The time from an attempt to its outcome, estimated from counts in ranges, and the shares that took a minute or a quarter of an hour, or longer.",
  },
);
const booked = {
  takings: Sum("What payments gave the merchant: held money when it is released."),
  fees: Sum("What the platform took for payments, less what it gave back."),
  net: Amounts("Takings less fees."),
  refunds: Sum("What providers gave back to payers, less what came back."),
  payouts: Sum("What was paid out, less what came back."),
  corrections: Sum("Corrections of the books, for the merchant or, below zero, against it."),
};
const Failure = Type.Object({ failureCode: OneOf(failureCodes), count: Count });
const ofPeriod = {
  from: Instant,
  to: Instant,
  timeZone: Type.String(),
  asOf: Type.String({
    format: "date-time",
    description:
      "Everything that happened before this instant is counted; some of what happened since may be.",
  }),
};

export const SummaryView = Type.Object({
  object: Type.Literal("report_summary"),
  ...ofPeriod,
  attempts: AttemptCounts,
  timeToTruth: TruthTimes,
  failures: Type.Array(Failure, {
    description: "Why attempts failed or were cancelled, the most frequent first.",
  }),
  funnel: Type.Object(
    {
      sessions: Type.Integer({
        minimum: 0,
        description: "Checkout sessions that were made. Filters by payment method do not apply.",
      }),
      methodChosen: Type.Integer({ minimum: 0, description: "Sessions with a first attempt." }),
      sent: Type.Integer({ minimum: 0, description: "Attempts that had a provider to go to." }),
      approved: Type.Integer({ minimum: 0, description: "Attempts that succeeded." }),
      paid: Type.Integer({ minimum: 0, description: "Attempts that paid their payment." }),
    },
    {
      description:
        "Sessions and attempts that began in the period. Payments without a session have attempts only.",
    },
  ),
  currencies: Type.Array(
    Type.Object({
      currency: OneOf(currencyCodes),
      attempts: AttemptCounts,
      ...booked,
      average: Nullable(Amounts("Takings ÷ their count, rounded down.")),
      unknown: Sum("What attempts with an unknown outcome asked for."),
      now: Type.Object(
        {
          available: Amounts("Can be used."),
          pending: Amounts("Confirmed, not settled yet."),
          held: Amounts("Waits for a refund or a decision."),
          reserved: Amounts("Refunds and payouts in flight."),
          inPayout: Amounts("The part of `reserved` that is in payouts."),
        },
        {
          description:
            "What wallets of this currency hold at this moment, whatever the period and the filters.",
        },
      ),
    }),
    { description: "Amounts of different currencies are never added." },
  ),
});

export const SeriesView = Type.Object({
  object: Type.Literal("report_series"),
  ...ofPeriod,
  interval: OneOf(intervals),
  groupBy: OneOf(groupings),
  starts: Type.Array(Instant, {
    description: "Where the intervals begin, in order; the first and the last may be cut off by the period.",
  }),
  series: Type.Array(
    Type.Object({
      group: Nullable(Type.String({ description: "What the line is of; null: of none, or of everything." })),
      currency: OneOf(currencyCodes),
      points: Type.Array(
        Type.Object({ start: Instant, attempts: AttemptCounts, timeToTruth: TruthTimes, ...booked }),
        { description: "Intervals in which nothing happened are left out." },
      ),
    }),
  ),
});
