import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import {
  type Caller,
  type IdempotencyClaim,
  keyRoute,
  type RequestFacts,
  type Route,
} from "../../http/route.ts";
import { ledgerErrors } from "../ledger/index.ts";
import type { Beneficiaries } from "./beneficiaries.ts";
import { payoutErrors } from "./errors.ts";
import {
  beneficiaryExample,
  changeBeneficiaryExample,
  createBeneficiaryExample,
  createPayoutExample,
  payoutExample,
} from "./examples.ts";
import type { MerchantRequest, Payouts } from "./payouts.ts";
import {
  BeneficiaryListQuery,
  BeneficiaryParams,
  BeneficiaryView,
  ChangeBeneficiaryBody,
  CreateBeneficiaryBody,
  CreatePayoutBody,
  PayoutListQuery,
  PayoutParams,
  PayoutView,
} from "./schemas.ts";

function requestOf(
  caller: Caller,
  { requestId, ip }: RequestFacts,
  claim: IdempotencyClaim | null,
): MerchantRequest {
  return { caller, requestId, ip, claim };
}

export function createBeneficiaryRoutes(beneficiaries: Beneficiaries): readonly Route[] {
  const common = { tag: "Beneficiaries" } as const;
  const one = { params: BeneficiaryParams, response: BeneficiaryView };
  return [
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/beneficiaries",
      operationId: "createBeneficiary",
      stepUp: "always",
      summary: "Create a beneficiary",
      description:
        "A person or company to pay: a mobile-money account, a bank account or a wallet. Phone, operator, IBAN and account key are checked at once. Malformed details are a `VALIDATION_ERROR`. A UEMOA bank account with a wrong key cannot exist and is REJECTED; in CEMAC a wrong key is a warning. Phone and account number are stored encrypted and shown masked. In live mode payouts are possible after 24 hours: see `payoutsAllowedFrom`.",
      successStatus: 201,
      idempotency: "optional",
      permission: "merchant.beneficiaries.manage",
      errors: [],
      examples: { body: createBeneficiaryExample, data: beneficiaryExample },
      schemas: { body: CreateBeneficiaryBody, response: BeneficiaryView },
      handle: async ({ caller, facts, body, idempotency }) => ({
        data: await beneficiaries.create(requestOf(caller, facts, idempotency), body),
      }),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: "/payments/beneficiaries",
      operationId: "listBeneficiaries",
      summary: "List beneficiaries",
      description: "Newest first, by page with totals or by cursor (`starting_after`, `ending_before`).",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.beneficiaries.read",
      errors: [],
      list: true,
      examples: { data: [beneficiaryExample] },
      schemas: { query: BeneficiaryListQuery, response: Type.Array(BeneficiaryView) },
      handle: ({ caller, query }) => beneficiaries.list(caller.merchantNo, query),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: "/payments/beneficiaries/:id",
      operationId: "getBeneficiary",
      summary: "Get a beneficiary",
      description: "The beneficiary with its status and the time from which it can be paid.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.beneficiaries.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: beneficiaryExample },
      schemas: one,
      handle: async ({ caller, params }) => ({ data: await beneficiaries.get(caller.merchantNo, params.id) }),
    }),
    keyRoute({
      ...common,
      method: "PATCH",
      path: "/payments/beneficiaries/:id",
      operationId: "updateBeneficiary",
      stepUp: "always",
      summary: "Update a beneficiary",
      description:
        "Name, reference and notes; absent fields stay. The account never changes: create another beneficiary instead. In live mode a new name restarts the 24 hours before the first payout.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.beneficiaries.manage",
      errors: [errors.RESOURCE_NOT_FOUND, payoutErrors.BENEFICIARY_NOT_ACTIVE],
      examples: {
        body: changeBeneficiaryExample,
        data: { ...beneficiaryExample, ...changeBeneficiaryExample, version: 2 },
      },
      schemas: { ...one, body: ChangeBeneficiaryBody },
      handle: async ({ caller, facts, params, body }) => ({
        data: await beneficiaries.change(requestOf(caller, facts, null), params.id, body),
      }),
    }),
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/beneficiaries/:id/approve",
      operationId: "approveBeneficiary",
      stepUp: "always",
      summary: "Approve a beneficiary",
      description:
        "For a beneficiary whose provider knows the account but not its holder's name (`nameCheck` NOT_KNOWN). Approved by a second person: the key that gave the name, a key that it made within 30 days, its successor, and keys of the same maker are refused. The beneficiary becomes ACTIVE; in live mode payouts are possible 24 hours later. Repeating with the same key is safe.",
      successStatus: 200,
      idempotency: "optional",
      permission: "merchant.payouts.approve",
      errors: [
        errors.RESOURCE_NOT_FOUND,
        payoutErrors.BENEFICIARY_NOT_APPROVABLE,
        payoutErrors.BENEFICIARY_NEEDS_ANOTHER_APPROVER,
      ],
      examples: {
        data: {
          ...beneficiaryExample,
          nameCheck: "NOT_KNOWN",
          warnings: ["NAME_NOT_KNOWN"],
          approvedBy: "key_06f4c1g8t2v6x0n3b7d1e5m9r4",
          version: 2,
        },
      },
      schemas: one,
      handle: async ({ caller, facts, params, idempotency }) => ({
        data: await beneficiaries.approve(requestOf(caller, facts, idempotency), params.id),
      }),
    }),
    keyRoute({
      ...common,
      method: "DELETE",
      path: "/payments/beneficiaries/:id",
      operationId: "disableBeneficiary",
      summary: "Disable a beneficiary",
      description:
        "Permanently disables the beneficiary: new payouts are refused, and unsent ones fail. It can still be read. Idempotent: disabling twice has no effect.",
      successStatus: 200,
      idempotency: "optional",
      permission: "merchant.beneficiaries.manage",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: { ...beneficiaryExample, status: "DISABLED", version: 2 } },
      schemas: one,
      handle: async ({ caller, facts, params, idempotency }) => ({
        data: await beneficiaries.disable(requestOf(caller, facts, idempotency), params.id),
      }),
    }),
  ];
}

export function createPayoutRoutes(payouts: Payouts): readonly Route[] {
  const common = { tag: "Payouts" } as const;
  const one = { params: PayoutParams, response: PayoutView };
  return [
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/payouts",
      operationId: "createPayout",
      stepUp: "always",
      summary: "Create a payout",
      description:
        "Reserves the amount in the wallet and sends it to the beneficiary. Above the wallet's threshold for one account in 24 hours, the payout is PENDING_APPROVAL until a second person approves it; otherwise it is PENDING for five seconds, during which you can cancel it. While the operator is down it is QUEUED. PAID and FAILED are reported by events. An unknown outcome stays PROCESSING, then IN_RECONCILIATION, with the money reserved.",
      successStatus: 201,
      idempotency: "required",
      takesScenario: true,
      permission: "merchant.payouts.manage",
      errors: [
        errors.MERCHANT_KYB_NOT_APPROVED,
        errors.RESOURCE_NOT_FOUND,
        payoutErrors.BENEFICIARY_NOT_ACTIVE,
        ledgerErrors.INSUFFICIENT_WALLET_BALANCE,
      ],
      examples: { body: createPayoutExample, data: payoutExample },
      schemas: { body: CreatePayoutBody, response: PayoutView },
      handle: async ({ caller, facts: { requestId, ip, scenario }, body, idempotency }) => ({
        data: await payouts.create({ caller, requestId, ip, scenario, claim: idempotency }, body),
      }),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: "/payments/payouts",
      operationId: "listPayouts",
      summary: "List payouts",
      description: "Newest first, by page with totals or by cursor (`starting_after`, `ending_before`).",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.payouts.read",
      errors: [],
      list: true,
      examples: { data: [payoutExample] },
      schemas: { query: PayoutListQuery, response: Type.Array(PayoutView) },
      handle: ({ caller, query }) => payouts.list(caller.merchantNo, query),
    }),
    keyRoute({
      ...common,
      method: "GET",
      path: "/payments/payouts/:id",
      operationId: "getPayout",
      summary: "Get a payout",
      description: "The payout with its status, its provider and the times of its changes.",
      successStatus: 200,
      idempotency: "none",
      permission: "merchant.payouts.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: payoutExample },
      schemas: one,
      handle: async ({ caller, params }) => ({ data: await payouts.get(caller.merchantNo, params.id) }),
    }),
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/payouts/:id/approve",
      operationId: "approvePayout",
      stepUp: "always",
      summary: "Approve a payout",
      description:
        "Approves a PENDING_APPROVAL payout. A second person must approve: the key that created it, a key that it made within 30 days, its successor, and keys of the same maker are refused. Repeating with the same key is safe.",
      successStatus: 200,
      idempotency: "optional",
      permission: "merchant.payouts.approve",
      errors: [
        errors.MERCHANT_KYB_NOT_APPROVED,
        errors.RESOURCE_NOT_FOUND,
        payoutErrors.PAYOUT_NOT_APPROVABLE,
        payoutErrors.PAYOUT_NEEDS_ANOTHER_APPROVER,
      ],
      examples: {
        data: {
          ...payoutExample,
          approvalRequired: true,
          approvedBy: "key_06f4c1g8t2v6x0n3b7d1e5m9r4",
          approvedAt: "2026-11-21T10:05:00.000Z",
          version: 2,
        },
      },
      schemas: one,
      handle: async ({ caller, facts, params, idempotency }) => ({
        data: await payouts.approve(
          { caller, requestId: facts.requestId, ip: facts.ip, claim: idempotency },
          params.id,
        ),
      }),
    }),
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/payouts/:id/cancel",
      operationId: "cancelPayout",
      summary: "Cancel a payout",
      description:
        "Cancels a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. Idempotent: cancelling twice has no effect.",
      successStatus: 200,
      idempotency: "optional",
      permission: "merchant.payouts.manage",
      errors: [errors.RESOURCE_NOT_FOUND, payoutErrors.PAYOUT_NOT_CANCELLABLE],
      examples: {
        data: {
          ...payoutExample,
          status: "CANCELLED",
          cancelledAt: "2026-11-21T10:00:03.000Z",
          version: 2,
        },
      },
      schemas: one,
      handle: async ({ caller, facts, params, idempotency }) => ({
        data: await payouts.cancel(
          { caller, requestId: facts.requestId, ip: facts.ip, claim: idempotency },
          params.id,
        ),
      }),
    }),
  ];
}
