import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, publicRoute, type Route } from "../../http/route.ts";
import { LogInBody, logInErrors, PasswordBody } from "../log-in/index.ts";
import { operatorExample, operatorsTag as tag } from "./examples.ts";
import {
  EndedSessionsSchema,
  LoginSchema,
  OpenSessionSchema,
  OperatorSchema,
  SessionParams,
} from "./schemas.ts";
import type { Operators } from "./service.ts";

const openExample = {
  object: "operator_session",
  id: "ops_01kf0v0d1qf0w8x3z5c7b9n1m3",
  current: true,
  ip: "197.155.64.12",
  createdAt: "2026-01-15T08:00:00.000Z",
  lastSeenAt: "2026-01-15T09:12:00.000Z",
  expiresAt: "2026-01-15T18:00:00.000Z",
} as const;
const endedExample = { object: "ended_operator_sessions", ended: 2 } as const;

/** Log-in and log-out, one's own open log-ins, account and password. */
export function loginRoutes(operators: Operators): readonly Route[] {
  return [
    publicRoute({
      method: "POST",
      path: "/tenant/sessions",
      operationId: "logInOperator",
      tag,
      summary: "Log in as an operator",
      description:
        "Answers the bearer token of every path under `/tenant`; it works for ten hours, and ends after 30 minutes without a request. An account with a second factor needs `totp` or `recoveryCode` beside the password: without one, a right password is answered SECOND_FACTOR_REQUIRED. After five wrong tries for an account from one address, that pair waits 15 minutes; after twenty from anywhere the account waits between tries, except where its holder has logged in before: RATE_LIMITED.",
      successStatus: 201,
      errors: [
        logInErrors.INVALID_CREDENTIALS,
        logInErrors.SECOND_FACTOR_REQUIRED,
        logInErrors.SECOND_FACTOR_INVALID,
      ],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: LogInBody, response: LoginSchema },
      examples: {
        body: { email: "awa@example.com", password: "cheval batterie agrafe correct", totp: "492039" },
        data: {
          object: "operator_session",
          id: openExample.id,
          token: "svc_op_3kTq…",
          expiresAt: openExample.expiresAt,
          operator: operatorExample,
        },
      },
      handle: async ({ body: { email, ...given }, facts }) => {
        const { token, session, operator } = await operators.logInProgram(email, given, facts);
        const { object, id, expiresAt } = session;
        return { data: { object, id, token, expiresAt, operator } };
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/sessions",
      operationId: "listOwnSessions",
      tag,
      summary: "List one's own open log-ins",
      description: "Those whose token still works, the newest first, with the address each began from.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: null,
      schemas: { response: Type.Array(OpenSessionSchema) },
      examples: { data: [openExample] },
      handle: async ({ operator }) => ({ data: await operators.listSessions(operator) }),
    }),
    operatorRoute({
      method: "DELETE",
      path: "/tenant/sessions",
      operationId: "endOtherSessions",
      tag,
      summary: "End one's other log-ins",
      description: "All of one's own but the one that asks, at once on every instance.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: null,
      schemas: { response: EndedSessionsSchema },
      examples: { data: endedExample },
      handle: async ({ operator, facts }) => ({
        data: {
          object: "ended_operator_sessions" as const,
          ended: await operators.endOtherSessions(operator, facts),
        },
      }),
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
      handle: async ({ operator, facts }) => {
        await operators.endSession(operator, "current", facts);
        return { data: await operators.me(operator) };
      },
    }),
    operatorRoute({
      method: "DELETE",
      path: "/tenant/sessions/:id",
      operationId: "endOwnSession",
      tag,
      summary: "End one of one's own log-ins",
      description: "Its token works no more, at once on every instance.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: null,
      schemas: { params: SessionParams, response: EndedSessionsSchema },
      examples: { data: { ...endedExample, ended: 1 } },
      handle: async ({ operator, params, facts }) => {
        await operators.endSession(operator, params.id, facts);
        return { data: { object: "ended_operator_sessions" as const, ended: 1 } };
      },
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
      description: "Ends every other log-in of the account; the one that asks goes on.",
      successStatus: 200,
      errors: [logInErrors.INVALID_CREDENTIALS],
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
  ];
}
