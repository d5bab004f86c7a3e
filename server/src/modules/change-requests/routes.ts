import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import type { TenantPermission } from "../../http/permissions.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { changeErrors } from "./errors.ts";
import {
  changeRequestExample,
  confirmedExample,
  refusedExample,
  refuseExample,
  withdrawnExample,
} from "./examples.ts";
import { permissionFor } from "./find.ts";
import { ChangeRequestListQuery, ChangeRequestParams, ChangeRequestView, RefuseBody } from "./schemas.ts";
import type { ChangeRequests } from "./service.ts";
import { changeKindNames } from "./types.ts";

const base = "/tenant/change-requests";

/** Any of these permissions opens the operation; each request then needs the one of its kind. */
const anyOf = (needed: "read" | "manage"): readonly TenantPermission[] => [
  ...new Set(changeKindNames.map((kind) => permissionFor(kind, needed))),
];

/** For the description of an operation that takes two operators in live mode. */
export const takesTwoDescription = (exception = ""): string =>
  `In live mode it takes two operators: the answer is 202 with a change request, and it is done when another one confirms it.${exception === "" ? "" : ` ${exception}`}`;

/** Call it after all modules have defined their changes. */
export function createChangeRequestRoutes(changes: ChangeRequests): readonly Route[] {
  const common = { tag: "Change requests", successStatus: 200 } as const;
  const act = { ...common, method: "POST", permission: anyOf("manage"), idempotency: "optional" } as const;
  const read = { ...common, method: "GET", permission: anyOf("read"), idempotency: "none" } as const;
  const one = { params: ChangeRequestParams, response: ChangeRequestView };
  const needs = "Needs the permission of the operation that the request is made for.";
  return [
    operatorRoute({
      ...read,
      path: base,
      operationId: "listChangeRequests",
      summary: "List change requests",
      description:
        "Proposed changes of live settings and their results, in the areas that you may read, newest first. `status=PROPOSED`: those that wait for a second operator.",
      errors: [],
      list: true,
      examples: { data: [changeRequestExample] },
      schemas: { query: ChangeRequestListQuery, response: Type.Array(ChangeRequestView) },
      handle: ({ operator, facts, query }) => changes.list({ operator, facts }, query),
    }),
    operatorRoute({
      ...read,
      path: `${base}/:id`,
      operationId: "getChangeRequest",
      summary: "Get a change request",
      description: "What is there, what is asked for, who proposed it and who decided.",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: changeRequestExample },
      schemas: one,
      handle: async ({ operator, facts, params }) => ({
        data: await changes.get({ operator, facts }, params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: `${base}/:id/confirm`,
      operationId: "confirmChangeRequest",
      stepUp: "always",
      summary: "Confirm a change request",
      description: `Does what another operator has proposed, exactly as \`after\` shows it. When its subject has changed since it was proposed, nothing is done, the request is SUPERSEDED and the answer is VERSION_CONFLICT. What the operation itself would refuse now is refused here too, and the request stays open. ${needs}`,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        errors.VERSION_CONFLICT,
        changeErrors.CHANGE_REQUEST_NOT_OPEN,
        changeErrors.CHANGE_REQUEST_PROPOSER_UNABLE,
        ...changes.refusals(),
      ],
      examples: { data: confirmedExample },
      schemas: one,
      handle: async ({ operator, facts, params, idempotency: claim }) => ({
        data: await changes.confirm({ acting: { operator, facts }, claim }, params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: `${base}/:id/refuse`,
      operationId: "refuseChangeRequest",
      summary: "Refuse a change request",
      description: `Nothing is done, and the credentials that it held are dropped. ${needs}`,
      errors: [errors.RESOURCE_NOT_FOUND, changeErrors.CHANGE_REQUEST_NOT_OPEN],
      examples: { body: refuseExample, data: refusedExample },
      schemas: { ...one, body: RefuseBody },
      handle: async ({ operator, facts, params, body, idempotency: claim }) => ({
        data: await changes.refuse({ acting: { operator, facts }, claim }, params.id, body.reason ?? null),
      }),
    }),
    operatorRoute({
      ...act,
      path: `${base}/:id/withdraw`,
      operationId: "withdrawChangeRequest",
      summary: "Withdraw a change request",
      description: `Takes back what you have proposed yourself. Nothing is done. ${needs}`,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        changeErrors.CHANGE_REQUEST_NOT_OPEN,
        changeErrors.CHANGE_REQUEST_NOT_YOURS,
      ],
      examples: { data: withdrawnExample },
      schemas: one,
      handle: async ({ operator, facts, params, idempotency: claim }) => ({
        data: await changes.withdraw({ acting: { operator, facts }, claim }, params.id),
      }),
    }),
  ];
}
