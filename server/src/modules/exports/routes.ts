import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import type { Permission, TenantPermission } from "../../http/permissions.ts";
import {
  type Caller,
  callerActor,
  keyRoute,
  type OperatorCaller,
  operatorActor,
  operatorRoute,
  type RequestFacts,
  type Route,
} from "../../http/route.ts";
import { mediaTypes } from "./content.ts";
import { exportErrors } from "./errors.ts";
import {
  createExportExample,
  createTenantExportExample,
  exportExample,
  tenantExportExample,
} from "./examples.ts";
import {
  CreateExportBody,
  ExportListQuery,
  ExportView,
  MerchantExportParams,
  MerchantExportsParams,
  TenantExportParams,
} from "./schemas.ts";
import type { Asker, Exports } from "./service.ts";

const texts = {
  create:
    "Writes everything that a list shows with its filters into a file, CSV or XLSX. Up to 5 000 rows are there at once (`READY`); of a longer list the rest is written in the background (`PENDING`, see `rowsWritten`), at most a million rows. Rows that are added later are not in it. Whoever may read the list can download the file, until `expiresAt`: for seven days unless the platform has set another time. It needs the permission of the list, which is looked up again while the file is being made. At most 5 exports at a time.",
  list: "Newest first: the exports of lists that the caller may read, also of colleagues. Kept for 90 days, without their files after `expiresAt`.",
  get: "Its progress, or why it failed.",
  file: "A CSV file is UTF-8 with a mark, lines ended by CRLF; texts that a spreadsheet would run as a formula get an apostrophe in front. A workbook has one sheet and no formula. Each download is in the audit log.",
  cancel:
    "Cancels the export and deletes its file, also of a finished one. Only the person or key that created it may do that.",
} as const;

const notCancellable = [
  errors.RESOURCE_NOT_FOUND,
  exportErrors.EXPORT_NOT_YOURS,
  exportErrors.EXPORT_NOT_CANCELLABLE,
];
const notCreated = [errors.RESOURCE_NOT_FOUND, exportErrors.EXPORT_TOO_LARGE, exportErrors.TOO_MANY_EXPORTS];
const noFile = [errors.RESOURCE_NOT_FOUND, exportErrors.EXPORT_NOT_READY];

const merchantAsker = (caller: Caller, facts: RequestFacts): Asker => ({
  scopeNo: caller.merchantNo,
  tenantId: caller.tenantId,
  owner: { merchantId: caller.merchantId, mode: caller.mode },
  maker: caller.actor,
  logIn: caller.person?.account.sessionId ?? null,
  permissions: caller.permissions,
  identity: { caller },
  actor: callerActor(caller, facts),
});

const tenantAsker = (operator: OperatorCaller, facts: RequestFacts): Asker => ({
  scopeNo: operator.scopeNo,
  tenantId: operator.tenantId,
  owner: null,
  maker: { kind: "operator", id: operator.operatorId },
  logIn: operator.sessionId,
  permissions: operator.permissions,
  identity: { operator },
  actor: operatorActor(operator, facts),
});

/** `permissions`: of the lists, any one of which opens these routes. */
export function merchantExportRoutes(exports: Exports, permissions: readonly Permission[]): readonly Route[] {
  const common = { tag: "Exports", permission: permissions, idempotency: "none" } as const;
  const path = "/merchant/merchants/:merchantId/exports";
  return [
    keyRoute({
      ...common,
      method: "POST",
      path,
      operationId: "createExport",
      summary: "Export a list",
      description: texts.create,
      successStatus: 201,
      idempotency: "optional",
      errors: notCreated,
      examples: { body: createExportExample, data: exportExample },
      schemas: { params: MerchantExportsParams, body: CreateExportBody, response: ExportView },
      handle: async ({ caller, body, idempotency, facts }) => ({
        data: await exports.create(merchantAsker(caller, facts), body, idempotency, facts),
      }),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path,
      operationId: "listExports",
      summary: "List exports",
      description: texts.list,
      successStatus: 200,
      errors: [],
      list: true,
      schemas: {
        params: MerchantExportsParams,
        query: ExportListQuery,
        response: Type.Array(ExportView),
      },
      handle: ({ caller, query, facts }) => exports.list(merchantAsker(caller, facts), query),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: `${path}/:id`,
      operationId: "getExport",
      summary: "Get an export",
      description: texts.get,
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: MerchantExportParams, response: ExportView },
      handle: async ({ caller, params, facts }) => ({
        data: await exports.get(merchantAsker(caller, facts), params.id),
      }),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: `${path}/:id/file`,
      operationId: "downloadExport",
      summary: "Download an export",
      description: texts.file,
      successStatus: 200,
      errors: noFile,
      produces: Object.values(mediaTypes),
      filesOnly: true,
      schemas: { params: MerchantExportParams, response: Type.String() },
      handle: ({ caller, params, facts }) => exports.download(merchantAsker(caller, facts), params.id),
    }),
    keyRoute({
      ...common,
      method: "POST",
      path: `${path}/:id/cancel`,
      operationId: "cancelExport",
      summary: "Cancel an export",
      description: texts.cancel,
      successStatus: 200,
      errors: notCancellable,
      schemas: { params: MerchantExportParams, response: ExportView },
      handle: async ({ caller, params, facts }) => ({
        data: await exports.cancel(merchantAsker(caller, facts), params.id),
      }),
    }),
  ];
}

/** The same for operators, with their lists. */
export function tenantExportRoutes(
  exports: Exports,
  permissions: readonly TenantPermission[],
): readonly Route[] {
  const common = { tag: "Operators: exports", permission: permissions, idempotency: "none" } as const;
  const path = "/tenant/exports";
  return [
    operatorRoute({
      ...common,
      method: "POST",
      path,
      operationId: "createTenantExport",
      summary: "Export a list of the operators",
      description: texts.create,
      successStatus: 201,
      idempotency: "optional",
      errors: notCreated,
      examples: { body: createTenantExportExample, data: tenantExportExample },
      schemas: { body: CreateExportBody, response: ExportView },
      handle: async ({ operator, body, idempotency, facts }) => ({
        data: await exports.create(tenantAsker(operator, facts), body, idempotency, facts),
      }),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      path,
      operationId: "listTenantExports",
      summary: "List the operators' exports",
      description: texts.list,
      successStatus: 200,
      errors: [],
      list: true,
      schemas: { query: ExportListQuery, response: Type.Array(ExportView) },
      handle: ({ operator, query, facts }) => exports.list(tenantAsker(operator, facts), query),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      path: `${path}/:id`,
      operationId: "getTenantExport",
      summary: "Get an operator's export",
      description: texts.get,
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: TenantExportParams, response: ExportView },
      handle: async ({ operator, params, facts }) => ({
        data: await exports.get(tenantAsker(operator, facts), params.id),
      }),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      path: `${path}/:id/file`,
      operationId: "downloadTenantExport",
      summary: "Download an operator's export",
      description: texts.file,
      successStatus: 200,
      errors: noFile,
      produces: Object.values(mediaTypes),
      filesOnly: true,
      schemas: { params: TenantExportParams, response: Type.String() },
      handle: ({ operator, params, facts }) => exports.download(tenantAsker(operator, facts), params.id),
    }),
    operatorRoute({
      ...common,
      method: "POST",
      path: `${path}/:id/cancel`,
      operationId: "cancelTenantExport",
      summary: "Cancel an operator's export",
      description: texts.cancel,
      successStatus: 200,
      errors: notCancellable,
      schemas: { params: TenantExportParams, response: ExportView },
      handle: async ({ operator, params, facts }) => ({
        data: await exports.cancel(tenantAsker(operator, facts), params.id),
      }),
    }),
  ];
}
