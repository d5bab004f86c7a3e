import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { keyRoute, type Route } from "../../../http/route.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import { refundErrors } from "./errors.ts";
import {
  cancelledRefundExample,
  createRefundExample,
  recipientExample,
  refundExample,
  refundedExample,
  refundToAccountExample,
} from "./examples.ts";
import { CreateRefundBody, RecipientBody, RefundListQuery, RefundParams, RefundView } from "./schemas.ts";
import type { Refunds } from "./service.ts";

const tag = "Refunds";

export function createRefundsRoutes(refunds: Refunds): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: "/payments/charges/:id/refunds",
      operationId: "createRefund",
      tag,
      summary: "Refund a charge",
      description:
        "Gives the payer a part of the charge back, or all that is left when `amount` is absent. Several refunds of one charge may be under way; those that have not failed or been cancelled never exceed the charge. The amount is reserved in your wallet at once and comes back when the refund fails. It is sent after five seconds: until then it is PENDING and can be cancelled. Works while your dossier is under review.",
      permission: "merchant.refunds.manage",
      successStatus: 201,
      idempotency: "required",
      takesScenario: true,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        refundErrors.CHARGE_NOT_REFUNDABLE,
        refundErrors.REFUND_AMOUNT_EXCEEDS_REMAINING,
        ledgerErrors.INSUFFICIENT_WALLET_BALANCE,
        errors.REFUND_ABOVE_LIMIT,
        errors.STEP_UP_REQUIRED,
      ],
      examples: { body: createRefundExample, data: refundExample },
      schemas: { params: RefundParams, body: CreateRefundBody, response: RefundView },
      handle: async ({ caller, params, body, idempotency, facts }) => ({
        data: await refunds.create(
          ...([caller.merchantNo, params.id, body, idempotency, facts.scenario, caller] as const),
        ),
      }),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/refunds",
      operationId: "listRefunds",
      tag,
      summary: "List refunds",
      description:
        "Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Those of late and double money, which the service makes by itself, are among them (`automatic`).",
      permission: "merchant.refunds.read",
      successStatus: 200,
      idempotency: "none",
      errors: [],
      list: true,
      examples: { data: [refundedExample] },
      schemas: { query: RefundListQuery, response: Type.Array(RefundView) },
      handle: ({ caller, query }) => refunds.list(caller.merchantNo, query),
    }),
    keyRoute({
      method: "GET",
      path: "/payments/refunds/:id",
      operationId: "getRefund",
      tag,
      summary: "Read a refund",
      description:
        "A refund whose outcome is unknown stays PROCESSING, and IN_RECONCILIATION after fifteen minutes: the provider is asked until it answers. `failureCode` says why one failed; its amount is available again.",
      permission: "merchant.refunds.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: refundedExample },
      schemas: { params: RefundParams, response: RefundView },
      handle: async ({ caller, params }) => ({ data: await refunds.get(caller.merchantNo, params.id) }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/refunds/:id/cancel",
      operationId: "cancelRefund",
      tag,
      summary: "Cancel a refund",
      description:
        "Takes back a refund that is PENDING: what was reserved is available again. One that is CANCELLED already stays as it is.",
      permission: "merchant.refunds.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.RESOURCE_NOT_FOUND, refundErrors.REFUND_NOT_CANCELLABLE],
      examples: { data: cancelledRefundExample },
      schemas: { params: RefundParams, response: RefundView },
      handle: async ({ caller, params, idempotency }) => ({
        data: await refunds.cancel(caller.merchantNo, params.id, idempotency),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/payments/refunds/:id/recipient",
      operationId: "giveRefundRecipient",
      tag,
      summary: "Give the account of a refund",
      description:
        "A refund of a bank transfer goes to the account that paid. Where the bank did not tell it, the refund waits (`accountNeeded`) until you give the account; it is sent there and nowhere else. The number is kept encrypted and is not shown again.",
      permission: "merchant.refunds.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.RESOURCE_NOT_FOUND, refundErrors.REFUND_NEEDS_NO_ACCOUNT],
      examples: { body: recipientExample, data: refundToAccountExample },
      schemas: { params: RefundParams, body: RecipientBody, response: RefundView },
      handle: async ({ caller, params, body, idempotency, facts }) => ({
        data: await refunds.giveRecipient(
          { caller, requestId: facts.requestId, ip: facts.ip, claim: idempotency },
          params.id,
          body,
        ),
      }),
    }),
  ];
}
