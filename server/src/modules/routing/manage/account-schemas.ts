import { Type } from "typebox";
import { CurrencyText, Instant, Nullable, OneOf } from "../../../http/schemas.ts";
import { currencyCodes } from "../../../kit/currency.ts";
import { failureCodes, modes, paymentMethods } from "../../../kit/payment-terms.ts";
import {
  CountryField,
  Method,
  NullableText,
  OperatorField,
  operatorsAndSchemes,
  rowFields,
  ZeroAmountText,
} from "./schemas.ts";

export const accountStatuses = ["ENABLED", "DISABLED"] as const;
const COUNTRIES_MAX = 100;
const SETTINGS_MAX = 30;
const SETTING_LENGTH_MAX = 10_000;

const listOf = { uniqueItems: true } as const;
export const Methods = Type.Array(Method, { ...listOf, minItems: 1, maxItems: paymentMethods.length });
export const Currencies = Type.Array(CurrencyText, {
  ...listOf,
  maxItems: currencyCodes.length,
  description: "What it can carry. Empty: any.",
});
export const Countries = Type.Array(CountryField, {
  ...listOf,
  maxItems: COUNTRIES_MAX,
  description: "Of payers. Empty: any.",
});
export const Operators = Type.Array(OperatorField, {
  ...listOf,
  maxItems: operatorsAndSchemes.length,
  description: "Operators of mobile money and schemes of QR codes. Empty: any.",
});
const LIMITS_MAX = 20;
const LimitAmount = Type.Optional(Nullable(ZeroAmountText));
const CountsPayouts = Type.Boolean({
  description:
    "Whether the limit of a day counts payouts as well as payments, as some providers' own limits do. By default false: payouts are not limited.",
});
export const Limits = Type.Array(
  Type.Object(
    {
      currency: CurrencyText,
      perPayment: LimitAmount,
      perDay: LimitAmount,
      countsPayouts: Type.Optional(CountsPayouts),
    },
    { title: "ProviderAccountLimitInput" },
  ),
  {
    maxItems: LIMITS_MAX,
    description:
      "What it may take, by currency: in one payment, and in one day (UTC). Above that, a payment or payout goes the next way that fits; a payout for which there is none waits for the next day. Each currency once; null or absent: no limit.",
  },
);
export const BalanceTolerances = Type.Array(
  Type.Object({ currency: CurrencyText, amount: ZeroAmountText }, { title: "BalanceToleranceInput" }),
  {
    maxItems: LIMITS_MAX,
    description:
      "By how much its balance may differ from its book, by currency, in minor units, beside what is on its way: such a gap is not told. Each currency once; absent: not at all.",
  },
);
export const Settings = Type.Record(
  Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$" }),
  Type.String({ minLength: 1, maxLength: SETTING_LENGTH_MAX }),
  {
    maxProperties: SETTINGS_MAX,
    additionalProperties: false,
    description:
      "What the provider's `settings` ask for. Kept encrypted and never shown again: answers tell secrets by `last4` and `fingerprint`.",
    "x-rule": "must be an object of settings by name, each a text",
  },
);

export const AutomaticSuspension = Type.Boolean({
  description:
    "Whether the service takes the account out of routing while its provider fails, and returns it when it answers. By default true, except for a simulator, which fails on request.",
});

export const AccountSchema = Type.Object({
  object: OneOf(["provider_account"]),
  id: Type.String(),
  mode: OneOf(modes),
  subTenantId: Type.String(),
  provider: Type.String(),
  name: Type.String(),
  status: OneOf(accountStatuses),
  methods: Type.Array(OneOf(paymentMethods)),
  currencies: Type.Array(Type.String()),
  countries: Type.Array(Type.String()),
  operators: Type.Array(Type.String()),
  automaticSuspension: AutomaticSuspension,
  suspendedAt: Type.Union([Instant, Type.Null()], {
    description:
      "Since when the service keeps it out of routing because its provider fails. Null: it is in service.",
  }),
  limits: Type.Array(
    Type.Object({
      currency: Type.String(),
      perPayment: NullableText,
      perDay: NullableText,
      countsPayouts: CountsPayouts,
    }),
    { description: "What it may take, in minor units; null: no limit." },
  ),
  balanceTolerances: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() }), {
    description: "By how much its balance may differ from its book, in minor units.",
  }),
  testPassedAt: Type.Union([Instant, Type.Null()], {
    description:
      "When its test last passed with the present settings; null: not since they were changed. A live account cannot be enabled before.",
  }),
  credentials: Type.Array(
    Type.Object({
      name: Type.String(),
      secret: Type.Boolean(),
      set: Type.Boolean(),
      value: NullableText,
      last4: NullableText,
      fingerprint: NullableText,
    }),
    {
      description:
        "Each setting of the provider, and whether the account has it. `value` is null for secrets.",
    },
  ),
  callbackUrl: Type.Union([Type.String(), Type.Null()], {
    description:
      "Where the provider reports: enter it there if the provider asks for an address. If its callbacks are not signed, each operation has an address of its own below this one. Null: it never reports.",
  }),
  ...rowFields,
});
export const ProviderSchema = Type.Object({
  object: OneOf(["provider"]),
  id: Type.String({ description: "The name that accounts are made with." }),
  modes: Type.Array(OneOf(modes)),
  canRefund: Type.Boolean(),
  capabilities: Type.Object({
    callbacks: OneOf(["SIGNED", "OPAQUE", "NONE"], {
      description: "How it reports: signed, unsigned at an address of the payment's own, or never.",
    }),
    calls: Type.Boolean({
      description:
        "Whether it is called over a network. Otherwise its signed callbacks and its files are all that it says.",
    }),
    cancel: Type.Boolean({ description: "Whether a payment that waits for the payer can be given up." }),
    refund: OneOf(["PARTIAL", "FULL", "NONE"], {
      description: "In parts, only whole, or not at all. What it cannot refund is paid out to the payer.",
    }),
    payout: Type.Boolean(),
    nameCheck: Type.Boolean({ description: "Whether it compares a name with an account's holder." }),
    statement: Type.Boolean({ description: "Whether its book can be fetched." }),
    balance: Type.Boolean({ description: "Whether it says what an account holds." }),
    methods: Type.Array(OneOf(paymentMethods)),
    countries: Type.Array(Type.String(), { description: "Empty: any." }),
    currencies: Type.Array(Type.String(), { description: "Empty: any." }),
    failureCodes: Type.Array(OneOf(failureCodes)),
  }),
  settings: Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      secret: Type.Boolean(),
      required: Type.Boolean(),
      kind: OneOf(["TEXT", "URL", "PEM", "MILLISECONDS"]),
      holds: Nullable(
        OneOf(["CERTIFICATE", "PUBLIC_KEY", "PRIVATE_KEY"], { description: "Of PEM: what it holds." }),
      ),
      minLength: Type.Integer(),
      maxLength: Type.Integer(),
    }),
  ),
});
export const TestSchema = Type.Object({
  object: OneOf(["provider_account.test"]),
  providerAccountId: Type.String(),
  mode: OneOf(modes),
  provider: Type.String(),
  answered: Type.Boolean({ description: "The same as `passed`." }),
  reason: NullableText,
  passed: Type.Boolean({ description: "Whether the account works: a live one can then be enabled." }),
  problem: Nullable(
    OneOf([
      "KEY_REFUSED",
      "WRONG_ENVIRONMENT",
      "NOT_PERMITTED",
      "UNREACHABLE",
      "CERTIFICATE",
      "CLOCK",
      "SETTING",
      "UNEXPECTED_ANSWER",
    ]),
  ),
  sentence: Type.Union([Type.String(), Type.Null()], {
    description:
      "What is wrong and what to do. Also there when a test passed that a real provider would not: a stand-in takes any callback address.",
  }),
  testedAt: Instant,
});

export const accountBodyExample = {
  mode: "SANDBOX",
  subTenantId: "sub_01kf0v0d1qf0w8x3z5c7b9n1m3",
  provider: "simulator",
  name: "Second acquirer",
  methods: ["MOBILE_MONEY", "QR"],
  currencies: ["XOF"],
  countries: ["CI", "SN"],
  operators: [],
  settings: { apiKey: "an-api-key-of-your-choice", callbackSecret: "a-callback-secret-of-your-choice" },
} as const;
export const accountExample = {
  object: "provider_account",
  id: "acct_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: accountBodyExample.mode,
  subTenantId: accountBodyExample.subTenantId,
  provider: accountBodyExample.provider,
  name: accountBodyExample.name,
  status: "ENABLED",
  methods: accountBodyExample.methods,
  currencies: accountBodyExample.currencies,
  countries: accountBodyExample.countries,
  operators: accountBodyExample.operators,
  automaticSuspension: false,
  suspendedAt: null,
  limits: [{ currency: "XOF", perPayment: "200000", perDay: "1000000", countsPayouts: false }],
  balanceTolerances: [{ currency: "XOF", amount: "500" }],
  testPassedAt: null,
  credentials: [
    {
      name: "apiKey",
      secret: true,
      set: true,
      value: null,
      last4: "oice",
      fingerprint: "7d1f0a9be2c45566",
    },
    {
      name: "callbackSecret",
      secret: true,
      set: true,
      value: null,
      last4: "oice",
      fingerprint: "02c9d4f1aa8e3b70",
    },
  ],
  callbackUrl: "https://pay.example.com/provider-callbacks/acct_01kf0v0d1qf0w8x3z5c7b9n1m3",
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;
