import { type Static, type TProperties, Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Reply, type Route } from "../../http/route.ts";
import { OneOf, UuidText } from "../../http/schemas.ts";
import type { MerchantId, TenantId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { findRecords } from "../merchants/index.ts";
import type { MerchantScope } from "../payments/index.ts";

export const tag = "Operators: payments";
/** For every look at a merchant's payments and money. */
export const permission = "tenant.payments.read";

export const modeQuery = {
  mode: Type.Optional(OneOf(modes, { description: "Where the merchant is read: SANDBOX when absent." })),
};
const MerchantParams = Type.Object({ merchantId: UuidText }, { additionalProperties: false });
const ObjectParams = Type.Object(
  { merchantId: UuidText, id: Type.String({ minLength: 1, maxLength: 120 }) },
  { additionalProperties: false },
);

/** A merchant of the tenant in one mode. Refuses with RESOURCE_NOT_FOUND, also for another tenant's. */
async function scopeOf(
  db: Queryable,
  tenantId: TenantId,
  merchantId: string,
  mode: Mode = "SANDBOX",
): Promise<MerchantScope> {
  const records = await findRecords(db, tenantId, [merchantId as MerchantId]);
  const record = records.find((one) => one.mode === mode);
  if (record === undefined) throw errors.RESOURCE_NOT_FOUND();
  return { merchantNo: record.merchantNo, merchantId: record.id, mode };
}

interface Labels {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

/** A merchant's list, read by an operator: the filters of the merchant's own list, and the mode. */
export function merchantListRoute<Query extends TProperties, Row>(
  db: Queryable,
  labels: Labels,
  query: Query,
  list: {
    readonly view: Parameters<typeof Type.Array>[0];
    readonly examples?: readonly unknown[];
    /** The list is one of an object of the merchant: `id` is in the path. */
    readonly ofObject?: true;
    read(
      scope: MerchantScope,
      query: Static<ReturnType<typeof Type.Object<Query>>>,
      id: string,
    ): Promise<Row>;
  },
): Route {
  return operatorRoute({
    ...labels,
    path: `/tenant/merchants/:merchantId/${labels.path}`,
    method: "GET",
    tag,
    successStatus: 200,
    errors: [errors.RESOURCE_NOT_FOUND],
    idempotency: "none",
    list: true,
    permission,
    schemas: {
      params: list.ofObject === true ? ObjectParams : MerchantParams,
      query: Type.Object({ ...query, ...modeQuery }, { additionalProperties: false }),
      response: Type.Array(list.view),
    },
    ...(list.examples === undefined ? {} : { examples: { data: list.examples } }),
    handle: async ({ operator, params, query: asked }) => {
      const { merchantId, id = "" } = params as { merchantId: string; id?: string };
      const { mode, ...own } = asked as { mode?: Mode };
      const scope = await scopeOf(db, operator.tenantId, merchantId, mode);
      return (await list.read(scope, own as never, id)) as Reply<never>;
    },
  });
}

/** One object of a merchant, read by an operator. */
export function merchantObjectRoute(
  db: Queryable,
  labels: Labels,
  one: {
    readonly view: Parameters<typeof Type.Array>[0];
    readonly example?: unknown;
    read(scope: MerchantScope, id: string): Promise<unknown>;
  },
): Route {
  return operatorRoute({
    ...labels,
    path: `/tenant/merchants/:merchantId/${labels.path}`,
    method: "GET",
    tag,
    successStatus: 200,
    errors: [errors.RESOURCE_NOT_FOUND],
    idempotency: "none",
    permission,
    schemas: {
      params: ObjectParams,
      query: Type.Object(modeQuery, { additionalProperties: false }),
      response: one.view,
    },
    ...(one.example === undefined ? {} : { examples: { data: one.example } }),
    handle: async ({ operator, params, query }) => {
      const scope = await scopeOf(db, operator.tenantId, params.merchantId, query.mode);
      return { data: (await one.read(scope, params.id)) as never };
    },
  });
}
