import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { readerLocale } from "../../http/reader-locale.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { ledgerErrors } from "../ledger/index.ts";
import { correctionErrors } from "./errors.ts";
import { correctionExample, namedCorrectionExample, postedExample, proposeExample } from "./examples.ts";
import { CorrectionListQuery, CorrectionParams, CorrectionView, ProposeBody } from "./schemas.ts";
import type { Corrections } from "./service.ts";

export function createCorrectionRoutes(corrections: Corrections): readonly Route[] {
  const act = {
    tag: "Ledger corrections",
    method: "POST",
    permission: "tenant.ledger.manage",
    idempotency: "optional",
  } as const;
  const read = { ...act, method: "GET", permission: "tenant.ledger.read", idempotency: "none" } as const;
  const one = { params: CorrectionParams, response: CorrectionView };
  return [
    operatorRoute({
      ...act,
      path: "/tenant/ledger/corrections",
      operationId: "proposeLedgerCorrection",
      summary: "Propose a correction of the books",
      description:
        "Adds to a merchant's `available` or takes from it, against the platform's account `adjustment`. Nothing is booked before another operator confirms it. The merchant sees it as a wallet entry of type ADJUSTMENT.",
      successStatus: 201,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { body: proposeExample, data: correctionExample },
      schemas: { body: ProposeBody, response: CorrectionView },
      handle: async ({ body, ...request }) => ({
        data: await corrections.propose(operatorRequestOf(request), body),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/ledger/corrections",
      operationId: "listLedgerCorrections",
      summary: "List corrections of the books",
      description: "Those of all merchants, newest first, by page or by cursor.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [namedCorrectionExample] },
      schemas: { query: CorrectionListQuery, response: Type.Array(CorrectionView) },
      handle: ({ operator, query, facts }) => corrections.list(operator, query, readerLocale(facts)),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/ledger/corrections/:id",
      operationId: "getLedgerCorrection",
      summary: "Get a correction of the books",
      description: "Who proposed it, who decided, and whether it is booked.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: namedCorrectionExample },
      schemas: one,
      handle: async ({ operator, params, facts }) => ({
        data: await corrections.get(operator, params.id, readerLocale(facts)),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/ledger/corrections/:id/confirm",
      operationId: "confirmLedgerCorrection",
      stepUp: "always",
      summary: "Confirm a correction of the books",
      description:
        "Books what another operator proposed. A DEBIT above the wallet's `available` is refused and stays PROPOSED: no balance goes below zero.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        correctionErrors.CORRECTION_NOT_OPEN,
        ledgerErrors.INSUFFICIENT_WALLET_BALANCE,
      ],
      examples: { data: postedExample },
      schemas: one,
      handle: async ({ params, ...request }) => ({
        data: await corrections.confirm(operatorRequestOf(request), params.id),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/ledger/corrections/:id/reject",
      operationId: "rejectLedgerCorrection",
      summary: "Reject a correction of the books",
      description: "Rejects a proposal; its own operator may do it, too. Nothing is booked.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, correctionErrors.CORRECTION_NOT_OPEN],
      examples: { data: { ...postedExample, status: "REJECTED" } },
      schemas: one,
      handle: async ({ params, ...request }) => ({
        data: await corrections.reject(operatorRequestOf(request), params.id),
      }),
    }),
  ];
}
