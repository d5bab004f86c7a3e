import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { ApprovalBody, approvalExample, OwnApprovalView, WalletParams } from "./approval-view.ts";
import type { OwnApproval } from "./own-approval.ts";

const common = { tag: "Payouts", path: "/payments/wallets/:id/payout-approval" } as const;
const example = { ...approvalExample, object: "own_payout_approval", mode: "LIVE", proposal: null } as const;

/** A merchant reads and sets from which amount its payouts need another person. */
export function ownApprovalRoutes(approval: OwnApproval): readonly Route[] {
  return [
    keyRoute({
      ...common,
      method: "GET",
      operationId: "getOwnPayoutApproval",
      summary: "Get the payout threshold",
      description: "The threshold of a wallet, and the one that a colleague has proposed.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: ["merchant.payouts.read", "merchant.payouts.approve"],
      schemas: { params: WalletParams, response: OwnApprovalView },
      examples: { data: example },
      handle: async ({ caller, params, facts }) => ({
        data: await approval.get(caller, params.id, facts.nowMs),
      }),
    }),
    keyRoute({
      ...common,
      method: "PATCH",
      operationId: "setOwnPayoutApproval",
      stepUp: "always",
      summary: "Set the payout threshold",
      description:
        "A payout of more than this from the wallet waits as PENDING_APPROVAL for another person than the one who created it. Payouts created earlier keep the threshold of their time. A lower threshold holds at once. In live mode a higher one, or none, takes two: it waits as `proposal`, for seven days, until another person or key sends the same amount, and sending the amount in force takes it back. Who made the other, or was made by the same, less than 30 days ago, is no second person.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, errors.FOUR_EYES_REQUIRED],
      idempotency: "none",
      permission: "merchant.payouts.approve",
      schemas: { params: WalletParams, body: ApprovalBody, response: OwnApprovalView },
      examples: {
        body: { above: "500000" },
        data: {
          ...example,
          proposal: {
            above: "500000",
            proposedBy: "usr_01kf0v0d1qf0w8x3z5c7b9n1m3",
            proposedAt: "2026-01-15T08:00:00.000Z",
            expiresAt: "2026-01-22T08:00:00.000Z",
          },
        },
      },
      handle: async ({ caller, params, body, facts }) => ({
        data: await approval.set(caller, params.id, body.above === null ? null : BigInt(body.above), facts),
      }),
    }),
  ];
}
