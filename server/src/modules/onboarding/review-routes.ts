import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import {
  type OperatorCaller,
  operatorActor,
  operatorRoute,
  type RequestFacts,
  type Route,
} from "../../http/route.ts";
import { merchantErrors } from "../merchants/index.ts";
import { contentReply, fileOf } from "./documents.ts";
import type { Asking } from "./dossiers.ts";
import { onboardingErrors } from "./errors.ts";
import { documentExample, reviewExample } from "./examples.ts";
import type { DossierReviews } from "./review.ts";
import {
  ContentQuery,
  ContentSchema,
  DocumentSchema,
  DossierDocumentParams,
  DossierListQuery,
  DossierParams,
  EndDecisionBody,
  ExpiryBody,
  ProposeBody,
  QueueEntrySchema,
  RefuseDocumentBody,
  RequestInfoBody,
  ReviewSchema,
} from "./schemas.ts";
import { mediaTypes } from "./types.ts";

const tag = "KYB review";
const base = "/tenant/kyb";
const dossier = `${base}/:dossierId`;

const asking = (operator: OperatorCaller, facts: RequestFacts): Asking => ({
  actor: operatorActor(operator, facts),
  nowMs: facts.nowMs,
});

/** Dossiers of the tenant's merchants, for its operators. */
export function reviewRoutes(reviews: DossierReviews): readonly Route[] {
  return [
    operatorRoute({
      method: "GET",
      path: base,
      operationId: "listKybDossiers",
      tag,
      summary: "List dossiers",
      description:
        "Dossiers of the tenant's merchants in both modes, those of the newest merchants first. `status=SUBMITTED,IN_REVIEW` is the reviewers' queue.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "tenant.kyb.read",
      schemas: { query: DossierListQuery, response: Type.Array(QueueEntrySchema) },
      handle: ({ operator, query }) => reviews.list(operator, query),
    }),
    operatorRoute({
      method: "GET",
      path: dossier,
      operationId: "getKybDossier",
      tag,
      summary: "Get a dossier",
      description:
        "All of it: the profile in force beside the proposed one, account numbers unmasked, requirements, documents, and every decision so far.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "tenant.kyb.read",
      schemas: { params: DossierParams, response: ReviewSchema },
      examples: { data: reviewExample },
      handle: async ({ operator, params }) => ({ data: await reviews.get(operator, params.dossierId) }),
    }),
    operatorRoute({
      method: "GET",
      path: `${dossier}/documents/:documentId/content`,
      operationId: "downloadDossierDocument",
      tag,
      summary: "Download a dossier's document",
      description:
        "The file as an attachment, or with `format=json` in base64. Who downloaded it stands in the audit log.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      produces: mediaTypes,
      permission: "tenant.kyb.read",
      schemas: { params: DossierDocumentParams, query: ContentQuery, response: ContentSchema },
      handle: async ({ operator, params, query, facts }) => {
        const { opened, mode } = await reviews.openDocument(
          operator,
          params.dossierId,
          params.documentId,
          asking(operator, facts),
        );
        return query.format === "json" ? contentReply(opened, mode) : fileOf(opened);
      },
    }),
    operatorRoute({
      method: "PATCH",
      path: `${dossier}/documents/:documentId`,
      operationId: "setDossierDocumentExpiry",
      tag,
      summary: "Set the expiry of a document",
      description:
        "As the reviewer reads it on the paper, also after an approval; `null` for one without an end, or that a newer one has replaced. `GET /tenant/kyb?expiresBy=` finds the dossiers whose papers end. The audit log keeps who changed it.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierDocumentParams, body: ExpiryBody, response: DocumentSchema },
      examples: { body: { expiresOn: "2027-05-17" }, data: { ...documentExample, expiresOn: "2027-05-17" } },
      handle: async ({ operator, params, body, facts }) => ({
        data: await reviews.expireDocument(
          operator,
          params.dossierId,
          params.documentId,
          body.expiresOn,
          asking(operator, facts),
        ),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/documents/:documentId/accept`,
      operationId: "acceptDossierDocument",
      tag,
      summary: "Accept one document",
      description:
        "A document that was handed in after the approval, such as a newer identity card: the approval rests on it from then on, and the older one no longer waits in the work queue. Within a review, documents are accepted with their dossier.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        onboardingErrors.KYB_DOCUMENT_DECIDED,
      ],
      idempotency: "none",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierDocumentParams, response: ReviewSchema },
      examples: { data: { ...reviewExample, status: "APPROVED", proposedDecision: null, decisions: [] } },
      handle: async ({ operator, params: { dossierId, documentId }, facts }) => ({
        data: await reviews.decideDocument(operator, dossierId, documentId, null, asking(operator, facts)),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/documents/:documentId/refuse`,
      operationId: "refuseDossierDocument",
      tag,
      summary: "Refuse one document",
      description:
        "A document that was handed in after the approval. The merchant is told why by mail and on the page of the dossier, and sends a new one; the approval stands. Within a review, ask for a new one with `request-info`.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        onboardingErrors.KYB_DOCUMENT_DECIDED,
      ],
      idempotency: "none",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierDocumentParams, body: RefuseDocumentBody, response: ReviewSchema },
      examples: {
        body: { reason: "La pièce est illisible" },
        data: { ...reviewExample, status: "APPROVED", proposedDecision: null, decisions: [] },
      },
      handle: async ({ operator, params: { dossierId, documentId }, body, facts }) => ({
        data: await reviews.decideDocument(
          operator,
          dossierId,
          documentId,
          body.reason,
          asking(operator, facts),
        ),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/start-review`,
      operationId: "startKybReview",
      tag,
      summary: "Start the review",
      description: "SUBMITTED becomes IN_REVIEW, by the operator who asks.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, merchantErrors.MERCHANT_STATUS_CONFLICT],
      idempotency: "optional",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierParams, response: ReviewSchema },
      examples: { data: { ...reviewExample, proposedDecision: null, decisions: [] } },
      handle: async ({ operator, params, idempotency, facts }) => ({
        data: await reviews.startReview(operator, params.dossierId, idempotency, asking(operator, facts)),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/request-info`,
      operationId: "requestKybInfo",
      tag,
      summary: "Request more information",
      description:
        "IN_REVIEW becomes INFO_REQUESTED. The merchant reads the items, and can submit again once every document asked for has been sent anew. An open proposal ends.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, merchantErrors.MERCHANT_STATUS_CONFLICT],
      idempotency: "optional",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierParams, body: RequestInfoBody, response: ReviewSchema },
      examples: {
        body: {
          items: [{ documentType: "PROOF_OF_ADDRESS", message: "La facture date de plus de trois mois" }],
        },
        data: {
          ...reviewExample,
          status: "INFO_REQUESTED",
          requestedItems: [
            {
              documentType: "PROOF_OF_ADDRESS",
              field: null,
              message: "La facture date de plus de trois mois",
              requestedAt: "2026-01-15T09:00:00.000Z",
              status: "OPEN",
            },
          ],
          proposedDecision: null,
          decisions: [],
        },
      },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await reviews.requestInfo(
          operator,
          params.dossierId,
          body,
          idempotency,
          asking(operator, facts),
        ),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/propose`,
      operationId: "proposeKybDecision",
      tag,
      summary: "Propose a decision",
      description:
        "The first of two: APPROVE, REJECT, or DISMISS_CHANGE, which drops a legal change and lets the dossier stand as it was approved before. Nothing happens until another operator confirms it. One open proposal at a time.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        onboardingErrors.KYB_DECISION_CONFLICT,
      ],
      idempotency: "optional",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierParams, body: ProposeBody, response: ReviewSchema },
      examples: { body: { decision: "APPROVE", reason: "Dossier complet" }, data: reviewExample },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await reviews.propose(operator, params.dossierId, body, idempotency, asking(operator, facts)),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/confirm`,
      operationId: "confirmKybDecision",
      stepUp: "always",
      tag,
      summary: "Confirm the decision",
      description:
        "The second of two, by another operator than the one who proposed: FOUR_EYES_REQUIRED otherwise. An approval puts the submitted profile in force and sends `merchant.kyb.approved`, a rejection `merchant.kyb.rejected`.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.FOUR_EYES_REQUIRED,
        merchantErrors.MERCHANT_STATUS_CONFLICT,
        onboardingErrors.KYB_DECISION_CONFLICT,
      ],
      idempotency: "optional",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierParams, body: EndDecisionBody, response: ReviewSchema },
      examples: {
        body: {},
        data: { ...reviewExample, status: "APPROVED", proposedDecision: null, decisions: [] },
      },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await reviews.confirm(operator, params.dossierId, body, idempotency, asking(operator, facts)),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${dossier}/withdraw`,
      operationId: "withdrawKybDecision",
      tag,
      summary: "Withdraw the proposal",
      description:
        "Ends the open proposal without effect: by its proposer, or by another who does not agree.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, onboardingErrors.KYB_DECISION_CONFLICT],
      idempotency: "optional",
      permission: "tenant.kyb.manage",
      schemas: { params: DossierParams, body: EndDecisionBody, response: ReviewSchema },
      examples: { body: {}, data: { ...reviewExample, proposedDecision: null, decisions: [] } },
      handle: async ({ operator, params, body, idempotency, facts }) => ({
        data: await reviews.withdraw(operator, params.dossierId, body, idempotency, asking(operator, facts)),
      }),
    }),
  ];
}
