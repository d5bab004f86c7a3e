import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { EndedLogInsSchema, OpenLogInSchema, openLogInExample } from "../log-in/index.ts";
import { operatorErrors } from "./errors.ts";
import { operatorsTag as tag } from "./examples.ts";
import type { createOperatorLogIns } from "./log-ins.ts";
import { OperatorParams } from "./schemas.ts";

const base = "/tenant/operators/:id/sessions";
const who =
  "Refused for somebody who may do what the caller may not; one's own are at `/auth/{audience}/sessions`.";
const common = {
  tag,
  successStatus: 200,
  errors: [
    errors.RESOURCE_NOT_FOUND,
    operatorErrors.OPERATOR_OWN_ACCOUNT,
    operatorErrors.OPERATOR_EXCEEDS_CALLER,
  ],
  idempotency: "none",
  permission: "tenant.team.manage",
} as const;
const ended = { object: "ended_log_ins", ended: 1 } as const;

/** Where operators are logged in. */
export function operatorLogInRoutes(logIns: ReturnType<typeof createOperatorLogIns>): readonly Route[] {
  return [
    operatorRoute({
      ...common,
      method: "GET",
      path: base,
      operationId: "listOperatorLogIns",
      summary: "List a colleague's open log-ins",
      description: `The newest first, with place and device of each. ${who}`,
      schemas: { params: OperatorParams, response: Type.Array(OpenLogInSchema) },
      examples: { data: [{ ...openLogInExample, current: false }] },
      handle: async ({ operator, params }) => ({ data: await logIns.list(operator, params.id) }),
    }),
    operatorRoute({
      ...common,
      method: "DELETE",
      path: base,
      operationId: "endOperatorLogIns",
      stepUp: "always",
      summary: "End all log-ins of a colleague",
      description: `At once on every instance, as for a computer that was lost. The colleague can log in again: to keep somebody out, disable the account. ${who}`,
      schemas: { params: OperatorParams, response: EndedLogInsSchema },
      examples: { data: { ...ended, ended: 2 } },
      handle: async ({ operator, params, facts }) => ({
        data: await logIns.endAll(operator, params.id, facts),
      }),
    }),
    operatorRoute({
      ...common,
      method: "DELETE",
      path: `${base}/:logInId`,
      operationId: "endOperatorLogIn",
      stepUp: "always",
      summary: "End one log-in of a colleague",
      description: `Its cookie or token works no more, at once on every instance. ${who}`,
      schemas: {
        params: Type.Object({
          ...OperatorParams.properties,
          logInId: Type.String({ maxLength: 64, examples: [openLogInExample.id] }),
        }),
        response: EndedLogInsSchema,
      },
      examples: { data: ended },
      handle: async ({ operator, params, facts }) => ({
        data: await logIns.endOne(operator, params.id, params.logInId, facts),
      }),
    }),
  ];
}
