import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import type { PayoutBatches } from "./batches.ts";
import { batchExample, batchSummaryExample, createBatchExample } from "./examples.ts";
import { BatchListQuery, BatchParams, BatchSummaryView, BatchView, CreateBatchBody } from "./schemas.ts";

/** A thousand rows with their own notes; merchants split larger batches. */
const BODY_BYTES_MAX = 1_048_576;

export function createBatchRoutes(batches: PayoutBatches): readonly Route[] {
  return [
    keyRoute({
      tag: "Payouts",
      method: "POST",
      path: "/payments/payouts/batches",
      operationId: "createPayoutBatch",
      stepUp: "always",
      summary: "Create a batch of payouts",
      description:
        "Up to 1000 payouts from one wallet. Rows are processed in the background, in order, each on its own: a row is ACCEPTED and becomes a payout, or REFUSED with the error that a single payout would have had. Get the batch to see its progress.",
      successStatus: 201,
      idempotency: "required",
      permission: "merchant.payouts.manage",
      bodyBytesMax: BODY_BYTES_MAX,
      errors: [errors.MERCHANT_KYB_NOT_APPROVED, errors.RESOURCE_NOT_FOUND],
      examples: { body: createBatchExample, data: batchExample },
      schemas: { body: CreateBatchBody, response: BatchView },
      handle: async ({ caller, facts, body, idempotency }) => ({
        data: await batches.create(
          { caller, requestId: facts.requestId, ip: facts.ip, claim: idempotency },
          body,
        ),
      }),
    }),
    keyRoute({
      tag: "Payouts",
      method: "GET",
      path: "/payments/payouts/batches",
      operationId: "listPayoutBatches",
      summary: "List batches of payouts",
      description: "Newest first, without rows: get a batch to see them.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.payouts.read",
      errors: [],
      list: true,
      examples: { data: [batchSummaryExample] },
      schemas: { query: BatchListQuery, response: Type.Array(BatchSummaryView) },
      handle: ({ caller, query }) => batches.list(caller.merchantNo, query),
    }),
    keyRoute({
      tag: "Payouts",
      method: "GET",
      path: "/payments/payouts/batches/:id",
      operationId: "getPayoutBatch",
      summary: "Get a batch of payouts",
      description: "Its progress, and the result of every row. Get the payout to see its outcome.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.payouts.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: batchExample },
      schemas: { params: BatchParams, response: BatchView },
      handle: async ({ caller, params }) => ({ data: await batches.get(caller.merchantNo, params.id) }),
    }),
  ];
}
