import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { Arrivals } from "./arrivals.ts";
import { railErrors } from "./errors.ts";
import {
  arrivalExample,
  arrivedExample,
  railBookExample,
  railTrialBalanceExample,
  settlementExample,
} from "./examples.ts";
import { RailExportParams, RailExportQuery, RailRecordView } from "./export-schemas.ts";
import {
  ArrivalBody,
  RailBookQuery,
  RailBookView,
  RailTrialBalanceQuery,
  RailTrialBalanceView,
  SettlementInTransitView,
} from "./schemas.ts";
import type { Rails } from "./service.ts";
import { railTrialBalanceCsv } from "./trial-balance.ts";
import { railTrialBalanceView } from "./view.ts";

const LINES = "application/jsonl";
const CSV = "text/csv";

export function createRailRoutes(rails: Rails, arrivals: Arrivals): readonly Route[] {
  return [
    operatorRoute({
      tag: "Reconciliation",
      method: "GET",
      path: "/tenant/reconciliation/account-books",
      operationId: "listProviderAccountBooks",
      summary: "Get the books of accounts at providers",
      description:
        "For each account and currency: what merchants' books say it took, what its statements confirm, what it holds, what it took as fees, what is on its way to our bank.",
      permission: "tenant.reconciliation.read",
      idempotency: "none",
      successStatus: 200,
      errors: [],
      examples: { data: [railBookExample] },
      schemas: { query: RailBookQuery, response: Type.Array(RailBookView) },
      handle: async ({ operator, query }) => ({ data: await rails.list(operator, query) }),
    }),
    operatorRoute({
      tag: "Reconciliation",
      method: "GET",
      path: "/tenant/reconciliation/account-books/:providerAccountId/ledger",
      operationId: "exportProviderAccountBook",
      summary: "Download the book of an account at a provider",
      description:
        "Its transfers as they are stored, with the seals that chain them, one JSON object a line. `tools/verify-ledger.mjs` checks such files without the service. After 20 000 transfers a file ends with the seal that it is in: go on with `fromSeal`, the number in its last line plus one.",
      permission: "tenant.reconciliation.read",
      idempotency: "none",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      produces: [LINES],
      filesOnly: true,
      schemas: {
        params: RailExportParams,
        query: RailExportQuery,
        response: Type.Array(RailRecordView),
      },
      handle: async ({ operator, params, query }) => ({
        file: {
          mediaType: LINES,
          fileName: `book-${query.currency}-from-${query.fromSeal ?? 1}.jsonl`,
          body: await rails.export(operator, params.providerAccountId, query),
        },
      }),
    }),
    operatorRoute({
      tag: "Reconciliation",
      method: "GET",
      path: "/tenant/reconciliation/trial-balance",
      operationId: "getProviderBooksTrialBalance",
      summary: "Get the trial balance of the books at providers",
      description:
        "What every account of all books held at an instant, such as the end of a month. Debits and credits of a currency are equal, always: each transfer gives to one account what it takes from another.",
      permission: "tenant.reconciliation.read",
      idempotency: "none",
      successStatus: 200,
      errors: [],
      produces: [CSV],
      examples: { data: railTrialBalanceExample },
      schemas: { query: RailTrialBalanceQuery, response: RailTrialBalanceView },
      handle: async ({ operator, query, facts }) => {
        const found = await rails.trialBalance(operator, query, facts.nowMs);
        return query.format === "csv"
          ? {
              file: {
                mediaType: CSV,
                fileName: `trial-balance-${query.mode}-${new Date(found.atMs).toISOString().slice(0, 10)}.csv`,
                body: await railTrialBalanceCsv(found, query.separator),
              },
            }
          : { data: railTrialBalanceView(found) };
      },
    }),
    operatorRoute({
      tag: "Reconciliation",
      method: "GET",
      path: "/tenant/reconciliation/settlements",
      operationId: "listSettlementsInTransit",
      summary: "List settlements in transit",
      description:
        "Settlements that providers sent and our bank has not reported yet, the oldest first, each with the entries of bank statements that may be it.",
      permission: "tenant.reconciliation.read",
      idempotency: "none",
      successStatus: 200,
      errors: [],
      examples: { data: [settlementExample] },
      schemas: { query: RailBookQuery, response: Type.Array(SettlementInTransitView) },
      handle: async ({ operator, query }) => ({ data: await arrivals.settlements(operator, query) }),
    }),
    operatorRoute({
      tag: "Reconciliation",
      method: "POST",
      path: "/tenant/reconciliation/arrivals",
      operationId: "bookSettlementArrival",
      summary: "Book the arrival of a settlement",
      description:
        "Moves what a provider sent from in transit to the bank, once for each reference, and never more than is in transit. What an entry of the bank's statement names without doubt is booked by itself within a minute; this is for the rest.",
      permission: "tenant.reconciliation.manage",
      idempotency: "optional",
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        railErrors.ARRIVAL_DIFFERS_FROM_ENTRY,
        railErrors.ARRIVAL_ALREADY_BOOKED,
        railErrors.ARRIVAL_EXCEEDS_TRANSIT,
      ],
      examples: { body: arrivalExample, data: arrivedExample },
      schemas: { body: ArrivalBody, response: RailBookView },
      handle: async ({ body, ...request }) => ({
        data: await arrivals.arrive(operatorRequestOf(request), body),
      }),
    }),
  ];
}
