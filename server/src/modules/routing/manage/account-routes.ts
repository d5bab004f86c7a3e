import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { StatusList } from "../../../http/list-page.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { CurrencyText, Instant, Nullable, OneOf } from "../../../http/schemas.ts";
import { currencyCodes } from "../../../kit/currency.ts";
import { failureCodes, modes, paymentMethods } from "../../../kit/payment-terms.ts";
import {
  ChangeRequestView,
  changeErrors,
  changeRequestExample,
  takesTwoDescription,
} from "../../change-requests/index.ts";
import { routingErrors } from "../errors.ts";
import type { ProviderAccounts } from "./accounts.ts";
import {
  CountryField,
  IdParams,
  Method,
  Mode,
  modeQuery,
  Name,
  NullableText,
  OperatorField,
  operatorsAndSchemes,
  ReadVersion,
  rowFields,
  ZeroAmountText,
} from "./schemas.ts";

const tag = "Operators: providers";
const base = "/tenant/provider-accounts";
const statuses = ["ENABLED", "DISABLED"] as const;
const COUNTRIES_MAX = 100;
const SETTINGS_MAX = 30;
const SETTING_LENGTH_MAX = 10_000;

const listOf = { uniqueItems: true } as const;
const Methods = Type.Array(Method, { ...listOf, minItems: 1, maxItems: paymentMethods.length });
const Currencies = Type.Array(CurrencyText, {
  ...listOf,
  maxItems: currencyCodes.length,
  description: "What it can carry. Empty: any.",
});
const Countries = Type.Array(CountryField, {
  ...listOf,
  maxItems: COUNTRIES_MAX,
  description: "Of payers. Empty: any.",
});
const Operators = Type.Array(OperatorField, {
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
const Limits = Type.Array(
  Type.Object({
    currency: CurrencyText,
    perPayment: LimitAmount,
    perDay: LimitAmount,
    countsPayouts: Type.Optional(CountsPayouts),
  }),
  {
    maxItems: LIMITS_MAX,
    description:
      "What it may take, by currency: in one payment, and in one day (UTC). Above that, a payment or payout goes the next way that fits; a payout for which there is none waits for the next day. Each currency once; null or absent: no limit.",
  },
);
const Settings = Type.Record(
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

const AutomaticSuspension = Type.Boolean({
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
  status: OneOf(statuses),
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

const body = {
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
const example = {
  object: "provider_account",
  id: "acct_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: body.mode,
  subTenantId: body.subTenantId,
  provider: body.provider,
  name: body.name,
  status: "ENABLED",
  methods: body.methods,
  currencies: body.currencies,
  countries: body.countries,
  operators: body.operators,
  automaticSuspension: false,
  suspendedAt: null,
  limits: [{ currency: "XOF", perPayment: "200000", perDay: "1000000", countsPayouts: false }],
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

const refusals = [
  errors.RESOURCE_NOT_FOUND,
  routingErrors.PROVIDER_ACCOUNT_NAME_TAKEN,
  routingErrors.PROVIDER_CREDENTIALS_TAKEN,
];

export function accountRoutes(
  accounts: ProviderAccounts,
  providerNames: readonly string[],
): readonly Route[] {
  const description = "A connector of this service: see the list of providers.";
  // Without connectors there are no names, and an empty enum is not a valid schema.
  const Provider =
    providerNames.length === 0
      ? Type.String({ minLength: 1, maxLength: 0, description })
      : OneOf(providerNames, { description });
  return [
    operatorRoute({
      method: "GET",
      path: "/tenant/providers",
      operationId: "listProviders",
      tag,
      summary: "List providers",
      description:
        "The connectors of this service: which modes each serves, what it can do, and which settings an account of it needs.",
      permission: "tenant.providers.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      schemas: { response: Type.Array(ProviderSchema) },
      handle: async () => ({ data: accounts.providers() }),
    }),
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "createProviderAccount",
      stepUp: "always",
      tag,
      summary: "Add a provider account",
      description: `An account of a sub-tenant at a provider, ENABLED unless said otherwise. In live mode it is always made DISABLED: test it, then enable it. It takes payments once a rule leads to its sub-tenant. \`settings\` are checked against what the provider asks for, kept encrypted, and never shown again. At most 200 in each mode. ${takesTwoDescription()}`,
      permission: "tenant.providers.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, ...refusals, routingErrors.ROUTING_LIMIT_REACHED],
      schemas: {
        body: Type.Object({
          mode: Mode,
          subTenantId: Type.String({ maxLength: 100 }),
          provider: Provider,
          name: Name,
          status: Type.Optional(OneOf(statuses)),
          methods: Methods,
          currencies: Type.Optional(Currencies),
          countries: Type.Optional(Countries),
          operators: Type.Optional(Operators),
          limits: Type.Optional(Limits),
          automaticSuspension: Type.Optional(AutomaticSuspension),
          settings: Settings,
        }),
        response: AccountSchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body, data: example },
      handle: ({ operator, facts, body: input, idempotency }) =>
        accounts.create({ operator, facts }, input, idempotency),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listProviderAccounts",
      tag,
      summary: "List provider accounts",
      description: "The newest first, disabled ones too. No credential is shown.",
      permission: "tenant.providers.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({
          ...pageQuery,
          ...modeQuery,
          status: Type.Optional(StatusList(statuses)),
          provider: Type.Optional(Provider),
        }),
        response: Type.Array(AccountSchema),
      },
      handle: ({ operator, query }) => accounts.list(operator.tenantId, query),
    }),
    operatorRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getProviderAccount",
      tag,
      summary: "Get a provider account",
      description: "What it can carry, and which of its settings are there.",
      permission: "tenant.providers.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: AccountSchema },
      examples: { data: example },
      handle: async ({ operator, params }) => ({ data: await accounts.get(operator.tenantId, params.id) }),
    }),
    operatorRoute({
      method: "PATCH",
      path: `${base}/:id`,
      operationId: "updateProviderAccount",
      stepUp: "always",
      tag,
      summary: "Change, disable or enable a provider account",
      description: `Absent fields stay; lists are replaced whole; of \`settings\`, those that are sent. A DISABLED account takes nothing new: its payments go the next way that fits. What is under way at it is still asked about and booked, so it keeps its credentials. Holds at once on every instance. ${takesTwoDescription("Disabling it or lowering its limits, and nothing else, is done at once.")} A live account is enabled only after its test has passed with its present settings.`,
      permission: "tenant.providers.manage",
      successStatus: 200,
      idempotency: "none",
      errors: [
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
        ...refusals,
        routingErrors.PROVIDER_ACCOUNT_NOT_TESTED,
        errors.VERSION_CONFLICT,
      ],
      schemas: {
        params: IdParams,
        body: Type.Object(
          {
            name: Type.Optional(Name),
            status: Type.Optional(OneOf(statuses)),
            methods: Type.Optional(Methods),
            currencies: Type.Optional(Currencies),
            countries: Type.Optional(Countries),
            operators: Type.Optional(Operators),
            limits: Type.Optional(Limits),
            automaticSuspension: Type.Optional(AutomaticSuspension),
            settings: Type.Optional(Settings),
            version: ReadVersion,
          },
          { minProperties: 1 },
        ),
        response: AccountSchema,
        accepted: ChangeRequestView,
      },
      examples: {
        accepted: changeRequestExample,
        body: { name: "Second acquirer", settings: { callbackSecret: "another-callback-secret" } },
        data: { ...example, version: 2 },
      },
      handle: ({ operator, facts, params, body: change }) =>
        accounts.update({ operator, facts }, params.id, change),
    }),
    operatorRoute({
      method: "POST",
      path: `${base}/:id/test`,
      operationId: "testProviderAccount",
      tag,
      summary: "Test a provider account",
      description:
        "Makes the provider's cheapest authenticated call, or asks about a payment that does not exist. Nothing moves. `passed`: address, credentials, clock and our callback address are right, and a live account may be enabled. Otherwise `problem` and `sentence` say what is wrong and what to do.",
      permission: "tenant.providers.manage",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: TestSchema },
      examples: {
        data: {
          object: "provider_account.test",
          providerAccountId: example.id,
          mode: "SANDBOX",
          provider: "simulator",
          answered: true,
          reason: null,
          passed: true,
          problem: null,
          sentence: null,
          testedAt: "2026-01-15T08:00:00.000Z",
        },
      },
      handle: async ({ operator, facts, params }) => ({
        data: await accounts.test({ operator, facts }, params.id),
      }),
    }),
  ];
}
