import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, publicRoute, type Route } from "../../http/route.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../change-requests/index.ts";
import type { createOperatorChange } from "./change.ts";
import type { createOperatorCreation } from "./create.ts";
import { operatorErrors } from "./errors.ts";
import { operatorExample, operatorsTag as tag } from "./examples.ts";
import { loginRoutes } from "./login-routes.ts";
import { bundledPermissions } from "./roles.ts";
import type { OperatorChange } from "./rules.ts";
import {
  AcceptInvitationBody,
  ChangeOperatorBody,
  InvitedOperatorSchema,
  NewOperatorBody,
  OperatorParams,
  OperatorSchema,
  OperatorsQuery,
} from "./schemas.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import type { Operators } from "./service.ts";

const invitedOperator = {
  ...operatorExample,
  status: "INVITED",
  lastLoginAt: null,
  invitedUntil: "2026-01-13T08:00:00.000Z",
} as const;
const invitedExample = {
  ...invitedOperator,
  invitation: {
    url: "https://pay.example.org/console/invite/svc_inv_3kTqxW0b2nT5yHs7dLa",
    expiresAt: "2026-01-13T08:00:00.000Z",
  },
} as const;

function changeOf({ role, permissions, ...rest }: ChangeOperatorBody): OperatorChange {
  const wanted = bundledPermissions({ role, permissions });
  return wanted === null ? rest : { ...rest, permissions: wanted };
}

/** The people of a tenant, and their log-ins. */
export function operatorRoutes(
  operators: Operators,
  create: ReturnType<typeof createOperatorCreation>,
  change: ReturnType<typeof createOperatorChange>,
): readonly Route[] {
  return [
    ...loginRoutes(operators),
    ...secondFactorRoutes(operators),
    operatorRoute({
      method: "POST",
      path: "/tenant/operators",
      operationId: "createOperator",
      stepUp: "always",
      tag,
      summary: "Add an operator",
      description:
        "A person of this tenant, INVITED until it has opened the link of `invitation` and chosen a password. Hand the link to that person alone: it works once, for 72 hours. With a permission that does more than read it takes two operators, in either mode: the answer is 202 with a change request, and nobody is added until another operator confirms it. Who added an operator counts as one person with it for 30 days wherever two are needed. `role` is a bundle of permissions (docs/concepts/operators.md lists them), `permissions` names single ones; one of the two is needed, and together they add up to no more than the operator who asks has.",
      successStatus: 201,
      errors: [
        operatorErrors.OPERATOR_EXCEEDS_CREATOR,
        operatorErrors.OPERATOR_EMAIL_TAKEN,
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
      ],
      idempotency: "optional",
      answersSecret: ["invitation.url"],
      permission: "tenant.team.manage",
      schemas: { body: NewOperatorBody, response: InvitedOperatorSchema, accepted: ChangeRequestView },
      examples: {
        body: {
          email: "awa@example.com",
          name: "Awa Diop",
          role: "SUPPORT",
        },
        data: {
          ...invitedExample,
          role: "SUPPORT",
          permissions: ["tenant.merchants.read", "tenant.payments.read"],
        },
        accepted: changeRequestExample,
      },
      handle: ({ operator, body, idempotency, facts }) => create({ operator, facts }, body, idempotency),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/operators/:id/invitation",
      operationId: "renewOperatorInvitation",
      stepUp: "always",
      tag,
      summary: "Invite an operator again",
      description:
        "A new link in place of the open one, for a colleague who has not opened the account yet. Who has opened it and lost the password or the second factor is helped by two operators: see `recoverOperator`. Refused for somebody who may do what the caller may not.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_DISABLED,
        operatorErrors.OPERATOR_RECOVERY_TAKES_TWO,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: { params: OperatorParams, response: InvitedOperatorSchema },
      examples: { data: invitedExample },
      handle: async ({ operator, params, facts }) => ({
        data: await operators.renew(operator, params.id, facts),
      }),
    }),
    operatorRoute({
      method: "DELETE",
      path: "/tenant/operators/:id/invitation",
      operationId: "revokeOperatorInvitation",
      tag,
      summary: "Revoke an invitation link",
      description:
        "The open link of this operator works no more. Refused for somebody who may do what the caller may not.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_NOT_INVITED,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: { params: OperatorParams, response: OperatorSchema },
      examples: { data: { ...invitedOperator, invitedUntil: null } },
      handle: async ({ operator, params, facts }) => ({
        data: await operators.revoke(operator, params.id, facts),
      }),
    }),
    publicRoute({
      method: "POST",
      path: "/tenant/invitations/accept",
      operationId: "acceptOperatorInvitation",
      tag,
      summary: "Choose a password by a link",
      description:
        "Opens the account that the link is for, or gives it a new password, and uses the link up. Ends every log-in of before. Log in with the password afterwards.",
      successStatus: 200,
      errors: [operatorErrors.OPERATOR_INVITATION_INVALID],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: AcceptInvitationBody, response: OperatorSchema },
      examples: {
        body: { token: "svc_inv_3kTqxW0b2nT5yHs7dLa", password: "cheval batterie agrafe correct" },
        data: operatorExample,
      },
      handle: async ({ body, facts }) => ({ data: await operators.accept(body, facts) }),
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/operators",
      operationId: "listOperators",
      tag,
      summary: "List operators",
      description: "Everybody of the tenant, the oldest first, those whose account is disabled too.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "tenant.team.read",
      schemas: { query: OperatorsQuery, response: Type.Array(OperatorSchema) },
      examples: { data: [operatorExample] },
      handle: async ({ operator, query }) => ({ data: await operators.list(operator, query.q ?? null) }),
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/operators/:id",
      operationId: "getOperator",
      tag,
      summary: "Get an operator",
      description: "What the operator may do, and when it last logged in.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "tenant.team.read",
      schemas: { params: OperatorParams, response: OperatorSchema },
      examples: { data: operatorExample },
      handle: async ({ operator, params }) => ({ data: await operators.get(operator, params.id) }),
    }),
    operatorRoute({
      method: "PATCH",
      path: "/tenant/operators/:id",
      operationId: "updateOperator",
      stepUp: "always",
      tag,
      summary: "Change an operator",
      description:
        "Absent fields stay; `role` and `permissions` together replace all permissions, by no more than the operator who asks has. Other permissions and `DISABLED` end every log-in at once, `DISABLED` also the open link. One's own permissions and status are changed by somebody else, and nobody changes somebody who may do more. Enabling a disabled account, and giving a permission that does more than read, take two operators, in either mode: the answer is 202 with a change request, and nothing changes until another operator confirms it.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_EXCEEDS_CREATOR,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: {
        params: OperatorParams,
        body: ChangeOperatorBody,
        response: OperatorSchema,
        accepted: ChangeRequestView,
      },
      examples: {
        body: { permissions: ["tenant.payments.read"] },
        data: { ...operatorExample, permissions: ["tenant.payments.read"], version: 2 },
        accepted: changeRequestExample,
      },
      handle: ({ operator, params, body, facts }) => change({ operator, facts }, params.id, changeOf(body)),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/operators/:id/unlock",
      operationId: "unlockOperator",
      stepUp: "always",
      tag,
      summary: "Unlock an operator",
      description:
        "Lets a colleague log in at once who was shut out by wrong passwords, its own or a stranger's: all counts are forgotten, and for 15 minutes no delay begins that strangers cause. Refused for somebody who may do what the caller may not.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: { params: OperatorParams, response: OperatorSchema },
      examples: { data: operatorExample },
      handle: async ({ operator, params, facts }) => ({
        data: await operators.unlock(operator, params.id, facts),
      }),
    }),
  ];
}
