import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import type { TenantPermission } from "../../http/permissions.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { changeKindNames, permissionFor } from "../change-requests/index.ts";
import { workErrors } from "./errors.ts";
import { assignExample, colleagueExample, workExample, workItemExample } from "./examples.ts";
import { kindRules } from "./kinds.ts";
import {
  AssignBody,
  ColleagueView,
  TakeBody,
  WorkItemView,
  WorkParams,
  WorkQuery,
  WorkView,
} from "./schemas.ts";
import type { Work } from "./service.ts";

/** Any one opens the operation; each kind needs its own. */
const anyOf = (needed: "read" | "manage"): readonly TenantPermission[] => [
  ...new Set([
    ...Object.values(kindRules).map(({ area }): TenantPermission => `tenant.${area}.${needed}`),
    ...changeKindNames.map((kind) => permissionFor(kind, needed)),
  ]),
];

/** Any one shows something of the queue. */
export const workReadPermissions = anyOf("read");

export function workRoutes(work: Work): readonly Route[] {
  const common = { tag: "Operators: work", successStatus: 200 } as const;
  const act = {
    ...common,
    method: "POST",
    permission: anyOf("manage"),
    idempotency: "none",
    examples: { body: {}, data: workItemExample },
  } as const;
  return [
    operatorRoute({
      ...common,
      method: "GET",
      permission: workReadPermissions,
      path: "/tenant/work",
      operationId: "listWork",
      summary: "List the work queue",
      description:
        "One queue, the oldest first: dossiers, papers that end, held money, unknown payments (after 15 minutes to watch, after 72 hours to decide), everything that a colleague proposed, returned payouts, entries of the bank, differences and gaps between statements, disabled endpoints, troubles of accounts, broken rules of our own data. Read from the things themselves: what is done is not there any more. Kinds that you may not read are left out. `due`: one working day for dossiers, one day for money, 72 hours for unknown payments, four hours for proposals and alarms.",
      idempotency: "none",
      errors: [],
      examples: { data: workExample },
      schemas: { query: WorkQuery, response: WorkView },
      handle: async ({ operator, facts, query }) => ({
        data: await work.list({ operator, locale: readerLocale(facts) }, query),
      }),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      permission: workReadPermissions,
      path: "/tenant/work/:id",
      operationId: "getWork",
      summary: "Get a work item",
      description: "What waits, since when, until when, and who has it. 404 once it no longer waits.",
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: workItemExample },
      schemas: { params: WorkParams, response: WorkItemView },
      handle: async ({ operator, facts, params }) => ({
        data: await work.get({ operator, locale: readerLocale(facts) }, params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/work/:id/take",
      operationId: "takeWork",
      summary: "Take a work item",
      description:
        "Says to colleagues that you look after it; gives no right and locks nothing. Needs `manage` of the row's matters. An item that a colleague has taken is refused with WORK_TAKEN, unless you name them in `from`. Taking what you have changes nothing.",
      errors: [errors.RESOURCE_NOT_FOUND, workErrors.WORK_TAKEN],
      schemas: { params: WorkParams, body: TakeBody, response: WorkItemView },
      handle: async (request) => ({
        data: await work.take(operatorRequestOf(request), request.params.id, request.body.from),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/work/:id/assign",
      operationId: "assignWork",
      summary: "Assign a work item to a colleague",
      description:
        "The colleague has it from then on, as if they had taken it. `DIFFERENCE:diff_…` of an open difference becomes a row of the queue this way. Needs `manage` of the row's matters, of you and of the colleague. What a third person has is refused with WORK_TAKEN, unless you name them in `from`.",
      errors: [errors.RESOURCE_NOT_FOUND, workErrors.WORK_TAKEN, workErrors.WORK_COLLEAGUE_UNABLE],
      examples: { body: assignExample, data: workItemExample },
      schemas: { params: WorkParams, body: AssignBody, response: WorkItemView },
      handle: async (request) => ({
        data: await work.assign(operatorRequestOf(request), request.params.id, request.body),
      }),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      permission: anyOf("manage"),
      path: "/tenant/work/:id/colleagues",
      operationId: "listWorkColleagues",
      summary: "List possible assignees of a work item",
      description: "Active operators with `manage` of the row's matters, by name; you are among them.",
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: [colleagueExample] },
      schemas: { params: WorkParams, response: Type.Array(ColleagueView) },
      handle: async (request) => ({
        data: await work.colleagues(operatorRequestOf(request).operator, request.params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/work/:id/give-back",
      operationId: "giveBackWork",
      summary: "Return a work item",
      description: "The item is unassigned again.",
      errors: [errors.RESOURCE_NOT_FOUND, workErrors.WORK_NOT_TAKEN],
      schemas: { params: WorkParams, response: WorkItemView },
      handle: async (request) => ({
        data: await work.giveBack(operatorRequestOf(request), request.params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/work/:id/done",
      operationId: "endWork",
      summary: "Complete a work item",
      description:
        "For returned payouts, disabled endpoints and expiring papers, which no other operation completes. It leaves the queue, and comes back when it happens again.",
      errors: [errors.RESOURCE_NOT_FOUND, workErrors.WORK_ENDS_BY_ITSELF],
      schemas: { params: WorkParams, response: WorkItemView },
      handle: async (request) => ({ data: await work.done(operatorRequestOf(request), request.params.id) }),
    }),
  ];
}
