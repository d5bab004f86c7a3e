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
        "Refunds a part of the charge, or everything that is left without `amount`. Several refunds of one charge can be in progress; together they never exceed the charge. The amount is reserved in your wallet at once, and released if the refund fails. The refund is PENDING for five seconds, during which you can cancel it, and is then sent. Works while your dossier is under review.",
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
        "Newest first, or oldest first with `sort=createdAt`. By page with totals, or by cursor (`starting_after`, `ending_before`) without. Automatic refunds of late and duplicate money are included (`automatic`).",
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
      summary: "Get a refund",
      description:
        "A refund with an unknown outcome stays PROCESSING, and becomes IN_RECONCILIATION after fifteen minutes; the service keeps querying the provider. `failureCode` says why a refund failed; its amount is available again.",
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
        "Cancels a PENDING refund and releases its amount. Idempotent: cancelling twice has no effect.",
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
      summary: "Set the account of a refund",
      description:
        "A refund of a bank transfer goes to the account that paid. Where the bank did not report that account, the refund waits (`accountNeeded`) until you set it. The number is stored encrypted and not shown again.",
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
