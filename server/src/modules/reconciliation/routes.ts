import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { Differences } from "./differences.ts";
import { reconciliationErrors } from "./errors.ts";
import {
  bookExample,
  namedDifferenceExample,
  resolvedExample,
  resolvedManyExample,
  resolveExample,
  resolveManyExample,
  statementExample,
  statementLineExample,
  takeExample,
} from "./examples.ts";
import {
  BookQuery,
  BookView,
  DifferenceListQuery,
  DifferenceParams,
  DifferenceView,
  LineListQuery,
  ResolveBody,
  ResolvedManyView,
  ResolveManyBody,
  STATEMENT_BODY_BYTES_MAX,
  StatementBody,
  StatementLineView,
  StatementListQuery,
  StatementParams,
  StatementView,
} from "./schemas.ts";
import type { StatementLines } from "./statement-lines.ts";
import type { Statements } from "./statements.ts";
import { bookCsv, lineView } from "./view.ts";

export function createReconciliationRoutes(
  statements: Statements,
  differences: Differences,
  lines: StatementLines,
): readonly Route[] {
  const act = {
    tag: "Reconciliation",
    method: "POST",
    permission: "tenant.reconciliation.manage",
    idempotency: "optional",
  } as const;
  const read = {
    ...act,
    method: "GET",
    permission: "tenant.reconciliation.read",
    idempotency: "none",
  } as const;
  return [
    operatorRoute({
      ...act,
      path: "/tenant/reconciliation/statements",
      operationId: "takeProviderStatement",
      summary: "Upload a provider's statement",
      description:
        "Compares what the provider says it moved with our charges, refunds and payouts, by our reference and by the provider's number, and keeps every difference: MISSING_HERE, MISSING_THERE, AMOUNT, STATUS, TWICE. Every line must lie in the period. What we booked in the last five minutes of it is looked for in the next statement. The same statement is taken once.",
      successStatus: 201,
      bodyBytesMax: STATEMENT_BODY_BYTES_MAX,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        reconciliationErrors.STATEMENT_ALREADY_TAKEN,
        reconciliationErrors.STATEMENT_NOT_AVAILABLE,
      ],
      examples: { body: takeExample, data: statementExample },
      schemas: { body: StatementBody, response: StatementView },
      handle: async ({ body, ...request }) => ({
        data: await statements.take(operatorRequestOf(request), body),
      }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/statements",
      operationId: "listProviderStatements",
      summary: "List providers' statements",
      description: "Uploaded statements, newest first, each with its open differences.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [statementExample] },
      schemas: { query: StatementListQuery, response: Type.Array(StatementView) },
      handle: ({ operator, query }) => statements.list(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/statements/:id",
      operationId: "getProviderStatement",
      summary: "Get a provider's statement",
      description: "Counts and sums of what was found.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: statementExample },
      schemas: { params: StatementParams, response: StatementView },
      handle: async ({ operator, params }) => ({ data: await statements.get(operator, params.id) }),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/statements/:id/lines",
      operationId: "listProviderStatementLines",
      summary: "List the lines of a provider's statement",
      description:
        "As they were handed in or fetched, in the order of the statement. `id` is the number of the line, which differences name as `lineNo`.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      list: true,
      examples: { data: [statementLineExample] },
      schemas: { params: StatementParams, query: LineListQuery, response: Type.Array(StatementLineView) },
      handle: ({ operator, params, query }) => lines.list(operator, params.id, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/provider-book",
      operationId: "getProviderBook",
      summary: "Download a provider's own book",
      description:
        "What the provider says it moved in a period, where it can tell by itself; the simulator can. As JSON, or with `format=csv` as a file that can be handed in as it is.",
      successStatus: 200,
      produces: ["text/csv"],
      errors: [errors.RESOURCE_NOT_FOUND, reconciliationErrors.STATEMENT_NOT_AVAILABLE],
      examples: { data: bookExample },
      schemas: { query: BookQuery, response: BookView },
      handle: async ({ operator, query }) => {
        const lines = await statements.fetch(operator, query);
        if (query.format === "csv") {
          const fileName = `statement-${query.providerAccountId.replace(/[^\w-]/g, "")}.csv`;
          return { file: { mediaType: "text/csv", fileName, body: await bookCsv(lines) } };
        }
        const { mode, providerAccountId } = query;
        return {
          data: { object: "provider_book" as const, mode, providerAccountId, lines: lines.map(lineView) },
        };
      },
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/differences",
      operationId: "listReconciliationDifferences",
      summary: "List differences",
      description: "Differences between statements and our books, newest first.",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [namedDifferenceExample] },
      schemas: { query: DifferenceListQuery, response: Type.Array(DifferenceView) },
      handle: ({ operator, query }) => differences.list(operator, query),
    }),
    operatorRoute({
      ...read,
      path: "/tenant/reconciliation/differences/:id",
      operationId: "getReconciliationDifference",
      summary: "Get a difference",
      description: "Both sides, and how it was resolved.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { data: namedDifferenceExample },
      schemas: { params: DifferenceParams, response: DifferenceView },
      handle: async ({ operator, params }) => ({ data: await differences.get(operator, params.id) }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/reconciliation/differences/resolve",
      operationId: "resolveReconciliationDifferences",
      summary: "Resolve many differences",
      description:
        "Closes up to 100 with one note: one act in the audit log for each. It moves no money. What is resolved already is left alone and named in `notResolved`; with an unknown id nothing is changed.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      examples: { body: resolveManyExample, data: resolvedManyExample },
      schemas: { body: ResolveManyBody, response: ResolvedManyView },
      handle: async ({ body, ...request }) => ({
        data: await differences.resolveMany(operatorRequestOf(request), body.ids, body.note),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/reconciliation/differences/:id/resolve",
      operationId: "resolveReconciliationDifference",
      summary: "Resolve a difference",
      description:
        "Closes it with a note. It moves no money: what has to be booked is booked by a question to the provider, a decision on held money or a correction.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, reconciliationErrors.DIFFERENCE_RESOLVED],
      examples: { body: resolveExample, data: resolvedExample },
      schemas: { params: DifferenceParams, body: ResolveBody, response: DifferenceView },
      handle: async ({ params, body, ...request }) => ({
        data: await differences.resolve(operatorRequestOf(request), params.id, body.note),
      }),
    }),
    operatorRoute({
      ...act,
      path: "/tenant/reconciliation/differences/:id/ask",
      operationId: "askAboutReconciliationDifference",
      summary: "Query the provider about a difference",
      description:
        "Queries the provider about the payment, refund or payout and records the answer as always. A success that we held as failed or unknown comes in as late money, by the merchant's policy. Resolved automatically when both sides agree afterwards; otherwise it stays OPEN.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        reconciliationErrors.DIFFERENCE_RESOLVED,
        reconciliationErrors.DIFFERENCE_NOT_ASKABLE,
      ],
      examples: { data: { ...resolvedExample, note: "The provider was asked, and both sides agree now." } },
      schemas: { params: DifferenceParams, response: DifferenceView },
      handle: async ({ params, ...request }) => ({
        data: await differences.ask(operatorRequestOf(request), params.id),
      }),
    }),
  ];
}
