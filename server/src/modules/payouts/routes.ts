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
      summary: "Add a beneficiary",
      description:
        "Somebody to pay: a mobile-money account or a bank account. Phone, operator, IBAN and account key are checked at once. What is written wrong is a `VALIDATION_ERROR`; a bank account of UEMOA whose key does not hold cannot exist and is REJECTED; in CEMAC the same is a warning. Phone and account number are kept encrypted and shown masked. In live mode the first payout is possible 24 hours later: see `payoutsAllowedFrom`.",
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
      summary: "Read a beneficiary",
      description: "The beneficiary with its status and the instant from which it can be paid.",
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
      summary: "Change a beneficiary",
      description:
        "Name, reference and notes; absent fields stay. The account never changes: add another beneficiary. In live mode a new name starts the 24 hours before the first payout again.",
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
      summary: "Vouch for a beneficiary's name",
      description:
        "For a beneficiary whose provider knows the account and not its holder's name (`nameCheck` NOT_KNOWN): a second person vouches for the name, not the key that gave it, one that it made within 30 days, its successor, or one of the same maker. It is ACTIVE from then on; in live mode the first payout is possible 24 hours later. Once more by the same key changes nothing.",
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
        "DISABLED for good: no payout is taken any more, and one that has not been sent yet fails. It stays readable. One that is DISABLED already stays as it is.",
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
      summary: "Pay a beneficiary",
      description:
        "Reserves the amount in the wallet and sends it to the beneficiary. Where the account that it goes to gets more than the wallet's threshold within 24 hours, it waits as PENDING_APPROVAL for a second person; else it is PENDING for five seconds, in which it can be cancelled. While the operator is down it waits as QUEUED. PAID and FAILED come by event; an outcome that the provider does not tell stays PROCESSING, then IN_RECONCILIATION, with the money reserved.",
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
      summary: "Read a payout",
      description: "The payout with its status, its provider and the instants it went through.",
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
        "Lets a payout that is PENDING_APPROVAL go, by a second person: not by the key that created it, one that it made within 30 days, its successor, or one of the same maker. Once more by the same key changes nothing.",
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
        "Takes back a payout that has not been sent: PENDING_APPROVAL, PENDING or QUEUED. The amount is available again. One that is CANCELLED already stays as it is.",
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
