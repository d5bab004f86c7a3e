import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../change-requests/index.ts";
import { ApprovalBody, ApprovalView, approvalExample, WalletParams } from "./approval-view.ts";
import type { PayoutControl } from "./control.ts";

/** The operators' settings for merchants' payouts. */
export function createPayoutControlRoutes(control: PayoutControl): readonly Route[] {
  const common = { tag: "Payout operations", path: "/tenant/wallets/:id/payout-approval" } as const;
  return [
    operatorRoute({
      ...common,
      method: "GET",
      operationId: "getPayoutApproval",
      summary: "Get the payout threshold of a wallet",
      description: "The threshold of a merchant's wallet.",
      permission: "tenant.payments.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: approvalExample },
      schemas: { params: WalletParams, response: ApprovalView },
      handle: async ({ operator, params }) => ({
        data: await control.approval(operator.tenantId, params.id),
      }),
    }),
    operatorRoute({
      ...common,
      method: "PATCH",
      operationId: "setPayoutApproval",
      stepUp: "always",
      summary: "Set the payout threshold of a wallet",
      description:
        "A payout of more than this from the wallet waits as PENDING_APPROVAL for another key than the one that created it. Payouts created earlier keep the threshold of their time. In live mode a lower threshold holds at once; a higher one, or none, takes two operators: 202 with a change request that another one confirms.",
      permission: "tenant.payments.manage",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND, changeErrors.CHANGE_REQUEST_LIMIT_REACHED],
      examples: { body: { above: "100000" }, data: approvalExample, accepted: changeRequestExample },
      schemas: {
        params: WalletParams,
        body: ApprovalBody,
        response: ApprovalView,
        accepted: ChangeRequestView,
      },
      handle: ({ operator, facts, params, body }) =>
        control.setApproval({ operator, facts }, params.id, body.above),
    }),
  ];
}
