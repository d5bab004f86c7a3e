import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { StatusList } from "../../../http/list-page.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { OneOf } from "../../../http/schemas.ts";
import {
  ChangeRequestView,
  changeErrors,
  changeRequestExample,
  takesTwoDescription,
} from "../../change-requests/index.ts";
import { routingErrors } from "../errors.ts";
import {
  AccountSchema,
  AutomaticSuspension,
  accountBodyExample,
  accountExample,
  accountStatuses,
  BalanceTolerances,
  Countries,
  Currencies,
  Limits,
  Methods,
  Operators,
  ProviderSchema,
  Settings,
  TestSchema,
} from "./account-schemas.ts";
import type { ProviderAccounts } from "./accounts.ts";
import { IdParams, Mode, modeQuery, Name, ReadVersion } from "./schemas.ts";

const tag = "Operators: providers";
const base = "/tenant/provider-accounts";
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
          status: Type.Optional(OneOf(accountStatuses)),
          methods: Methods,
          currencies: Type.Optional(Currencies),
          countries: Type.Optional(Countries),
          operators: Type.Optional(Operators),
          limits: Type.Optional(Limits),
          balanceTolerances: Type.Optional(BalanceTolerances),
          automaticSuspension: Type.Optional(AutomaticSuspension),
          settings: Settings,
        }),
        response: AccountSchema,
        accepted: ChangeRequestView,
      },
      examples: { accepted: changeRequestExample, body: accountBodyExample, data: accountExample },
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
          status: Type.Optional(StatusList(accountStatuses)),
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
      examples: { data: accountExample },
      handle: async ({ operator, params }) => ({ data: await accounts.get(operator.tenantId, params.id) }),
    }),
    operatorRoute({
      method: "PATCH",
      path: `${base}/:id`,
      operationId: "updateProviderAccount",
      stepUp: "always",
      tag,
      summary: "Change, disable or enable a provider account",
      description: `Absent fields stay; lists are replaced whole; of \`settings\`, those that are sent. A DISABLED account takes nothing new: its payments go the next way that fits. Its payments in progress are still queried and booked, so it keeps its credentials. Holds at once on every instance. ${takesTwoDescription("Disabling it or lowering its limits and tolerances, and nothing else, is done at once.")} A live account is enabled only after its test has passed with its present settings.`,
      permission: "tenant.providers.manage",
      successStatus: 200,
      idempotency: "optional",
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
            status: Type.Optional(OneOf(accountStatuses)),
            methods: Type.Optional(Methods),
            currencies: Type.Optional(Currencies),
            countries: Type.Optional(Countries),
            operators: Type.Optional(Operators),
            limits: Type.Optional(Limits),
            balanceTolerances: Type.Optional(BalanceTolerances),
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
        data: { ...accountExample, version: 2 },
      },
      handle: ({ operator, facts, params, body: change, idempotency }) =>
        accounts.update({ operator, facts }, params.id, change, idempotency),
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
          providerAccountId: accountExample.id,
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
