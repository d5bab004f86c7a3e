import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, publicRoute, type Route } from "../../http/route.ts";
import { operatorErrors } from "./errors.ts";
import {
  AcceptInvitationBody,
  ChangeOperatorBody,
  InvitedOperatorSchema,
  LoginBody,
  LoginSchema,
  NewOperatorBody,
  OperatorParams,
  OperatorSchema,
  PasswordBody,
} from "./schemas.ts";
import type { Operators } from "./service.ts";
import { viewOperator } from "./view.ts";

const tag = "Operators";

const operatorExample = {
  object: "operator",
  id: "op_01kf0v0d1qf0w8x3z5c7b9n1m3",
  tenantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  email: "awa@example.com",
  name: "Awa Diop",
  permissions: ["tenant.payments.manage", "tenant.merchants.read"],
  status: "ACTIVE",
  createdBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m2",
  invitedUntil: null,
  lastLoginAt: "2026-01-15T08:00:00.000Z",
  version: 1,
  createdAt: "2026-01-10T08:00:00.000Z",
  updatedAt: "2026-01-10T08:00:00.000Z",
} as const;

const invitedOperator = {
  ...operatorExample,
  status: "INVITED",
  lastLoginAt: null,
  invitedUntil: "2026-01-13T08:00:00.000Z",
} as const;
const invitedExample = {
  ...invitedOperator,
  invitation: {
    url: "https://pay.example.org/invitations/svc_inv_3kTqxW0b2nT5yHs7dLa",
    expiresAt: "2026-01-13T08:00:00.000Z",
  },
} as const;

/** Log-in and the people of a tenant. */
export function operatorRoutes(operators: Operators): readonly Route[] {
  return [
    publicRoute({
      method: "POST",
      path: "/tenant/sessions",
      operationId: "logInOperator",
      tag,
      summary: "Log in as an operator",
      description:
        "Answers the bearer token of every path under `/tenant`; it works for ten hours. After five wrong passwords for an account from one address, that pair waits 15 minutes: RATE_LIMITED.",
      successStatus: 201,
      errors: [operatorErrors.INVALID_CREDENTIALS],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: LoginBody, response: LoginSchema },
      examples: {
        body: { email: "awa@example.com", password: "cheval batterie agrafe correct" },
        data: {
          object: "operator_session",
          token: "svc_op_3kTq…",
          expiresAt: "2026-01-15T18:00:00.000Z",
          operator: operatorExample,
        },
      },
      handle: async ({ body, facts }) => {
        const { token, expiresAtMs, operator } = await operators.logIn(body.email, body.password, facts);
        return {
          data: {
            object: "operator_session" as const,
            token,
            expiresAt: new Date(expiresAtMs).toISOString(),
            operator: viewOperator(operator),
          },
        };
      },
    }),
    operatorRoute({
      method: "DELETE",
      path: "/tenant/sessions/current",
      operationId: "logOutOperator",
      tag,
      summary: "Log out",
      description: "Ends the token that asks, at once on every instance.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: null,
      schemas: { response: OperatorSchema },
      examples: { data: operatorExample },
      handle: async ({ operator, facts }) => ({ data: await operators.logOut(operator, facts) }),
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/me",
      operationId: "getOwnOperator",
      tag,
      summary: "Get one's own account",
      description: "The operator who asks, and what it may do.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: null,
      schemas: { response: OperatorSchema },
      examples: { data: operatorExample },
      handle: async ({ operator }) => ({ data: await operators.me(operator) }),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/me/password",
      operationId: "changeOwnPassword",
      tag,
      summary: "Change one's own password",
      description: "Ends every log-in of the account, the one that asks too: log in again.",
      successStatus: 200,
      errors: [operatorErrors.INVALID_CREDENTIALS],
      idempotency: "none",
      permission: null,
      schemas: { body: PasswordBody, response: OperatorSchema },
      examples: {
        body: { currentPassword: "kUq3xxW0b2nT5yHs7dLa", newPassword: "cheval batterie agrafe correct" },
        data: { ...operatorExample, version: 2 },
      },
      handle: async ({ operator, body, facts }) => ({
        data: await operators.changePassword(operator, body, facts),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/operators",
      operationId: "createOperator",
      tag,
      summary: "Add an operator",
      description:
        "A person of this tenant, INVITED until it has opened the link of `invitation` and chosen a password. Hand the link to that person alone: it works once, for 72 hours. Who added an operator counts as one person with it for 30 days wherever two are needed. Permissions can be no more than those of the operator who asks.",
      successStatus: 201,
      errors: [operatorErrors.OPERATOR_EXCEEDS_CREATOR, operatorErrors.OPERATOR_EMAIL_TAKEN],
      idempotency: "optional",
      answersSecret: ["invitation.url"],
      permission: "tenant.team.manage",
      schemas: { body: NewOperatorBody, response: InvitedOperatorSchema },
      examples: {
        body: {
          email: "awa@example.com",
          name: "Awa Diop",
          permissions: ["tenant.payments.manage", "tenant.merchants.read"],
        },
        data: invitedExample,
      },
      handle: async ({ operator, body, idempotency, facts }) => ({
        data: await operators.create(operator, body, idempotency, facts),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/operators/:id/invitation",
      operationId: "renewOperatorInvitation",
      tag,
      summary: "Invite an operator again",
      description:
        "A new link in place of the open one: for a colleague who has lost it, or lost the password or the second factor. Until the link is opened nothing changes; then every log-in of before ends and a new second factor can be set up. Refused for somebody who may do what the caller may not.",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_DISABLED,
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
      summary: "Take a link back",
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
      schemas: { response: Type.Array(OperatorSchema) },
      examples: { data: [operatorExample] },
      handle: async ({ operator }) => ({ data: await operators.list(operator) }),
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
      tag,
      summary: "Change an operator",
      description:
        "Absent fields stay; `permissions` are replaced whole, by no more than the operator who asks has. `DISABLED` ends every log-in and the open link at once. One's own permissions and status are changed by somebody else, and nobody changes somebody who may do more.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_EXCEEDS_CREATOR,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: { params: OperatorParams, body: ChangeOperatorBody, response: OperatorSchema },
      examples: {
        body: { permissions: ["tenant.payments.read"] },
        data: { ...operatorExample, permissions: ["tenant.payments.read"], version: 2 },
      },
      handle: async ({ operator, params, body, facts }) => ({
        data: await operators.change(operator, params.id, body, facts),
      }),
    }),
  ];
}
