import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, type Route } from "../../http/route.ts";
import { OneOf, UuidText } from "../../http/schemas.ts";
import { EndedLogInsSchema, OpenLogInSchema, openLogInExample } from "../log-in/index.ts";
import { memberErrors } from "./errors.ts";
import type { createMemberLogIns } from "./log-ins.ts";
import { membersTag as tag } from "./routes.ts";
import { MemberParams } from "./schemas.ts";

const base = "/auth/:audience/merchants/:merchantId/members/:memberId/sessions";
const params = {
  audience: OneOf(["merchant"], { examples: ["merchant"] }),
  merchantId: UuidText,
  memberId: MemberParams.properties.memberId,
} as const;
const who =
  "Only another owner of the merchant can, logged in; one's own are at `/auth/{audience}/sessions`.";
const common = {
  tag,
  successStatus: 200,
  errors: [errors.RESOURCE_NOT_FOUND, errors.INVALID_MERCHANT_SCOPE, memberErrors.LOG_INS_BY_OWNER],
  idempotency: "none",
} as const;
const ended = { object: "ended_log_ins", ended: 1 } as const;

/** Where a merchant's people are logged in. */
export function memberLogInRoutes(logIns: ReturnType<typeof createMemberLogIns>): readonly Route[] {
  return [
    accountRoute({
      ...common,
      method: "GET",
      path: base,
      operationId: "listMemberLogIns",
      summary: "List a colleague's open log-ins",
      description: `The newest first, with place and device of each. A log-in is the person's, whatever merchants the person works for. ${who}`,
      schemas: { params: Type.Object(params), response: Type.Array(OpenLogInSchema) },
      examples: { data: [{ ...openLogInExample, current: false }] },
      handle: async ({ account, params: whose }) => ({ data: await logIns.list(account, whose) }),
    }),
    accountRoute({
      ...common,
      method: "DELETE",
      path: base,
      operationId: "endMemberLogIns",
      stepUp: "always",
      summary: "End all log-ins of a colleague",
      description: `At once on every instance, as for a phone that was lost. The person can log in again: to keep somebody out, remove the person. ${who}`,
      schemas: { params: Type.Object(params), response: EndedLogInsSchema },
      examples: { data: { ...ended, ended: 2 } },
      handle: async ({ account, params: whose, facts }) => ({
        data: await logIns.endAll(account, whose, facts),
      }),
    }),
    accountRoute({
      ...common,
      method: "DELETE",
      path: `${base}/:logInId`,
      operationId: "endMemberLogIn",
      stepUp: "always",
      summary: "End one log-in of a colleague",
      description: `Its cookie or token works no more, at once on every instance. ${who}`,
      schemas: {
        params: Type.Object({
          ...params,
          logInId: Type.String({ maxLength: 64, examples: [openLogInExample.id] }),
        }),
        response: EndedLogInsSchema,
      },
      examples: { data: ended },
      handle: async ({ account, params: whose, facts }) => ({
        data: await logIns.endOne(account, whose, whose.logInId, facts),
      }),
    }),
  ];
}
