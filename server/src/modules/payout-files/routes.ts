import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { ChangeRequestView, changeRequestExample, takesTwoDescription } from "../change-requests/index.ts";
import { payoutFileErrors } from "./errors.ts";
import {
  orderExample,
  preparedFileExample,
  prepareExample,
  refusedFileExample,
  refusedOrderExample,
  refuseExample,
  releasedFileExample,
} from "./examples.ts";
import type { PayoutFiles } from "./files.ts";
import type { createRelease } from "./release.ts";
import {
  FileListQuery,
  FileParams,
  OrderListQuery,
  OrderParams,
  PayoutFileView,
  PrepareBody,
  RefuseBody,
  TransferOrderView,
} from "./schemas.ts";

export function createPayoutFileRoutes(
  files: PayoutFiles,
  release: ReturnType<typeof createRelease>,
): readonly Route[] {
  const act = {
    tag: "Payout files",
    method: "POST",
    permission: "tenant.payments.manage",
    idempotency: "optional",
    successStatus: 200,
  } as const;
  const read = {
    ...act,
    method: "GET",
    permission: "tenant.payments.read",
    idempotency: "none",
  } as const;
  return [
    operatorRoute({
      ...act,
      path: "/tenant/payout-files",
      operationId: "preparePayoutFile",
      summary: "Prepare a payout file",
      description:
        "Collects the transfers that wait at an account of a bank into a file now, without waiting for the cut-off: the oldest first, at most 500, of one currency. It goes to the bank only once it is released.",
      successStatus: 201,
      errors: [errors.RESOURCE_NOT_FOUND, payoutFileErrors.NOTHING_TO_ORDER],
      examples: { body: prepareExample, data: preparedFileExample },
      schemas: { body: PrepareBody, response: PayoutFileView },
      handle: async ({ body, ...request }) => ({
        data: await files.prepare(operatorRequestOf(request), body),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/payout-files",
      operationId: "listPayoutFiles",
      summary: "List payout files",
      description: "Newest first. `status=PREPARED` is what waits for its release.",
      errors: [],
      list: true,
      examples: { data: [preparedFileExample] },
      schemas: { query: FileListQuery, response: Type.Array(PayoutFileView) },
      handle: ({ operator, query }) => files.list(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/payout-files/:id",
      operationId: "getPayoutFile",
      summary: "Get a payout file",
      description:
        "What is in it, who released it, and what the bank said. Its transfers: `GET /tenant/transfer-orders?fileId=…`.",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: preparedFileExample },
      schemas: { params: FileParams, response: PayoutFileView },
      handle: async ({ operator, params }) => ({ data: await files.get(operator, params.id) }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/payout-files/:id/release",
      operationId: "releasePayoutFile",
      summary: "Release a payout file",
      description: `The file goes to the bank: into the account's payoutFolder, once, or it can be downloaded where the account has none. From then on its payouts cannot be cancelled. A transfer whose payout or refund has ended meanwhile is left out. ${takesTwoDescription()}`,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        payoutFileErrors.PAYOUT_FILE_NOT_PREPARED,
        payoutFileErrors.PAYOUT_FILE_EMPTY,
      ],
      examples: { data: releasedFileExample, accepted: changeRequestExample },
      schemas: { params: FileParams, response: PayoutFileView, accepted: ChangeRequestView },
      handle: ({ operator, facts, idempotency, params }) =>
        release({ operator, facts }, idempotency, params.id),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/payout-files/:id/refuse",
      operationId: "refusePayoutFile",
      summary: "Refuse a payout file",
      description: "For a file that was not released. Its transfers wait for the next cut-off again.",
      errors: [errors.RESOURCE_NOT_FOUND, payoutFileErrors.PAYOUT_FILE_NOT_PREPARED],
      examples: { body: refuseExample, data: refusedFileExample },
      schemas: { params: FileParams, body: RefuseBody, response: PayoutFileView },
      handle: async ({ params, body, ...request }) => ({
        data: await files.refuse(operatorRequestOf(request), params.id, body.note),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/payout-files/:id/download",
      operationId: "downloadPayoutFile",
      summary: "Download a payout file",
      description:
        "A released file of an account without payoutFolder, as pain.001: hand it to the bank once. Each download is in the audit log.",
      idempotency: "none",
      produces: ["application/xml"],
      filesOnly: true,
      errors: [errors.RESOURCE_NOT_FOUND, payoutFileErrors.PAYOUT_FILE_NOT_DOWNLOADABLE],
      schemas: { params: FileParams, response: Type.String({ description: "pain.001.001.03 or .09." }) },
      handle: ({ params, ...request }) => files.download(operatorRequestOf(request), params.id),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/transfer-orders",
      operationId: "listTransferOrders",
      summary: "List transfers to a bank",
      description:
        "Payouts and refunds that go by transfer, newest first, with what the bank said of each. `status=QUEUED` is what waits for the next file.",
      errors: [],
      list: true,
      examples: { data: [orderExample] },
      schemas: { query: OrderListQuery, response: Type.Array(TransferOrderView) },
      handle: ({ operator, query }) => files.listOrders(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/transfer-orders/:id",
      operationId: "getTransferOrder",
      summary: "Get a transfer to a bank",
      description: "One payout or refund by transfer.",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: orderExample },
      schemas: { params: OrderParams, response: TransferOrderView },
      handle: async ({ operator, params }) => ({ data: await files.getOrder(operator, params.id) }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/transfer-orders/:id/refuse",
      operationId: "refuseTransferOrder",
      summary: "Refuse a transfer",
      description:
        "For a transfer that was not released: its payout or refund fails, and the money returns to where it came from.",
      errors: [errors.RESOURCE_NOT_FOUND, payoutFileErrors.TRANSFER_ORDER_NOT_REFUSABLE],
      examples: { body: refuseExample, data: refusedOrderExample },
      schemas: { params: OrderParams, body: RefuseBody, response: TransferOrderView },
      handle: async ({ params, body, ...request }) => ({
        data: await files.refuseOrder(operatorRequestOf(request), params.id, body.note),
      }),
    }),
  ];
}
