import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { Nullable } from "../../http/schemas.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../change-requests/index.ts";
import { ApprovalView } from "./approval-view.ts";
import type { PayoutControl } from "./control.ts";

const closed = { additionalProperties: false } as const;
const WalletParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100, description: "The wallet's id, `wal_…`" }) },
  closed,
);
const Above = Type.String({
  pattern: "^(?:0|[1-9][0-9]{0,14})$",
  description: "Minor units: a payout of more waits for another key. `0`: every payout does.",
  "x-rule": "must be a whole number of minor units written as text, from 0 to 999999999999999",
  examples: ["100000"],
});
const ApprovalBody = Type.Object({ above: Nullable(Above) }, closed);
const approvalExample = {
  object: "payout_approval",
  walletId: "wal_06f4c1h3v8x2m6q9t1b5n7d0k4",
  mode: "SANDBOX",
  merchantId: "019aa5f2-0b10-7c43-9f21-5d8e3a7b6c40",
  currency: "XOF",
  above: "100000",
  version: 12,
} as const;

/** The operators' settings for merchants' payouts. */
export function createPayoutControlRoutes(control: PayoutControl): readonly Route[] {
  const common = { tag: "Payout operations", path: "/tenant/wallets/:id/payout-approval" } as const;
  return [
    operatorRoute({
      ...common,
      method: "GET",
      operationId: "getPayoutApproval",
      summary: "Read from which amount payouts need approval",
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
      summary: "Set from which amount payouts need approval",
      description:
        "A payout of more than this from the wallet waits as PENDING_APPROVAL for another key than the one that created it. Payouts made before keep what held then. In live mode a lower threshold holds at once; a higher one, or none, takes two operators: 202 with a change request that another one confirms.",
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
