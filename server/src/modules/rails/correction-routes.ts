import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { ChangeRequestView, changeRequestExample, takesTwoDescription } from "../change-requests/index.ts";
import type { RailCorrections } from "./corrections.ts";
import { railErrors } from "./errors.ts";
import { bookCorrectionExample, correctBookExample } from "./examples.ts";
import { CorrectBookBody, CorrectionListQuery, RailCorrectionView } from "./schemas.ts";

export function createRailCorrectionRoutes(corrections: RailCorrections): readonly Route[] {
  return [
    operatorRoute({
      tag: "Reconciliation",
      method: "POST",
      path: "/tenant/reconciliation/book-corrections",
      operationId: "correctProviderAccountBook",
      summary: "Correct the book of an account at a provider",
      description: `Moves an amount between two accounts of the book, with a reason: a fee that no line names, a rest that will not arrive, money that is not ours. Rows are added, never changed; an error is taken back by the opposite correction. ${takesTwoDescription()}`,
      permission: "tenant.ledger.manage",
      idempotency: "optional",
      successStatus: 201,
      errors: [errors.RESOURCE_NOT_FOUND, railErrors.BOOK_CORRECTION_NOT_POSSIBLE],
      examples: { body: correctBookExample, data: bookCorrectionExample, accepted: changeRequestExample },
      schemas: { body: CorrectBookBody, response: RailCorrectionView, accepted: ChangeRequestView },
      handle: ({ operator, facts, idempotency, body }) =>
        corrections.correct({ operator, facts }, idempotency, body),
    }),
    operatorRoute({
      tag: "Reconciliation",
      method: "GET",
      path: "/tenant/reconciliation/book-corrections",
      operationId: "listProviderBookCorrections",
      summary: "List corrections of the books of accounts at providers",
      description: "Those that were booked, newest first, by page or by cursor.",
      permission: "tenant.ledger.read",
      idempotency: "none",
      successStatus: 200,
      errors: [],
      list: true,
      examples: { data: [bookCorrectionExample] },
      schemas: { query: CorrectionListQuery, response: Type.Array(RailCorrectionView) },
      handle: ({ operator, query }) => corrections.list(operator, query),
    }),
  ];
}
