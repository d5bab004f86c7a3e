import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { StatusList } from "../../../http/list-page.ts";
import { pageQuery } from "../../../http/pagination.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { OneOf } from "../../../http/schemas.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../../change-requests/index.ts";
import { routingErrors } from "../errors.ts";
import { IdParams, Name, ReadVersion, rowFields } from "./schemas.ts";
import type { SubTenants } from "./sub-tenants.ts";

const tag = "Operators: providers";
const base = "/tenant/sub-tenants";
const statuses = ["ACTIVE", "DISABLED"] as const;

export const SubTenantSchema = Type.Object({
  object: OneOf(["sub_tenant"]),
  id: Type.String(),
  name: Type.String(),
  status: OneOf(statuses),
  ...rowFields,
});
const example = {
  object: "sub_tenant",
  id: "sub_01kf0v0d1qf0w8x3z5c7b9n1m3",
  name: "Akwaba Pay Côte d'Ivoire",
  status: "ACTIVE",
  version: 1,
  createdAt: "2026-01-15T08:00:00.000Z",
  updatedAt: "2026-01-15T08:00:00.000Z",
} as const;

export function subTenantRoutes(subTenants: SubTenants): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: base,
      operationId: "createSubTenant",
      tag,
      summary: "Add a sub-tenant",
      description:
        "A processing entity of the tenant, ACTIVE at once, for both modes. Payments reach it through accounts at providers and rules that name it. At most 200.",
      permission: "tenant.providers.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [routingErrors.ROUTING_LIMIT_REACHED],
      schemas: { body: Type.Object({ name: Name }), response: SubTenantSchema },
      examples: { body: { name: example.name }, data: example },
      handle: async ({ operator, facts, body, idempotency }) => ({
        data: await subTenants.create({ operator, facts }, body, idempotency),
      }),
    }),
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listSubTenants",
      tag,
      summary: "List sub-tenants",
      description: "The newest first, disabled ones too.",
      permission: "tenant.providers.read",
      successStatus: 200,
      idempotency: "none",
      list: true,
      errors: [],
      schemas: {
        query: Type.Object({ ...pageQuery, status: Type.Optional(StatusList(statuses)) }),
        response: Type.Array(SubTenantSchema),
      },
      handle: ({ operator, query }) => subTenants.list(operator.tenantId, query),
    }),
    operatorRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: "getSubTenant",
      tag,
      summary: "Get a sub-tenant",
      description: "Its name, and whether payments go through its accounts.",
      permission: "tenant.providers.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: IdParams, response: SubTenantSchema },
      examples: { data: example },
      handle: async ({ operator, params }) => ({ data: await subTenants.get(operator.tenantId, params.id) }),
    }),
    operatorRoute({
      method: "PATCH",
      path: `${base}/:id`,
      operationId: "updateSubTenant",
      tag,
      summary: "Rename, disable or enable a sub-tenant",
      description: `While it is DISABLED no new payment or payout goes through any of its accounts: its rules are passed over and the next that fits takes the payment. Payments in progress are still queried and booked. Holds at once on every instance. Making it ACTIVE again takes two operators once it has live accounts: 202 with a change request that another one confirms.`,
      permission: "tenant.providers.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [changeErrors.CHANGE_REQUEST_LIMIT_REACHED, errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT],
      schemas: {
        params: IdParams,
        body: Type.Object(
          {
            name: Type.Optional(Name),
            status: Type.Optional(OneOf(statuses)),
            version: ReadVersion,
          },
          { minProperties: 1 },
        ),
        response: SubTenantSchema,
        accepted: ChangeRequestView,
      },
      examples: {
        accepted: changeRequestExample,
        body: { name: example.name },
        data: { ...example, version: 2 },
      },
      handle: ({ operator, facts, params, body, idempotency }) =>
        subTenants.update({ operator, facts }, params.id, body, idempotency),
    }),
  ];
}
